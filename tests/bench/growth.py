"""Whether what a program does grows with its input and not with the square of it: instructions by
valgrind's callgrind at two sizes, one four times the other.

    python3 growth.py --bin DIR [-k TEXT] [--size N]

A program that is linear takes at most four times as many; what only grows with the square takes
sixteen times. Nothing is timed, so that a busy machine makes no difference. Exit 77 without
valgrind."""

import argparse
import json
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'contract' / 'setup'))
import setup_lab  # noqa: E402
from instructions import SKIPPED, count  # noqa: E402
from scene import ID, Scene  # noqa: E402

TIMES = 4
MOST = 1.3 * TIMES  # a tree or a sorted list costs its logarithm
BYTES = 12_000  # at the smaller size

# What has sent some reader back to the beginning, or may one day: each fills a text alone.
UNITS = {
    'brackets and dashes': '(\u2014', 'open quotations': '("', 'open code': '(`a ',
    'fences': '```\n', 'reminders': '<system-reminder>', 'marks': '?! ', 'dots': 'a.',
    'slashes': 'a/(', 'apostrophes': "a'", 'lists': '- [ ] a\n', 'files': 'src/a.js ',
    'choices': "let's use a for b. ", 'blank lines': '\n', 'secrets': 'token=(',
}

# The same for a shell command.
SHELL_UNITS = {
    'substitutions': '$(a ', 'quoted ones': '"$(`', 'backquotes': '`a ', 'here-documents': '<<a ',
    'braces': '${a ', 'arithmetic': '((', 'subshells': '( ', 'cases': 'case a in ', 'wrappers': 'sudo ',
    'commands': 'a;', 'escapes': '\\"',
}


def row(number, kind, message, **more):
    """A line of a transcript, the child of the one before."""
    uuid = f'{number:08d}-0000-4000-8000-000000000000'
    parent = f'{number - 1:08d}-0000-4000-8000-000000000000' if number else None
    seconds = f'{number // 3600 % 24:02d}:{number // 60 % 60:02d}:{number % 60:02d}'
    return json.dumps({'parentUuid': parent, 'isSidechain': False, 'type': kind, 'uuid': uuid,
                       'sessionId': ID, 'timestamp': f'2026-01-01T{seconds}.000Z',
                       'message': message, **more})


class Talk:
    """A transcript that grows line by line."""

    def __init__(self):
        self.lines = []

    def user(self, content):
        self.lines.append(row(len(self.lines), 'user', {'role': 'user', 'content': content}))

    def answer(self, *content):
        number = len(self.lines)
        self.lines.append(row(number, 'assistant', {
            'id': f'msg_{number}', 'role': 'assistant', 'model': 'claude-opus-4-6',
            'content': list(content),
            'usage': {'input_tokens': 10 * number + 10, 'output_tokens': 1}}))

    def says(self, text):
        self.answer({'type': 'text', 'text': text})

    def reads(self, path, result='1\tx'):
        name = f'toolu_{len(self.lines)}'
        self.answer({'type': 'tool_use', 'id': name, 'name': 'Read', 'input': {'file_path': path}})
        self.user([{'type': 'tool_result', 'tool_use_id': name, 'content': result}])

    def write(self, scene):
        scene.transcript.write_text('\n'.join(self.lines) + '\n')


