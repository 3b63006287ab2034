"""Runs every command block of README.md and docs/*.md and compares what it prints.

    python3 run_docs.py --bin DIR [-k TEXT] [--write]

DIR holds the built programs. Exit code 0: all as the pages say; 1: not so. `-k` runs only the
blocks whose page or commands contain TEXT. `--write` puts what is printed into the pages, to be
looked at with `git diff`. docs/README.md says how a block is written.
"""

import argparse
import difflib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCES = Path(__file__).resolve().parents[2]
DATA = (SOURCES / 'tests' / 'docs' / 'data', SOURCES / 'tests' / 'data' / 'transcripts')
TIME_LIMIT = 60
HOME = '/home/you'  # the name that the temporary folder has in the pages
SESSION = '8a352318-5b1e-4c1c-9d0e-0f5c1b2a3d4e'  # of data/shop.jsonl
SESSION_BEGIN = 1767607200  # 2026-01-05 10:00 UTC

# Blocks that a test cannot run: the page, how the block begins, and why.
NOT_RUN = [
    ('README.md', './install.sh --project DIR --yes', 'builds, and may install packages'),
    ('README.md', './install.sh --project DIR --uninstall', 'DIR is yours; setup.install_sh does it'),
    ('README.md', 'tests/run --install', 'installs packages, builds, and runs this test'),
    ('docs/context-setup.md', './install.sh --project DIR --yes', 'builds, and may install packages'),
    ('docs/context-setup.md', 'sudo apt install ./context-rot', 'installs; package.archives does it'),
    ('docs/context-setup.md', 'cmake --preset release', 'builds, and installs; package.archives does it'),
    ('docs/correction-detect.md', 'correction-detect evaluate', 'needs labelled prompts, which are yours'),
    ('docs/context-setup.md', 'npx context-rot-toolkit', 'takes packages from npm; package.npm does it'),
    ('docs/context-setup.md', '/plugin marketplace add', 'is typed into Claude Code; client.21-plugin does it'),
    ('docs/extending.md', 'tests/run', 'builds, and runs this test'),
    ('docs/extending.md', 'correction-detect evaluate', 'needs labelled prompts, which are yours'),
    ('docs/macos.md', 'sw_vers', 'needs a Mac'),
    ('docs/releasing.md', 'tests/package/release --out', 'takes half an hour; package.npm does it for one platform'),
    ('docs/releasing.md', 'npm publish', 'publishes'),
]

# Pages without a command: written by one, or only words; and two for which it takes a Mac, and half an hour.
NO_COMMANDS = ('docs/macos.md', 'docs/privacy.md', 'docs/releasing.md', 'docs/reliability.md', 'docs/speed.md',
               'docs/style.md')


class Wrong(Exception):
    """A page that is not written as the test understands it."""


class Block:
    """A fenced block: where it stands, its language, the comments right above it, its lines."""

    def __init__(self, page, line, indent, language, setup, lines):
        self.page, self.line, self.indent, self.language = page, line, indent, language
        self.setup, self.lines = setup, lines

    def where(self):
        return f'{self.page}:{self.line}'

    def steps(self):
        """The commands with the lines that each must print."""
        steps = []
        for text in self.lines:
            if text.startswith('$ '):
                steps.append([text[2:], []])
            elif not steps:
                raise Wrong(f'{self.where()}: output before the first command')
            elif text.startswith('> ') and not steps[-1][1]:
                steps[-1][0] += '\n' + text[2:]
            else:
                steps[-1][1].append(text)
        if not steps:
            raise Wrong(f'{self.where()}: a console block without a command')
        return steps


def blocks_of(page, text):
    """The fenced blocks of a page. A block may be indented, as one of a list is."""
    blocks, setup, opened, lines = [], [], None, []
    before = ''
    for number, line in enumerate(text.split('\n'), 1):
        fence = re.match(r'^( *)```(\S*)$', line)
        comment = re.match(r'^ *<!-- (.*) -->$', line)
        if opened is not None:
            indent, language, start, above = opened
            if fence and not fence[2]:
                blocks.append(Block(page, start, indent, language, above, lines))
                opened, lines = None, []
            else:
                lines.append(line.removeprefix(indent))
        elif fence:
            opened, setup = (fence[1], fence[2], number, setup), []
        elif comment:
            setup.append(comment[1])
        else:
            setup = []
            if line.startswith('    ') and not before.strip():
                raise Wrong(f'{page}:{number}: indented text; put it between fences')
        before = line
    if opened is not None:
        raise Wrong(f'{page}:{opened[2]}: a fence that is not closed')
    return blocks


def matches(expected, printed):
    """Whether the printed lines are the expected ones: `...` stands for any lines, an ellipsis
    within a line for any text."""
    if not expected:
        return not printed
    if expected[0].strip() == '...':
        return any(matches(expected[1:], printed[at:]) for at in range(len(printed) + 1))
    if not printed:
        return False
    pattern = '.*'.join(re.escape(part) for part in expected[0].split('…'))
    return re.fullmatch(pattern, printed[0]) is not None and matches(expected[1:], printed[1:])


