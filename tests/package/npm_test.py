"""The packages for npm, as people use them: `npx` from a tarball, with a registry that has the platforms'
packages (a double on loopback) and without any; by another user who may not write npm's own folder; with
several versions of npm; npm's folders gone afterwards; a platform that there is nothing for.

    npm_test.py --build BUILD      programs of this machine, as those of its platform
"""

import argparse
import base64
import hashlib
import http.server
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
# pylint: disable=wrong-import-position
import toolchain  # noqa: E402
from platforms import version  # noqa: E402

SKIPPED = 77
NAME = 'context-rot-toolkit'
OTHER_NPMS = ('9.9.4', '10.9.4')
NOBODY = 65534


class Registry(http.server.BaseHTTPRequestHandler):
    """What a registry says of the tarballs in `folder`, and nothing of anything else."""
    folder = None

    def packages(self):
        for path in self.folder.glob('*.tgz'):
            with tarfile.open(path) as tar:
                about = json.load(tar.extractfile('package/package.json'))
            bytes_of = path.read_bytes()
            about['dist'] = {
                'tarball': f'http://{self.headers["Host"]}/-/{path.name}',
                'shasum': hashlib.sha1(bytes_of).hexdigest(),
                'integrity': 'sha512-' + base64.b64encode(hashlib.sha512(bytes_of).digest()).decode()}
            yield about

    def do_GET(self):
        answer = None
        if self.path.startswith('/-/') and self.path.count('/') == 2:
            file = self.folder / self.path[3:]
            answer = file.read_bytes() if file.is_file() else None
        for about in self.packages():
            if self.path == '/' + about['name']:
                answer = json.dumps({'name': about['name'], 'dist-tags': {'latest': about['version']},
                                     'versions': {about['version']: about}}).encode()
        self.send_response(200 if answer is not None else 404)
        self.end_headers()
        self.wfile.write(answer if answer is not None else b'{}')

    def log_message(self, *_):
        pass


def serve(folder):
    handler = type('Registry', (Registry,), {'folder': folder})
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f'http://127.0.0.1:{server.server_address[1]}/'


class Person:
    """Someone with a home of their own, who is not root and may not write where npm is installed."""

    def __init__(self, folder, registry):
        self.home, self.project = folder / 'home', folder / 'shop'
        for path in (folder, self.home, self.project):
            path.mkdir(exist_ok=True)
            if os.geteuid() == 0:
                os.chown(path, NOBODY, NOBODY)
        self.env = {'HOME': str(self.home), 'PATH': '/usr/local/bin:/usr/bin:/bin', 'LANG': 'C.UTF-8',
                    'TMPDIR': str(self.home), 'npm_config_registry': registry, 'npm_config_update_notifier': 'false',
                    'npm_config_fetch_retries': '0'}

    def run(self, *command, code=0, cwd=None):
        as_nobody = {'user': NOBODY, 'group': NOBODY, 'extra_groups': []} if os.geteuid() == 0 else {}
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL, env=self.env, cwd=cwd or self.project, **as_nobody)
        assert done.returncode == code, f'{command}: exit {done.returncode}\n{done.stdout}{done.stderr}'
        return done.stdout + done.stderr


def works(person):
    """Installed, proved, without npm's folders, and out again."""
    bin_folder = person.project / '.claude/context-rot/bin'
    said = person.run(bin_folder / 'context-meter', '--rot', '--pct', '72')
    assert 'CONTEXT_ROT_BAND=amarillo' in said, said
    shutil.rmtree(person.home / '.npm')
    left = sorted(path.name for path in person.home.iterdir() if path.name != '.node-gyp')
    assert left in ([], ['.config'], ['.claude']), f'left in the home and its temporary folder: {left}'
    checks = json.loads(person.run(bin_folder / 'context-setup', 'doctor', '--json', '--project', '.'))
    assert {check['verdict'] for check in checks} <= {'ok', 'note'}, checks
    linked = {path.stat().st_ino for path in bin_folder.iterdir()}
    assert len(linked) == 2 and not any(path.is_symlink() for path in bin_folder.iterdir()), linked


def from_a_tarball(npx, person, tarballs):
    """The command that people paste, and the whole way back."""
    begun = time.monotonic()
    # A path from the root would be taken for a program.
    person.run(*npx, '--yes', f'./{NAME}-{version()}.tgz', 'install', '--project', person.project, cwd=tarballs)
    meter = person.project / '.claude/context-rot/bin/context-meter'
    person.run(meter, '--rot', '--pct', '72')
    taken = time.monotonic() - begun
    works(person)
    said = person.run(*npx, '--yes', NAME, 'doctor', '--project', '.')
    assert 'ok    hooks: 6 of 6 answer' in said, said
    person.run(*npx, '--yes', NAME, 'uninstall', '--project', '.', '--purge')
    left = [str(path) for path in person.project.rglob('*')]
    assert not left, left
    return taken


