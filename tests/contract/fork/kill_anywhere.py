"""context-curate fork killed at every system call, and at random moments while it copies much:
under the name of a session there is a whole fork or none, and the original is as it was."""

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'setup'))
import stepping  # noqa: E402

SKIPPED = 77


def line(number, kind, content, parent):
    """One line of a transcript."""
    return json.dumps({
        'parentUuid': parent, 'type': kind, 'uuid': f'u{number}',
        'timestamp': f'2026-01-01T00:{number // 60 % 60:02}:{number % 60:02}.000Z',
        'message': {'role': kind, 'id': f'm{number}', 'content': [{'type': 'text', 'text': content}]}})


def session(turns, size):
    rows = []
    for number in range(0, 2 * turns, 2):
        parent = f'u{number - 1}' if number else None
        rows.append(line(number, 'user', 'go on', parent))
        rows.append(line(number + 1, 'assistant', 'word ' * size, f'u{number}'))
    return '\n'.join(rows) + '\n'


class Scene:
    def __init__(self, program, text):
        self.program = program
        self.folder = Path(tempfile.mkdtemp(prefix='context-fork-'))
        self.project = self.folder / '.claude' / 'projects' / '-p'
        self.project.mkdir(parents=True)
        self.original = self.project / 'original.jsonl'
        self.text = text.encode()
        self.original.write_bytes(self.text)
        self.whole = 0

    def command(self):
        return [str(self.program), 'fork', '--transcript', str(self.original)]

    def env(self):
        return {'HOME': str(self.folder), 'PATH': '/usr/bin:/bin'}

    def begin_anew(self):
        for path in self.project.iterdir():
            if path != self.original:
                path.unlink()

    def check(self, where):
        assert self.original.read_bytes() == self.text, f'{where}: the original was changed'
        for path in self.project.glob('*.jsonl'):
            if path == self.original or path.name.startswith('.'):
                continue
            first, _, rest = path.read_bytes().partition(b'\n')
            header = json.loads(first)
            assert header['bytes'] == len(rest), f'{where}: half a fork'
            assert rest.endswith(b'\n'), f'{where}: half a line'
            self.whole += 1

    def close(self):
        shutil.rmtree(self.folder)


def at_every_stop(program):
    scene = Scene(program, session(20, 50))
    stops = stepping.at_every_stop(
        scene.command(), scene.env(), scene.begin_anew,
        lambda stepped: (stepped.kill(), scene.check(f'killed at stop {stepped.stops}')))
    print(f'  killed at {stops} stops, {scene.whole} times after the fork was there')
    assert stops > 40 and 0 < scene.whole < stops
    scene.close()


def at_random_moments(program, rounds):
    scene = Scene(program, session(400, 4000))
    began = time.monotonic()
    subprocess.run(scene.command(), env=scene.env(), check=True, stdout=subprocess.DEVNULL)
    usual = time.monotonic() - began
    scene.check('not killed')
    assert scene.whole == 1
    chance = random.Random(1)
    for number in range(rounds):
        scene.begin_anew()
        with subprocess.Popen(scene.command(), env=scene.env(), stdout=subprocess.DEVNULL) as process:
            time.sleep(chance.uniform(0, 1.2 * usual))
            process.kill()
        scene.check(f'round {number}')
    print(f'  killed {rounds} times at random, {scene.whole - 1} times after the fork was there')
    scene.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True)
    program = Path(parser.parse_args().bin).resolve() / 'context-curate'
    if os.name != 'posix':
        return SKIPPED
    if stepping.works():
        at_every_stop(program)
    else:
        print('  processes cannot be traced here: not killed at every system call')
    at_random_moments(program, 100)
    return 0


if __name__ == '__main__':
    sys.exit(main())
