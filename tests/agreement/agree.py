"""All programs say the same of what to do with a session.

    python3 agree.py --bin DIR --data DIR [--sessions N]

On every transcript of --data and on N made-up ones: context-advise in each of its forms, context-health
as text, JSON and page, its schedule, context-meter's explanation and the notice of the prompt hook. Exit
code 0: they agree, and every option came up that can without a word on what comes next; 1: not so."""

import argparse
import collections
import html
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sessions import made_up

NEXT = 'go on'  # a prompt that says nothing of its own


class Programs:
    def __init__(self, folder, home):
        self.folder = folder
        self.environment = {'HOME': str(home), 'PATH': '/usr/bin:/bin', 'LANG': 'C.UTF-8'}
        self.home = home

    def run(self, name, *arguments, stdin=''):
        done = subprocess.run([self.folder / name, *arguments], input=stdin, capture_output=True, text=True,
                              env=self.environment, cwd=self.home, timeout=120)
        if done.returncode != 0:
            raise AssertionError(f'{name} {" ".join(arguments)}: {done.stderr}')
        return done.stdout


def option_in(words):
    """The option that a line for people names."""
    for sign, option in (('Rewind', 'rewind'), ('/rewind', 'rewind'), ('/compact', 'compact'), ('/clear', 'clear'),
                         ('subagent', 'subagent')):
        if sign in words:
            return option
    return 'continue'


def said_by_hook(programs, transcript):
    """What the notice tells the person to do; None where there is no notice."""
    call = {'session_id': transcript.stem, 'transcript_path': str(transcript), 'cwd': str(programs.home),
            'hook_event_name': 'UserPromptSubmit', 'prompt': NEXT}
    out = programs.run('hook-user-prompt-submit', stdin=json.dumps(call))
    notice = json.loads(out).get('systemMessage', '') if out.strip() else ''
    # "Run big steps in subagents" is how amber continues.
    return option_in(notice.replace('big steps in subagents', '')) if notice else None


def opinions(programs, transcript):
    """The advice, and what each program says to do, by its name."""
    where = ('--transcript', str(transcript))
    advice = json.loads(programs.run('context-advise', '--json', *where))
    said = {}
    said['advise text'] = advice['option'] if programs.run('context-advise', *where).startswith(
        advice['headline']) else 'another headline'
    said['advise markdown'] = advice['option'] if advice['headline'] in programs.run(
        'context-advise', '--markdown', *where) else 'another headline'
    said['health json'] = json.loads(programs.run('context-health', '--json', *where))['advice']['option']
    text = programs.run('context-health', *where)
    said['health text'] = advice['option'] if text.startswith(advice['headline'] + '\n') else 'another headline'
    page = html.unescape(programs.run('context-health', '--html', '-', *where))
    said['page'] = advice['option'] if f'<strong>{advice["headline"]}</strong>' in page else 'another headline'
    said['schedule json'] = json.loads(programs.run('context-health', 'schedule', '--json', *where))['advice']['option']
    head = programs.run('context-health', 'schedule', *where).split('\n')[0]
    words = {'compact': 'compact now', 'continue': 'not yet'}.get(advice['option'], 'not now: ' + advice['headline'])
    said['schedule text'] = advice['option'] if head == words else head
    meter = json.loads(programs.run('context-meter', '--rot', '--explain', '--json', *where))
    said['meter'] = meter['explain']['advice']['option']
    return advice, said


def faults(programs, transcript, seen):
    advice, said = opinions(programs, transcript)
    option = advice['option']
    seen.update([option, advice['rule']])
    out = [f'{transcript.name}: {option}, but {name} says {other}' for name, other in said.items() if other != option]
    notice = said_by_hook(programs, transcript)
    if notice is not None:
        seen['notice'] += 1
        at_hand = json.loads(programs.run('context-advise', '--json', '--next', NEXT, '--transcript', str(transcript)))
        if notice != at_hand['option']:
            out.append(f'{transcript.name}: {at_hand["option"]}, but the notice says {notice}')
    return out


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--bin', type=Path, required=True)
    options.add_argument('--data', type=Path, required=True)
    options.add_argument('--sessions', type=int, default=300)
    given = options.parse_args()
    seen = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        programs = Programs(given.bin.resolve(), home)
        transcripts = sorted(given.data.resolve().glob('*.jsonl'))
        if not transcripts:
            sys.exit(f'{given.data}: no transcripts')
        for seed in range(given.sessions):
            file = home / f'made-up-{seed}.jsonl'
            file.write_text(made_up(seed))
            transcripts.append(file)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            found = [fault for list_ in pool.map(lambda file: faults(programs, file, seen), transcripts)
                     for fault in list_]
    print(f'{len(transcripts)} sessions: {dict(seen)}')
    for what in ('continue', 'rewind', 'compact', 'clear', 'notice', 'phase-end', 'same-topic', 'changed-topic'):
        if given.sessions >= 300 and seen[what] == 0:
            found.append(f'{what} did not come up: it was not tried')
    print('\n'.join(found))
    sys.exit(1 if found else 0)


if __name__ == '__main__':
    main()
