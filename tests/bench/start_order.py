"""Which functions a start of the programs in toolkit-quick runs: cmake/start_order.txt, by which the
linker puts them together. A start then touches a third of the pages of code.

    python3 start_order.py --build build/release

Links the programs once more, with a map, and runs those of instructions.py under valgrind. To be run
where starts have changed; what the list does not have, or has in vain, is only where it would be
without the list."""

import argparse
import bisect
import collections
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'contract' / 'setup'))
import instructions  # noqa: E402
import setup_lab  # noqa: E402
from scene import Scene  # noqa: E402

KEPT = HERE.parents[1] / 'cmake' / 'start_order.txt'
# Of these the C library has one for each kind of processor, and valgrind shows one kind.
KINDS = [('avx2', 'avx'), ('avx', 'avx'), ('evex', 'evex'), ('avx512', 'evex512'), ('sse2', 'sse2')]
SECTION = re.compile(r'^ (\.text\S*)(?:\n +| +)0x([0-9a-f]+) +0x([0-9a-f]+) (\S+)$', re.MULTILINE)


def link(build, folder):
    """Links toolkit-quick into the folder, under each of its names; returns the text of its map."""
    commands = subprocess.run(['ninja', '-C', str(build), '-t', 'commands', 'toolkit-quick'],
                              capture_output=True, text=True, check=True).stdout.splitlines()
    command = next(line for line in reversed(commands) if ' -o bin/toolkit-quick ' in line)
    command = command.partition('&& ')[2].rpartition(' && ')[0]
    while ' && ' in command:
        command = command.rpartition(' && ')[0]
    file = folder / 'toolkit-quick'
    command = command.replace(' -o bin/toolkit-quick ', f' -o {file} -Wl,-Map={folder}/map ')
    subprocess.run(command, shell=True, cwd=build, check=True)
    for path in (build / 'bin').iterdir():
        if path.samefile(build / 'bin' / 'toolkit-quick') and path.name != file.name:
            (folder / path.name).hardlink_to(file)
    return (folder / 'map').read_text()


def sections(text):
    """(address, size, name, object file) of what the executable has of the sections of code."""
    text = text[text.index('Linker script and memory map'):]
    found = [(int(at, 16), int(size, 16), name, file) for name, at, size, file in SECTION.findall(text)]
    return sorted(section for section in found if section[0] and section[1])


def executed(scene, command, stdin, folder):
    """The addresses of all instructions that a call runs."""
    out = folder / 'callgrind'
    subprocess.run(['valgrind', '--tool=callgrind', '--dump-instr=yes', '--compress-pos=no',
                    f'--callgrind-out-file={out}', str(folder / command[0]), *command[1:]],
                   input=stdin, env=scene.env, cwd=scene.project, capture_output=True, text=True, check=True)
    return {int(at, 16) for at in re.findall(r'^(0x[0-9a-f]+) ', out.read_text(), re.MULTILINE)}


def line_of(name, file):
    """A section as a line of the list: a function by itself, or code of the C library with its file."""
    archive, _, member = Path(file).name.partition('(')
    if name.startswith('.text.') and not archive.startswith(('libc.', 'libm')):
        return [re.sub(r'^\.text\.(?:startup\.|hot\.|unlikely\.)?', '', name)]
    if not member:
        return []
    lines = [f'{archive}:{member[:-1]} {name}']
    for kind, section in KINDS:
        if f'-{kind}' in member and name == f'.text.{section}':
            lines += [f'{archive}:{member[:-1].replace(f"-{kind}", f"-{other}")} .text.{its}'
                      for other, its in KINDS]
    return lines


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('--build', required=True, type=Path)
    build = options.parse_args().build.resolve()
    if not shutil.which('valgrind') or not shutil.which('ninja'):
        sys.exit('this needs valgrind and ninja')
    with tempfile.TemporaryDirectory(prefix='context-rot-order-') as name, \
            setup_lab.Lab(build / 'bin' / 'context-setup') as lab:
        folder = Path(name)
        there = sections(link(build, folder))
        begins = [section[0] for section in there]
        scene = Scene(lab)
        large = lab.folder / 'large.jsonl'
        subprocess.run([str(build / 'bin' / 'generate-transcript'), '--bytes', '1MB', '--seed', '1',
                        '--out', str(large)], check=True)
        calls = collections.Counter()
        for command, stdin in instructions.scenarios(scene, large).values():
            if not (folder / command[0]).exists():
                continue
            lines = set()
            for address in executed(scene, command, stdin, folder):
                at = bisect.bisect_right(begins, address) - 1
                if at >= 0 and address < there[at][0] + there[at][1]:
                    lines.update(line_of(*there[at][2:]))
            calls.update(lines)
    # What all of them run comes first.
    lines = sorted(calls, key=lambda line: (-calls[line], line))
    KEPT.write_text('# Made by tests/bench/start_order.py: functions, and files of the C library with a section.\n'
                    + ''.join(line + '\n' for line in lines))
    print(f'{len(lines)} lines in {KEPT}')


if __name__ == '__main__':
    main()
