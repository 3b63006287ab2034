"""The exit codes of every program, as one table (src/cli/exit_codes.h).

    python3 exit_codes.py --bin DIR [-k TEXT]
"""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / 'setup'))
import setup_lab  # noqa: E402
from scene import HOOKS, WAIT, Scene  # noqa: E402
from setup_lab import equal  # noqa: E402

DONE, FAILED, USAGE = 0, 1, 2
NONE = 'ffffffff-0000-4000-8000-000000000000'  # a session that is not there

# Program -> what is wrong, what it is called with, its code. {t} is a transcript, {none} a
# file that is not there, {dir} a folder in the place of a file, {bad} a file of no use, {none_id} a
# session that is not there. stdin is empty, or what stands last.
TABLE = {
    'context-rules': [
        ('done', ['list'], DONE),
        ('done', ['keep', 'use b, not make', '--dry-run'], DONE),
        ('no such option', ['--nonsense'], USAGE),
        ('value', ['keep', 'x', '--command', 'a', '--answer', 'allow'], USAGE),
        ('not there', ['drop', '9'], FAILED),
        ('not there', ['accept'], FAILED),
        ('stdout is full', ['test', 'make'], FAILED),
    ],
    'context-meter': [
        ('done', ['--transcript', '{t}'], DONE),
        ('done', ['--pct', '40'], DONE),
        ('no such option', ['--nonsense'], USAGE),
        ('value', ['--pct', 'x'], USAGE),
        ('unreadable', ['--transcript', '{dir}'], FAILED),
        ('not there', ['--transcript', '{none}'], FAILED),
        ('no such session', ['--session', '{none_id}'], FAILED),
        ('configuration', ['--pct', '40'], USAGE),
        ('stdout is full', ['--pct', '40'], FAILED),
    ],
    'context-advise': [
        ('done', ['--transcript', '{t}'], DONE),
        ('no such option', ['--nonsense'], USAGE),
        ('value', ['--json', '--markdown'], USAGE),
        ('unreadable', ['--transcript', '{dir}'], FAILED),
        ('not there', ['--transcript', '{none}'], FAILED),
        ('no such session', ['--session', '{none_id}'], FAILED),
        ('configuration', ['--transcript', '{t}'], USAGE),
        ('stdout is full', ['--transcript', '{t}'], FAILED),
    ],
    'context-health': [
        ('done', ['--transcript', '{t}'], DONE),
        ('no such option', ['--nonsense'], USAGE),
        ('value', ['--messages', '{bad}'], USAGE),
        ('input', ['interpret'], USAGE, 'no answer at all'),
        ('unreadable', ['--transcript', '{dir}'], FAILED),
        ('unreadable', ['--messages', '{dir}'], FAILED),
        ('not there', ['--transcript', '{none}'], FAILED),
        ('not there', ['--messages', '{none}'], FAILED),
        ('no such session', ['--session', '{none_id}'], FAILED),
        ('no such session', ['recover', 'prune', '--session', '{none_id}'], FAILED),
        ('unwritable', ['--html', '{dir}', '--transcript', '{t}'], FAILED),
        ('configuration', ['--transcript', '{t}'], USAGE),
        ('stdout is full', ['--transcript', '{t}'], FAILED),
    ],
    'context-journal': [
        ('done', ['draft', '--transcript', '{t}'], DONE),
        ('no such option', ['--nonsense'], USAGE),
        ('unreadable', ['draft', '--transcript', '{dir}'], FAILED),
        ('not there', ['draft', '--transcript', '{none}'], FAILED),
        ('no such session', ['draft', '--session', '{none_id}'], FAILED),
        ('no such session', ['show', '--session', '{none_id}'], FAILED),
        ('configuration', ['draft', '--transcript', '{t}'], USAGE),
        ('stdout is full', ['draft', '--transcript', '{t}'], FAILED),
    ],
    'context-curate': [
        ('done', ['messages'], DONE, '[]'),
        ('no such option', ['messages', '--nonsense'], USAGE),
        ('value', ['fork', '--transcript', '{t}', '--since', 'x'], USAGE),
        ('input', ['messages'], USAGE, 'no JSON'),
        ('unreadable', ['fork', '--transcript', '{dir}'], FAILED),
        ('not there', ['fork', '--transcript', '{none}'], FAILED),
        ('no such session', ['fork', '--session', '{none_id}'], FAILED),
        ('no such session', ['undo', '{none_id}'], FAILED),
        ('unwritable', ['messages', '--events', '{dir}'], FAILED, '[]'),
        ('configuration', ['fork', '--transcript', '{t}', '--dry-run'], USAGE),
        ('stdout is full', ['messages'], FAILED, '[]'),
        ('stdout is full', ['fork', '--transcript', '{t}', '--dry-run'], FAILED),
    ],
    'correction-detect': [
        ('done', [], DONE, '{{"text":"go on"}}'),
        ('no such option', ['--nonsense'], USAGE),
        ('value', ['ledger', '--standing', 'x'], USAGE),
        ('value', ['--weights', '{bad}'], USAGE),
        ('value', ['evaluate', '--data', '{bad}'], USAGE),
        ('input', [], USAGE, 'no JSON'),
        ('unreadable', ['--weights', '{dir}'], FAILED),
        ('unreadable', ['evaluate', '--data', '{dir}'], FAILED),
        ('unreadable', ['evaluate', '--data', '{bad}', '--also', '{dir}'], FAILED),
        ('unreadable', ['ledger', '--file', '{dir}'], FAILED),
        ('not there', ['--weights', '{none}'], FAILED),
        ('not there', ['train', '--data', '{none}', '--out', '{none}'], FAILED),
        ('not there', ['ledger', '--file', '{none}'], FAILED),
        ('configuration', [], USAGE, '{{"text":"go on"}}'),
        ('stdout is full', [], FAILED, '{{"text":"go on"}}'),
    ],
    'context-setup': [
        ('done', ['--help'], DONE),
        ('no such option', ['install', '--nonsense'], USAGE),
        ('value', ['install'], USAGE),
        ('value', ['install', '--project', '{none}'], USAGE),
        ('stdout is full', ['--help'], FAILED),
    ],
    # Asked by the client all the time: shows what it can, whatever is wrong.
    'context-status-line': [
        ('done', [], DONE, '{{}}'),
        ('no such option', ['--nonsense'], USAGE),
        ('input', [], DONE, 'no JSON'),
        ('unwritable', ['--snapshot', '{dir}'], DONE, '{{}}'),
        ('configuration', [], DONE, '{{}}'),
        ('stdout is full', [], FAILED, '{{}}'),
    ],
}


