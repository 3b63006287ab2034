"""Programs for macOS, looked at without a Mac: the header, the oldest system, the libraries and that
each symbol they take from the system is one that it has.

    macho.py PROGRAM... --zig ZIG     Zig's folder has the interface of the system, libSystem.11.tbd
"""

import argparse
import re
import struct
import sys
from pathlib import Path

MAGIC_64 = 0xFEEDFACF
CPUS = {0x01000007: 'x64', 0x0100000C: 'arm64'}
EXECUTE = 2
LC_SYMTAB, LC_DYSYMTAB, LC_LOAD_DYLIB, LC_CODE_SIGNATURE, LC_MAIN, LC_BUILD_VERSION, LC_MIN_VERSION = (
    0x2, 0xB, 0xC, 0x1D, 0x80000028, 0x32, 0x24)
PLATFORM_MACOS = 1


def text_at(data, at):
    return data[at:data.index(b'\0', at)].decode()


def version(word):
    return f'{word >> 16}.{word >> 8 & 0xFF}'


class Program:
    """What its load commands say. Raises AssertionError where it is not well-formed."""

    def __init__(self, path):
        data = path.read_bytes()
        magic, cpu, _, kind, count, size, _, _ = struct.unpack_from('<8I', data)
        assert magic == MAGIC_64 and kind == EXECUTE and cpu in CPUS, f'{path}: no 64-bit program for macOS'
        self.cpu = CPUS[cpu]
        self.libraries, self.undefined = [], []
        self.oldest = self.signed = self.starts = None
        at, symbols, dynamic = 32, None, None
        for _ in range(count):
            command, length = struct.unpack_from('<2I', data, at)
            assert length >= 8 and at + length <= 32 + size, f'{path}: a load command is too long'
            if command == LC_BUILD_VERSION:
                platform, oldest = struct.unpack_from('<2I', data, at + 8)
                assert platform == PLATFORM_MACOS, f'{path}: for platform {platform}'
                self.oldest = version(oldest)
            elif command == LC_MIN_VERSION:
                self.oldest = version(struct.unpack_from('<I', data, at + 8)[0])
            elif command == LC_LOAD_DYLIB:
                self.libraries.append(text_at(data, at + struct.unpack_from('<I', data, at + 8)[0]))
            elif command == LC_CODE_SIGNATURE:
                offset, length_of = struct.unpack_from('<2I', data, at + 8)
                assert offset + length_of <= len(data), f'{path}: the signature is cut'
                self.signed = data[offset:offset + 4] == b'\xfa\xde\x0c\xc0'
            elif command == LC_MAIN:
                self.starts = True
            elif command == LC_SYMTAB:
                symbols = struct.unpack_from('<4I', data, at + 8)
            elif command == LC_DYSYMTAB:
                dynamic = struct.unpack_from('<8I', data, at + 8)
            at += length
        assert symbols and dynamic, f'{path}: no table of symbols'
        first, number = dynamic[4], dynamic[5]
        for index in range(first, first + number):
            name = struct.unpack_from('<I', data, symbols[0] + 16 * index)[0]
            self.undefined.append(text_at(data, symbols[2] + name))


def known_symbols(zig):
    """Every symbol that the interface of macOS 11 in Zig's folder lists."""
    text = (zig / 'lib/libc/darwin/libSystem.11.tbd').read_text()
    return set(re.findall(r"[\w$.]+", text))


def check(path, cpu, zig):
    """Raises AssertionError with what is wrong; the number of symbols taken from the system."""
    program = Program(path)
    assert program.cpu == cpu, f'{path}: for {program.cpu}'
    assert program.starts, f'{path}: it has no beginning'
    assert program.oldest == '11.0', f'{path}: for macOS {program.oldest} and newer'
    assert program.libraries == ['/usr/lib/libSystem.B.dylib'], f'{path}: needs {program.libraries}'
    assert cpu != 'arm64' or program.signed, f'{path}: not signed, and arm64 starts no such program'
    unknown = set(program.undefined) - known_symbols(zig)
    assert program.undefined and not unknown, f'{path}: macOS has no {sorted(unknown)}'
    return len(program.undefined)


if __name__ == '__main__':
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument('programs', nargs='+', type=Path)
    given.add_argument('--zig', required=True, type=Path)
    given.add_argument('--cpu', required=True)
    options = given.parse_args()
    for program_path in options.programs:
        print(f'{program_path}: {check(program_path, options.cpu, options.zig)} symbols, all of them known')
    sys.exit(0)
