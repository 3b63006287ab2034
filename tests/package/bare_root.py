"""A release on a bare system: in a root folder of Debian with Node and npm and nothing to build with, from
the command that people paste to the first number of the meter. For root, as it changes the root folder.

    debootstrap --variant=minbase --include=nodejs,npm bookworm ROOT     makes one (then, in it: apt-get -f install)
    bare_root.py --root ROOT --release OUT                               OUT: as tests/package/release made it
"""

import argparse
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
# pylint: disable=wrong-import-position
import npm_test  # noqa: E402
from platforms import version  # noqa: E402

LIMIT = 10
COMPILERS = ('cc', 'c++', 'gcc', 'g++', 'clang', 'clang++', 'make', 'cmake', 'ninja')


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--root', required=True, type=Path)
    options.add_argument('--release', required=True, type=Path)
    given = options.parse_args()
    place = given.root / 'tmp/release'
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    tarball = f'context-rot-toolkit-{version()}.tgz'
    shutil.copy(given.release / 'npm' / tarball, place)  # the platforms' come from the registry
    server, registry = npm_test.serve(given.release.resolve() / 'npm')

    def inside(script):
        done = subprocess.run(['chroot', str(given.root), '/usr/bin/env', '-i', 'HOME=/tmp/release/home',
                               'PATH=/usr/bin:/bin', 'LANG=C.UTF-8', f'npm_config_registry={registry}',
                               'npm_config_update_notifier=false', 'sh', '-euc', script],
                              capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    found = inside(f'cd /tmp/release; mkdir home shop; for name in {" ".join(COMPILERS)}; do '
                   'command -v $name || :; done')
    assert not found, f'there is something to build with: {found}'
    print(inside('cat /etc/debian_version; node --version; npm --version').replace('\n', ' '))
    begun, spent = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    said = inside(f'cd /tmp/release; npx --yes ./context-rot-toolkit-*.tgz install --project shop; '
                  'shop/.claude/context-rot/bin/context-meter --rot --pct 72')
    taken, now = time.monotonic() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = now.ru_utime + now.ru_stime - spent.ru_utime - spent.ru_stime
    assert 'CONTEXT_ROT_BAND=amarillo' in said, said
    print(said, end='')
    print(inside('cd /tmp/release; rm -rf home; mkdir home; for name in context-setup context-health; do '
                 'shop/.claude/context-rot/bin/$name --version; done; '
                 'shop/.claude/context-rot/bin/context-setup doctor --project shop'), end='')
    server.shutdown()
    shutil.rmtree(place)
    print(f'from the command to the first number: {taken:.1f} s, {cpu:.1f} s of CPU')
    return 0 if taken < LIMIT else 1


if __name__ == '__main__':
    sys.exit(main())
