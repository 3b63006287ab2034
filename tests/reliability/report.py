"""Writes docs/reliability.md: what was done to the programs, how often, and what came of it.

    python3 report.py --bin build/release/bin [--fuzz build/fuzz]

Runs the tests that count, which takes some ten minutes, and reads what the last run of the fuzzers
(tests/fuzz/run SECONDS) left in the build folder. Exit 1 where anything went wrong."""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
PAGE = TESTS.parent / 'docs' / 'reliability.md'


class Tests:
    """Runs tests and keeps their last word."""

    def __init__(self, programs):
        self.programs = programs
        self.failed = []

    def run(self, name, *command):
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            self.failed.append(name)
            print(f'{name} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}', file=sys.stderr)
        return done.stdout

    def python(self, name, *args):
        """tests/contract/NAME.py"""
        return self.run(name, sys.executable, '-B', TESTS / 'contract' / f'{name}.py', '--bin',
                        self.programs, *args)

    def counts(self, name):
        """Its counts, by a file that it writes."""
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / 'counts.json'
            self.python(name, '--json', file)
            return json.loads(file.read_text()) if file.exists() else {}


def table(head, rows):
    lines = ['| ' + ' | '.join(head) + ' |', '|---|' + '--:|' * (len(head) - 1)]
    return '\n'.join(lines + ['| ' + ' | '.join(str(cell) for cell in row) + ' |' for row in rows])


def number(count):
    return f'{count:,}'


def kills(text):
    """"  install: killed at 640 stops" -> rows."""
    return [(what, int(count)) for what, count in
            re.findall(r'^ *(?:(.*): )?killed at (\d+) stops', text, re.M)]


def fuzz_rows(folder):
    rows = []
    for log in sorted(folder.glob('*.log')):
        text = log.read_text(errors='replace')
        found = re.search(r'stat::number_of_executed_units: *(\d+)', text)
        if found:
            rows.append((f'`{log.stem}`', number(int(found.group(1)))))
    return rows


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('--bin', required=True, type=Path)
    options.add_argument('--fuzz', type=Path)
    given = options.parse_args()
    tests = Tests(given.bin.resolve())

    faults = tests.counts('faults/faults')
    around = tests.counts('faults/surroundings')
    killed = kills(tests.python('setup/kill_anywhere')) + [
        ('context-curate fork', count) for _, count in kills(tests.python('fork/kill_anywhere'))]
    races = tests.python('setup/races').strip().splitlines()
    hostile = tests.python('security/hostile').strip().splitlines()
    contract = tests.run('contract', tests.programs / 'contract-tests', tests.programs,
                         TESTS / 'contract' / 'cases', TESTS / 'data' / 'transcripts')
    properties = [tests.run('property-curate', tests.programs / 'property-curate', '100000'),
                  tests.run('property-fork', tests.programs / 'property-fork', '2000')]
    fuzzed = fuzz_rows(given.fuzz) if given.fuzz else []

    total = sum(entry['faults'] for entry in faults.values())
    page = f'''# What was tried to break it

Written by `python3 tests/reliability/report.py --bin build/release/bin --fuzz build/fuzz`, from the
tests that `tests/run --all` runs. Everything here ended well{'' if not tests.failed else
' but for ' + ', '.join(tests.failed)}; what once did not is a test now.

## System calls that fail

Each program that writes runs once for each of its system calls and each way in which that can go
wrong: no space, no permission, a broken disk, too many open files, no memory, an interrupted call, a
call that does a part only, and the end of the process (SIGKILL). A full disk and a lack of memory stay
from there on. After each run: a hook ended with 0 and gave whole JSON or nothing, a command said what
happened, no file was lost or torn, no temporary file was left, and the next run did what this one could
not. `tests/contract/faults/faults.py`

{table(('program', 'calls', 'faults'), [(f'`{name}`', entry['calls'], entry['faults'])
                                        for name, entry in faults.items()])}
| **together** | | **{number(total)}** |

## Killed before and after every system call

{table(('what', 'times'), [(what or 'context-setup', count) for what, count in killed])}

While an installation runs, another program rewrites the settings at each of its system calls, and many
installations run at once: {races[-1] if races else 'not run'}. `tests/contract/setup/races.py`

## Odd surroundings

`tests/contract/faults/surroundings.py`, runs of the hooks, the status line and the commands of every
day:

{table(('what', 'runs'), sorted(around.items()))}

## Bad input

Contract cases on the real programs: {contract.strip().splitlines()[-1] if contract.strip() else 'not run'}.
Files, ids and texts that mean harm ([SECURITY.md](../SECURITY.md)): {hostile[-1] if hostile else 'not run'}.

Made up at random, against an oracle: {'; '.join(line.strip() for line in properties)}.

## Fuzzing

With address and undefined-behaviour sanitizers; `tests/fuzz/README.md` says how to run them for hours.

{table(('target', 'inputs'), fuzzed) if fuzzed else 'Not run.'}
'''
    PAGE.write_text(page)
    print(f'{PAGE}: {total} faults, {len(fuzzed)} fuzzers')
    return 1 if tests.failed else 0


if __name__ == '__main__':
    sys.exit(main())