def without_a_registry(npx, person, tarballs):
    """Both tarballs at hand, nothing else reached; and without the second, one line says what to do."""
    person.env['npm_config_registry'] = 'http://127.0.0.1:1/'
    own = next(tarballs.glob(f'{NAME}-linux-*.tgz'))
    person.run(*npx, '--yes', '--package', tarballs / f'{NAME}-{version()}.tgz', '--package', own, NAME,
               'install', '--project', '.', '--no-status-line', '--lang', 'es')
    works(person)
    person.run(*npx, '--yes', '--package', tarballs / f'{NAME}-{version()}.tgz', '--package', own, NAME,
               'uninstall', '--project', '.', '--purge')


def told_what_to_do(person, tarballs):
    """A platform without programs, programs that npm left out, words that it does not know."""
    folder = person.home / 'unpacked'
    with tarfile.open(tarballs / f'{NAME}-{version()}.tgz') as tar:
        tar.extractall(folder)
    cli = folder / 'package/cli.js'
    for path in [folder, *folder.rglob('*')]:
        path.chmod(0o755)
    said = person.run('node', cli, 'install', '--project', '.', code=1)
    assert said.count('\n') == 1 and 'npm has left out' in said and './install.sh' in said, said
    other = person.home / 'other.js'
    other.write_text("Object.defineProperty(process, 'platform', {value: 'win32'});\n")
    other.chmod(0o644)
    said = person.run('node', '-r', other, cli, 'install', '--project', '.', code=1)
    assert said.count('\n') == 1 and 'no programs for win32-' in said and 'build from source' in said, said
    assert 'Usage: npx' in person.run('node', cli, '--help')
    assert 'Usage: npx' in person.run('node', cli, 'instal', code=2)
    assert person.run('node', cli, '--version') == f'{version()}\n'
    shutil.rmtree(folder)


def scriptless(tarballs):
    for path in tarballs.glob('*.tgz'):
        with tarfile.open(path) as tar:
            about = json.load(tar.extractfile('package/package.json'))
            assert 'scripts' not in about and about['version'] == version(), about
            files = {member.name: member.mode for member in tar.getmembers()}
        if 'os' in about:
            assert files['package/bin/toolkit-quick'] & 0o111, 'a program that cannot be run'


def npms(folder):
    """Label -> the words that start its npx. Others than the machine's are got from npm, once."""
    found = {'of this machine': ['npx']}
    for number in OTHER_NPMS:
        try:
            kept = toolchain.once(toolchain.cache() / f'npm-{number}', lambda into, number=number: toolchain.run(
                'npm', 'install', '--prefix', into, '--ignore-scripts', '--no-audit', '--no-fund',
                '--loglevel=error', '--fetch-retries=1', f'npm@{number}'))
        except toolchain.Unreachable as reason:
            print(f'npm {number}: not tested: {reason}')
            continue
        shutil.copytree(kept, folder / number, symlinks=True)  # where the other user can read it
        found[number] = ['node', folder / number / 'node_modules/npm/bin/npx-cli.js']
    return found


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('--build', required=True, type=Path)
    build = options.parse_args().build.resolve()
    missing = [tool for tool in ('node', 'npm', 'npx', 'git', 'cmake') if not shutil.which(tool)]
    if missing:
        print(f'{", ".join(missing)} is not here: the packages for npm are not tested')
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix='context-npm-') as name:
        folder = Path(name)
        folder.chmod(0o755)
        release = Path(__file__).with_name('release')
        made = subprocess.run([sys.executable, '-B', str(release), '--out', str(folder / 'out'), '--native',
                               str(build), '--draft'], capture_output=True, text=True, check=False)
        assert made.returncode == 0, made.stdout + made.stderr
        print(made.stdout, end='')
        tarballs = folder / 'out/npm'
        scriptless(tarballs)
        server, registry = serve(tarballs)
        for number, (label, npx) in enumerate(npms(folder).items()):
            person = Person(folder / f'person-{number}', registry)
            taken = from_a_tarball(npx, person, tarballs)
            without_a_registry(npx, person, tarballs)
            print(f'npm {label}: installed in {taken:.1f} s, proved, removed; also without a registry')
        told_what_to_do(Person(folder / 'person', registry), tarballs)
        server.shutdown()
    return 0


if __name__ == '__main__':
    sys.exit(main())
