"""The .deb and the .tar.gz: made, unpacked into a folder, installed from there into a project, proved
by doctor, and taken out again."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          check=False, stdin=subprocess.DEVNULL, **more)
    assert done.returncode == 0, f'{command}: exit {done.returncode}\n{done.stdout}{done.stderr}'
    return done.stdout


def make(build, folder, generator):
    run('cpack', '-G', generator, '--config', build / 'CPackConfig.cmake', '-B', folder, cwd=build)
    found = [path for path in folder.iterdir() if path.suffix in ('.gz', '.deb')]
    assert len(found) == 1, found
    return found[0]


def unpack_deb(archive, root):
    """As dpkg does it; without being root only the files, without dpkg's own record of them."""
    fields = run('dpkg-deb', '-f', archive)
    for wanted in ('Package: context-rot-toolkit\n', 'Depends: ', 'libc6', 'libsimdjson'):
        assert wanted in fields, fields
    if os.geteuid() == 0:
        (root / 'var/lib/dpkg/updates').mkdir(parents=True)
        (root / 'var/lib/dpkg/info').mkdir()
        (root / 'var/lib/dpkg/status').touch()
        (root / 'var/lib/dpkg/available').touch()
        run('dpkg', f'--root={root}', '--force-depends', '--log=/dev/null', '--install', archive)
        assert 'ok installed' in run('dpkg-query', f'--admindir={root}/var/lib/dpkg', '-W',
                                     '-f=${Status}', 'context-rot-toolkit')
    else:
        run('dpkg-deb', '-x', archive, root)


def use(root, prefix):
    """Installs from an unpacked archive into a project and takes it out again."""
    toolkit = root / prefix / 'lib/context-rot-toolkit'
    home, project = root / 'home', root / 'project'
    home.mkdir()
    project.mkdir()
    env = {'HOME': str(home), 'PATH': f'{root / prefix / "bin"}:/usr/bin:/bin', 'LANG': 'C.UTF-8'}
    run(toolkit / 'install.sh', '--project', project, env=env)
    checks = json.loads(run('context-setup', 'doctor', '--json', '--project', project, env=env))
    assert {check['verdict'] for check in checks} <= {'ok', 'note'}, checks
    said = run('context-meter', '--rot', '--pct', '72', env=env)
    assert 'amarillo' in said, said
    run(toolkit / 'install.sh', '--project', project, '--uninstall', env=env)
    left = [str(path) for path in project.rglob('*')]
    assert not left, left
    for page in ('share/man/man1/context-meter.1*', 'share/bash-completion/completions/context-meter',
                 'share/zsh/*/_context-meter', 'share/fish/*/context-meter.fish'):
        assert list((root / prefix).glob(page)), f'{page} is missing'


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('--build', required=True, type=Path)
    build = options.parse_args().build.resolve()
    missing = [tool for tool in ('cpack', 'dpkg', 'dpkg-deb', 'dpkg-shlibdeps') if not shutil.which(tool)]
    if missing:
        print(f'{", ".join(missing)} is not here: no archive is tested')
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix='context-package-') as name:
        folder = Path(name)
        for generator, kind in (('DEB', 'deb'), ('TGZ', 'tgz')):
            root = folder / kind / 'root'
            root.mkdir(parents=True)
            archive = make(build, folder / kind / 'made', generator)
            if kind == 'deb':
                unpack_deb(archive, root)
                use(root, 'usr')
            else:
                run('tar', '-xzf', archive, '-C', root)
                use(root, next(root.iterdir()).name)
            print(f'{archive.name}: {archive.stat().st_size // 1024} KiB, installed, proved, removed')
    return 0


if __name__ == '__main__':
    sys.exit(main())
