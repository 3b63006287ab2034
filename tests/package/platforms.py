"""The systems that release programs are built for, and the version of the release."""

import re
from pathlib import Path
from typing import NamedTuple

SOURCES = Path(__file__).resolve().parents[2]


class Platform(NamedTuple):
    """As npm names it (process.platform, process.arch), and as Zig does."""
    os: str
    cpu: str
    target: str

    @property
    def name(self):
        return f'{self.os}-{self.cpu}'


PLATFORMS = (
    Platform('linux', 'x64', 'x86_64-linux-musl'),
    Platform('linux', 'arm64', 'aarch64-linux-musl'),
    Platform('darwin', 'x64', 'x86_64-macos'),
    Platform('darwin', 'arm64', 'aarch64-macos'),
)


def version():
    """That of the project, which everything else takes it from."""
    text = (SOURCES / 'CMakeLists.txt').read_text()
    return re.search(r'^project\(context-rot-toolkit VERSION (\d+\.\d+\.\d+) ', text, re.M).group(1)


def programs_in(folder):
    """File -> the names that it is started by, of a folder of built programs."""
    files = {}
    for name in ('toolkit-quick', 'toolkit-whole'):
        inner = (folder / name).resolve()
        files[name] = sorted(path.name for path in folder.iterdir()
                             if path.name.startswith(('hook-', 'context-', 'correction-'))
                             and path.samefile(inner))
        assert files[name], f'{folder}: no name leads to {name}'
    return files