def filled(unit, size):
    return unit * (size // len(unit.encode()))


def prompt_of(unit):
    def make(scene, size):
        talk = Talk()
        talk.user('begin')
        talk.says('The lock lives in Redis.')
        talk.write(scene)
        return (['hook-user-prompt-submit'],
                scene.event('user-prompt-submit', prompt='no, that is wrong ' + filled(unit, size),
                            tool_response=None))
    return make


def command_of(unit):
    def make(scene, size):
        keep = ('keep', 'use b, not make', '--command', 'make')
        if scene.run('context-rules', *keep).code not in (0, 1):
            raise AssertionError('no rule was kept')
        return (['hook-pre-tool-use'],
                scene.event('pre-tool-use', tool_input={'command': filled(unit, size)},
                            tool_response=None))
    return make


def session_of(unit, command):
    """The same text as prompt, answer, command and output."""
    def make(scene, size):
        text = filled(unit, size // 4)
        talk = Talk()
        talk.user(text)
        talk.says(text)
        talk.answer({'type': 'tool_use', 'id': 't', 'name': 'Bash', 'input': {'command': text}})
        talk.user([{'type': 'tool_result', 'tool_use_id': 't', 'content': text, 'is_error': True}])
        talk.says('That failed.')
        talk.user('no, that is wrong. undo it')
        talk.says('Done.')
        talk.write(scene)
        return ([*command, '--transcript', str(scene.transcript)], '')
    return make


def gone_files(scene, size):
    """Files that are gone and end alike, and answers that speak of that end."""
    talk = Talk()
    talk.user('clean up')
    for number in range(size // 30):
        talk.reads(f'/gone/m{number}/src/index.js')
        talk.says('src/index.js needs work.')
    talk.write(scene)
    return (['context-health', '--json', '--transcript', str(scene.transcript)], '')


def ledger_of_many_turns(scene, size):
    """As many entries of the ledger as turns; none of them names one."""
    talk = Talk()
    events = []
    for number in range(size // 10):
        talk.user('go on')
        talk.says('Done.')
        events.append(json.dumps({
            'event': 'detected', 'id': f'e{number}', 'session': ID, 'label': 'correction',
            'time': f'2026-02-01T{number // 60 % 24:02d}:{number % 60:02d}:00.000Z',
            'rejected': 0.9, 'correction': 0.7, 'clarified': 'use the other one'}))
    talk.write(scene)
    scene.data.mkdir(exist_ok=True)
    (scene.data / 'corrections.jsonl').write_text('\n'.join(events) + '\n')
    return (['context-health', '--json', '--transcript', str(scene.transcript)], '')


def summary_of(unit):
    def make(scene, size):
        return (['hook-post-compact'],
                scene.event('post-compact', compact_summary='<summary>\n' + filled(unit, size)))
    return make


def scenarios():
    """Name -> function(scene, bytes) that returns a command and its stdin."""
    found = {'health: gone files that end alike': gone_files,
             'health: a ledger beside many turns': ledger_of_many_turns}
    for name, unit in UNITS.items():
        found[f'prompt: {name}'] = prompt_of(unit)
        found[f'health: {name}'] = session_of(unit, ['context-health', '--json'])
    for name, unit in SHELL_UNITS.items():
        found[f'command: {name}'] = command_of(unit)
    for name in ('fences', 'lists', 'files', 'blank lines'):
        found[f'summary: {name}'] = summary_of(UNITS[name])
    return found


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('--bin', required=True, type=Path)
    options.add_argument('-k', default='', help='only those whose name holds this')
    options.add_argument('--size', type=int, default=BYTES, help='bytes at the smaller size')
    given = options.parse_args()
    if not shutil.which('valgrind'):
        print('SKIPPED: valgrind is not here, so that instructions cannot be counted')
        return SKIPPED
    worse = 0
    for name, make in scenarios().items():
        if given.k not in name:
            continue
        with setup_lab.Lab(given.bin.resolve() / 'context-setup') as lab:
            scene = Scene(lab)
            small, large = (count(scene, *make(scene, size))
                            for size in (given.size, TIMES * given.size))
        grows = large / small
        print(f'{"ok" if grows <= MOST else "FAILED":6} {name:42} {small:9} {large:9} thousand'
              f'  x{grows:.1f}', flush=True)
        worse += grows > MOST
    if worse:
        print(f'{worse} grow faster than their input: at most x{MOST:.1f} for x{TIMES}')
    return 1 if worse else 0


if __name__ == '__main__':
    sys.exit(main())