def slug(folder):
    """The client's name for a folder."""
    return re.sub('[^A-Za-z0-9]', '-', str(folder))


class Sandbox:
    """A temporary folder that is HOME and the current folder."""

    def __init__(self, programs):
        self.programs = programs
        # Real, because programs print the path that the system gives them.
        self.folder = Path(tempfile.mkdtemp(prefix='context-docs-')).resolve()
        self.current = self.folder
        self.env = {'HOME': str(self.folder), 'PATH': f'{programs}:{self.folder}/bin:/usr/bin:/bin',
                    'LANG': 'C.UTF-8', 'TZ': 'UTC'}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def prepare(self, block):
        for text in block.setup:
            word, *rest = shlex.split(text)
            if word == 'data' and len(rest) == 2:
                self.copy(block, *rest)
            elif word == 'env' and rest:
                self.env.update(one.split('=', 1) for one in rest)
            elif word == 'clone' and not rest:
                self.clone()
            elif word == 'shop' and not rest:
                self.shop(block)
            else:
                raise Wrong(f'{block.where()}: not understood: <!-- {text} -->')

    def copy(self, block, name, target):
        source = next((folder / name for folder in DATA if (folder / name).is_file()), None)
        if source is None:
            raise Wrong(f'{block.where()}: there is no {name}')
        place = self.current / target
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(source.read_bytes().replace(HOME.encode(), str(self.folder).encode()))

    def clone(self):
        """What a clone of the repository has after a build, and a project beside it."""
        shutil.copy2(SOURCES / 'install.sh', self.folder)
        for name in ('settings-templates', 'skills'):
            shutil.copytree(SOURCES / name, self.folder / name)
        (self.folder / 'build' / 'release').mkdir(parents=True)
        (self.folder / 'build' / 'release' / 'bin').symlink_to(self.programs)
        (self.folder / 'shop').mkdir()
        # The doctor asks the client for its version.
        claude = self.folder / 'bin' / 'claude'
        claude.parent.mkdir()
        claude.write_text('#!/bin/sh\necho "2.1.332 (Claude Code)"\n')
        claude.chmod(0o755)

    def shop(self, block):
        """A project with the toolkit's folder and a session of it, whose id is in $ID; it is the
        current folder from here on."""
        self.current = self.folder / 'shop'
        (self.current / '.claude' / 'context-rot').mkdir(parents=True)
        for name in ('src/auth/refresh.ts', 'src/auth/lock.ts'):
            path = self.current / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text('export {};\n')
            os.utime(path, (SESSION_BEGIN, SESSION_BEGIN))
        self.env['ID'] = SESSION
        self.env['TRANSCRIPT'] = str(
            self.folder / '.claude' / 'projects' / slug(self.current) / f'{SESSION}.jsonl')
        self.copy(block, 'shop.jsonl', self.env['TRANSCRIPT'])

    def run(self, command):
        """What a terminal would show: output and errors, and the exit code where it is not 0."""
        done = subprocess.run(['sh', '-c', command], cwd=self.current, env=self.env,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=TIME_LIMIT, check=False)
        text = done.stdout.decode('utf-8', errors='replace').replace(str(self.folder), HOME)
        text = text.replace(slug(self.folder), slug(HOME))
        lines = [line.rstrip() for line in text.removesuffix('\n').split('\n')] if text else []
        if done.returncode != 0:
            lines.append(f'[exit {done.returncode}]')
        return lines


def without_blank_end(lines):
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    return lines[:end]


def run_block(block, programs):
    """What came out otherwise than the block says, and the block's lines as they should be."""
    found, lines = [], []
    with Sandbox(programs) as sandbox:
        sandbox.prepare(block)
        for command, expected in block.steps():
            end = without_blank_end(expected)
            printed = without_blank_end(sandbox.run(command))
            lines += ('$ ' + command.replace('\n', '\n> ')).split('\n')
            if matches(end, printed):
                lines += expected
                continue
            difference = '\n'.join(difflib.unified_diff(
                end, printed, 'the page says', 'it prints', lineterm='', n=2))
            found.append(f'{block.where()}: $ {command}\n{difference}')
            kept = [text for text in end if '…' in text]  # what changes from run to run stays open
            lines += [next((text for text in kept if matches([text], [one])), one) for one in printed]
            lines += expected[len(end):]
    return found, lines


def write_page(path, changed):
    """Puts new lines into the blocks of a page."""
    page = path.read_text(encoding='utf-8').split('\n')
    for block, lines in reversed(changed):
        page[block.line:block.line + len(block.lines)] = [(block.indent + line).rstrip() for line in lines]
    path.write_text('\n'.join(page), encoding='utf-8')


