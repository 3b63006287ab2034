"""What the tests of context-setup share: a project of its own, made-up programs, and the runs.

Every test is a program: `python3 NAME.py --bin DIR [-k TEXT]`, where DIR holds the built
programs. Exit code 0: all passed; 1: some failed; 77: cannot be tested here.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCES = HERE.parents[2]
SHIPPED_TEMPLATES = SOURCES / 'settings-templates'
# Of their own, so that the expected bytes do not change with each hook that is added.
TEMPLATES = SOURCES / 'tests' / 'data' / 'settings-templates'
DATA = SOURCES / 'tests' / 'data' / 'settings'
# The hooks that either set of templates names, and two commands.
PROGRAMS = sorted({'context-meter', 'context-status-line'} | {
    name
    for folder in (SHIPPED_TEMPLATES, TEMPLATES)
    for name in re.findall(r'/(hook-[a-z-]+)', (folder / 'project.json').read_text())})
SKIPPED = 77


class Run:
    def __init__(self, done):
        self.code = done.returncode
        self.out = done.stdout.decode()
        self.err = done.stderr.decode()

    def __str__(self):
        return f'exit {self.code}\n--- stdout\n{self.out}--- stderr\n{self.err}'


def quick_folder():
    """Where files cost least: thousands of runs sync theirs to the disk."""
    memory = '/dev/shm'
    if os.environ.get('TMPDIR') or not os.access(memory, os.W_OK):
        return None
    return None if os.statvfs(memory).f_flag & os.ST_NOEXEC else memory


class Lab:
    """A folder with a project, a HOME and small stand-ins for the programs, gone at the end. Like the
    real ones they are of one content, and know their names."""

    def __init__(self, setup):
        self.setup = str(setup)
        self.folder = Path(tempfile.mkdtemp(prefix='context-setup-', dir=quick_folder()))
        self.home = self.folder / 'home'
        self.project = self.folder / 'project'
        self.programs = self.folder / 'programs'
        self.claude = self.project / '.claude'
        self.settings = self.claude / 'settings.json'
        self.memory = self.claude / 'context-rot' / 'install'
        for folder in (self.home, self.project, self.programs):
            folder.mkdir()
        for name in PROGRAMS:
            self.make_program(name, '"${0##*/}"')

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def make_program(self, name, says):
        path = self.programs / name
        path.write_text(f'#!/bin/sh\necho {says}\n')
        path.chmod(0o755)

    def write_settings(self, content):
        self.claude.mkdir(exist_ok=True)
        self.settings.write_bytes(content)

    def env(self, **more):
        return {'HOME': str(self.home), 'PATH': '/usr/bin:/bin', 'LANG': 'C.UTF-8', **more}

    def command(self, what, *args):
        command = [self.setup, what, '--project', str(self.project)]
        if what == 'install':
            command += ['--templates', str(TEMPLATES), '--programs', str(self.programs)]
        elif what == 'diff':
            command += ['--templates', str(TEMPLATES)]
        return command + list(args)

    def run(self, what, *args, **env):
        return self.run_command(self.command(what, *args), **env)

    def run_command(self, command, **env):
        return Run(subprocess.run([str(word) for word in command], env=self.env(**env), timeout=120,
                                  stdin=subprocess.DEVNULL, capture_output=True, check=False))


def content(path):
    """The bytes of a file; None where there is none."""
    return path.read_bytes() if path.exists() else None


def tree(folder):
    """Everything below a folder: name -> kind, permissions, and content or target."""
    found = {}
    for path in sorted(folder.rglob('*')):
        mode = path.lstat().st_mode
        if path.is_symlink():
            what = os.readlink(path)
        elif path.is_dir():
            what = None
        else:
            what = path.read_bytes()
        found[str(path.relative_to(folder))] = (oct(mode), what)
    return found


def equal(what, found, wanted):
    if found != wanted:
        raise AssertionError(f'{what}:\nwanted {show(wanted)}\nfound  {show(found)}')


def show(value):
    if isinstance(value, bytes):
        return '\n' + value.decode('utf-8', 'backslashreplace') + f'\n{value[-200:]!r}'
    if isinstance(value, dict):
        return '\n' + '\n'.join(f'  {key}: {str(entry)[:300]}' for key, entry in value.items())
    return repr(value)


def succeeded(run):
    if run.code != 0 or run.err:
        raise AssertionError(f'it should have succeeded: {run}')
    return run


def failed(run, code, message):
    """One line on stderr, nothing on stdout."""
    if run.code != code or run.out or message not in run.err or run.err.count('\n') != 1:
        raise AssertionError(f'wanted exit {code} with "{message}": {run}')


def read_json(data):
    """JSON as the client reads it, apart from its order."""
    return json.loads(data.decode('utf-8-sig'), strict=True)


def main(tests, description):
    """Runs name -> function(lab); returns the exit code."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument('--bin', required=True, type=Path, help='folder of the built programs')
    options.add_argument('-k', default='', help='only tests whose name holds this')
    given = options.parse_args()
    setup = given.bin.resolve() / 'context-setup'
    chosen = {name: test for name, test in tests.items() if given.k in name}
    failures = 0
    for name, test in chosen.items():
        with Lab(setup) as lab:
            try:
                test(lab)
            except Exception as error:  # pylint: disable=broad-except
                failures += 1
                text = str(error) if isinstance(error, AssertionError) else traceback.format_exc()
                print(f'FAILED {name}\n{text}\n')
    print(f'{len(chosen) - failures} of {len(chosen)} passed')
    return 1 if failures or not chosen else 0


def collected(namespace):
    """The functions test_* of a module by their names, words apart."""
    return {name[len('test_'):].replace('_', ' '): thing for name, thing in namespace.items()
            if name.startswith('test_')}


if __name__ == '__main__':
    sys.exit('this is no test of its own')
