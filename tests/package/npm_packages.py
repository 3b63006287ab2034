"""The packages for npm: one with the installer, and one with programs for each platform, of which npm
installs the one that fits. No scripts run at install."""

import json
import shutil
import subprocess
from pathlib import Path

from platforms import SOURCES, programs_in, version

NAME = 'context-rot-toolkit'
INSTALLER = ('install.sh', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md')
FOLDERS = ('settings-templates', 'skills')


def common(name, description):
    return {'name': name, 'version': version(), 'description': description, 'license': 'MIT',
            'author': 'The Context Rot Toolkit authors'}


def write_json(path, value):
    path.write_text(json.dumps(value, indent=2) + '\n')


def pack(folder, out):
    done = subprocess.run(['npm', 'pack', '--silent', '--pack-destination', str(out), str(folder)],
                          capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    return out / done.stdout.split()[-1]


def platform_package(platform, programs, licenses, work, out):
    """The tarball with the programs of one platform; `licenses` is a folder or None."""
    folder = work / platform.name
    (folder / 'bin').mkdir(parents=True)
    files = programs_in(programs)
    for file in files:
        shutil.copy(programs / file, folder / 'bin' / file)
        (folder / 'bin' / file).chmod(0o755)
    write_json(folder / 'programs.json', files)
    shutil.copy(SOURCES / 'LICENSE', folder)
    if licenses:
        shutil.copytree(licenses, folder / 'licenses')
    (folder / 'README.md').write_text(
        f'The programs of {NAME} for {platform.name}. Install that package, not this one.\n')
    write_json(folder / 'package.json', {
        **common(f'{NAME}-{platform.name}', f'The programs of {NAME} for {platform.name}'),
        'os': [platform.os], 'cpu': [platform.cpu],
        'files': ['bin', 'programs.json', *(['licenses'] if licenses else [])],
        'preferUnplugged': True,
    })
    return pack(folder, out)


def installer_package(platforms, work, out):
    """The tarball that people name; it takes the platforms' from the registry."""
    folder = work / 'installer'
    folder.mkdir()
    for name in INSTALLER:
        shutil.copy(SOURCES / name, folder)
    for name in FOLDERS:
        shutil.copytree(SOURCES / name, folder / name)
    shutil.copy(SOURCES / 'packaging/npm/cli.js', folder)
    shutil.copy(SOURCES / 'packaging/npm/README.md', folder)
    (folder / 'cli.js').chmod(0o755)
    write_json(folder / 'package.json', {
        **common(NAME, 'Keeps long Claude Code sessions clean'),
        'keywords': ['claude-code', 'context', 'compaction', 'status line', 'hooks'],
        'bin': {NAME: 'cli.js'},
        'engines': {'node': '>=16'},
        'files': ['cli.js', *INSTALLER, *FOLDERS],
        'optionalDependencies': {f'{NAME}-{platform.name}': version() for platform in platforms},
    })
    return pack(folder, out)