def check_unrun(blocks):
    """Each block that looks like commands is run, or listed with a reason."""
    unused = list(NOT_RUN)
    names = sorted(path.stem for path in (SOURCES / 'src' / 'cli').glob('*.cpp'))
    command = re.compile(r'^(\$ |' + '|'.join(map(re.escape, names)) + r'|\./install\.sh)(?![\w:])')
    for block in blocks:
        if block.language == 'sh':
            listed = [one for one in NOT_RUN
                      if one[0] == block.page and block.lines and block.lines[0].startswith(one[1])]
            if not listed:
                raise Wrong(f'{block.where()}: a block of sh that the test does not know')
            unused = [one for one in unused if one not in listed]
        elif block.language == '':
            raise Wrong(f'{block.where()}: say what it is: console, sh, text, yaml, json, ...')
        elif block.language != 'console' and any(command.match(line) for line in block.lines):
            raise Wrong(f'{block.where()}: commands in a block of {block.language}')
    if unused:
        raise Wrong(f'not run, it says in the test, but not there: {unused}')


def anchors_of(text):
    """What a link may name behind "#": the headings, as the forges write them."""
    headings = re.findall(r'^#+ (.*)$', re.sub(r'```.*?```', '', text, flags=re.S), re.M)
    return {re.sub(r'[^\w -]', '', heading.lower()).replace(' ', '-') for heading in headings}


def check_links(pages):
    """Each link to a file of the repository leads to one, and to a heading of it."""
    for path in pages:
        for target in re.findall(r'\]\(([^)\s]+)\)', path.read_text(encoding='utf-8')):
            if '://' in target:
                continue
            name, _, anchor = target.partition('#')
            place = (path.parent / name).resolve() if name else path
            if not place.is_file() or (anchor and anchor not in anchors_of(place.read_text(encoding='utf-8'))):
                raise Wrong(f'{path.relative_to(SOURCES)}: the link {target} leads nowhere')


def test_itself(programs):
    """A wrong line, a missing one and one too many are found; what is right passes."""
    def count(text):
        return len(run_block(blocks_of('self-test', text)[0], programs)[0])

    def page(*lines):
        return '\n'.join(('```console', *lines, '```'))

    right = page('$ echo one; echo two', 'one', 'two', '$ cat <<E', '> three', '> E', 'three',
                 '$ exit 3', '[exit 3]', '$ seq 9', '1', '...', '…', '9', '$ echo a b c', 'a … c')
    assert count(right) == 0, 'what is right fails'
    for wrong in (page('$ echo one', 'two'), page('$ echo one'), page('$ echo one', 'one', 'two'),
                  page('$ true', 'one'), page('$ exit 3'), page('$ seq 9', '1', '...', '8'),
                  page('$ echo a b c', 'a … d'), page('$ context-meter --pct 7', 'CONTEXT_PCT=8')):
        assert count(wrong) == 1, f'passes, and should not:\n{wrong}'
    for broken in ('```console\n$ true', '\n    indented', '```console\noutput first\n```'):
        try:
            blocks_of('self-test', broken)[0].steps()
        except Wrong:
            continue
        raise AssertionError(f'is understood, and should not be:\n{broken}')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True)
    parser.add_argument('-k', default='', help='only blocks whose page or commands contain this')
    parser.add_argument('--write', action='store_true', help='put what is printed into the pages')
    options = parser.parse_args()
    sys.stdout.reconfigure(encoding='utf-8')
    programs = Path(options.bin).resolve()
    test_itself(programs)

    pages = [SOURCES / 'README.md', *sorted((SOURCES / 'docs').glob('*.md'))]
    failed = total = 0
    try:
        blocks = {}
        for path in pages:
            name = str(path.relative_to(SOURCES))
            blocks[name] = blocks_of(name, path.read_text(encoding='utf-8'))
        check_links(pages)
        check_unrun([block for some in blocks.values() for block in some])
        for name, some in blocks.items():
            chosen = [block for block in some if block.language == 'console']
            if not chosen and name not in NO_COMMANDS:
                raise Wrong(f'{name}: no command of this page is run')
            chosen = [block for block in chosen
                      if options.k in name or any(options.k in line for line in block.lines)]
            changed = []
            for block in chosen:
                found, lines = run_block(block, programs)
                for failure in found:
                    print(failure, end='\n\n')
                failed += len(found)
                if found:
                    changed.append((block, lines))
            if options.write:
                write_page(SOURCES / name, changed)
            total += len(chosen)
            print(f'{name}: {len(chosen)} blocks')
    except Wrong as problem:
        sys.exit(f'run_docs: {problem}')
    print(f'{total} blocks of {len(pages)} pages, {failed} commands print something else')
    sys.exit(1 if failed else 0)


if __name__ == '__main__':
    main()