def hook_rows(scene):
    """Hooks: always 0, and nothing on stderr."""
    for hook in HOOKS:
        for what, stdin in (('done', scene.event(hook)), ('input', 'no JSON'),
                            ('unreadable', scene.event(hook, transcript_path=str(scene.home))),
                            ('not there', scene.event(hook, transcript_path='/none')),
                            ('configuration', scene.event(hook)),
                            ('stdout is full', scene.event(hook))):
            yield f'hook-{hook}', (what, [], DONE, stdin)


def rows(scene):
    for program, lines in TABLE.items():
        for line in lines:
            yield program, line
    yield from hook_rows(scene)


def run(scene, program, row):
    what, args, code, *rest = row
    bad = scene.folder / 'bad'
    bad.write_text('neither one thing nor the other\n')
    names = {'t': scene.transcript, 'none': scene.folder / 'none' / 'file', 'dir': scene.home,
             'bad': bad, 'none_id': NONE}
    stdin = rest[0] if rest else ''
    if not program.startswith('hook-'):
        stdin = stdin.format(**names)
    config = scene.data / 'config.yaml'
    if what == 'configuration':
        config.parent.mkdir(exist_ok=True)
        config.write_text('bands:\n  amarillo: no number\n')
    try:
        with open('/dev/full' if what == 'stdout is full' else '/dev/null', 'wb') as out:
            done = subprocess.run(
                [str(scene.bin / program), *(arg.format(**names) for arg in args)], stdout=out,
                stderr=subprocess.PIPE, input=stdin.encode(), env=scene.env, cwd=scene.project,
                timeout=WAIT, check=False)
    finally:
        config.unlink(missing_ok=True)
    label = f'{program} {" ".join(args)} ({what})'
    said = done.stderr.decode()
    equal(f'{label} {said}', done.returncode, code)
    if code != DONE:
        assert said.splitlines()[-1].startswith(program + ': '), f'{label}: {said}'
        assert 'exception' not in said, f'{label}: {said}'
    if program.startswith('hook-'):
        equal(f'{label}: stderr', said, '')


def test_every_program_ends_as_the_table_says(lab):
    scene = Scene(lab)
    wrong = []
    for program, row in rows(scene):
        try:
            run(scene, program, row)
        except AssertionError as error:
            wrong.append(str(error))
    assert not wrong, '\n'.join(wrong)


def test_the_table_has_every_program(lab):
    folder = Path(lab.setup).parent
    built = {file.name for file in folder.iterdir()
             if file.name.startswith(('context-', 'hook-', 'correction-'))
             and not file.name.endswith(('-time', '-tests'))}
    equal('programs', built, set(TABLE) | {f'hook-{hook}' for hook in HOOKS})


if __name__ == '__main__':
    sys.exit(setup_lab.main(setup_lab.collected(globals()), __doc__))
