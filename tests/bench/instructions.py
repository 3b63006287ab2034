"""How many instructions a call of each program takes, by valgrind's callgrind: the same on a busy
machine and on an idle one, so that a change that costs something is seen.

    python3 instructions.py --bin DIR --compiler TEXT [--write]

Compares with instructions.txt, with a tolerance of a tenth, where that was measured with the same
compiler; else it only prints (exit 77). --write measures anew."""

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / 'contract' / 'setup'))
import setup_lab  # noqa: E402
from scene import HOOKS, Scene  # noqa: E402

KEPT = HERE / 'instructions.txt'
TOLERANCE = 0.1
SKIPPED = 77
WITH_RULE = 'hook-pre-tool-use, a rule, no match'


def event(scene, hook, **more):
    """What the client gives to this hook, without what it gives to others."""
    whole = json.loads(scene.event(hook, **more))
    if hook != 'post-tool-use':
        for name in ('tool_name', 'tool_use_id', 'tool_input', 'tool_response'):
            if hook != 'pre-tool-use' or name == 'tool_response':
                del whole[name]
    return json.dumps(whole)


def scenarios(scene, large):
    """Name -> (command, stdin)."""
    found = {f'hook-{hook}': ([f'hook-{hook}'], event(scene, hook)) for hook in HOOKS}
    plain = {'prompt': 'add a test for the parser'}
    found['hook-user-prompt-submit, no cue'] = (['hook-user-prompt-submit'],
                                                event(scene, 'user-prompt-submit', **plain))
    for label, more in ((', 1 MB', {}), (', no cue, 1 MB', plain)):
        found['hook-user-prompt-submit' + label] = (
            ['hook-user-prompt-submit'],
            event(scene, 'user-prompt-submit', transcript_path=str(large), **more))
    found['context-status-line'] = (['context-status-line'], scene.status())
    found['context-meter --pct'] = (['context-meter', '--rot', '--pct', '72'], '')
    for command in (['context-meter', '--rot'], ['context-health', '--json'],
                    ['context-curate', 'fork', '--dry-run']):
        found[' '.join(command) + ', 1 MB'] = ([*command, '--transcript', str(large)], '')
    # The last, as its rule is kept for it (measure).
    found[WITH_RULE] = (['hook-pre-tool-use'],
                        event(scene, 'pre-tool-use', tool_input={'command': 'cd x && npx vitest run'}))
    return found


def count(scene, command, stdin):
    """Instructions of one call, in thousands; the second, as the first one makes folders."""
    for _ in range(2):
        done = subprocess.run(
            ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null',
             str(scene.bin / command[0]), *command[1:]],
            input=stdin, env=scene.env, cwd=scene.project, capture_output=True, text=True, check=True)
    return int(re.search(r'Collected : (\d+)', done.stderr).group(1)) // 1000


def machine(compiler):
    """What the counts depend on: the compiler, and whether the C library's loops use AVX2."""
    cpu = Path('/proc/cpuinfo')
    return compiler + (' avx2' if cpu.exists() and ' avx2 ' in cpu.read_text() else '')


def measure(programs):
    with setup_lab.Lab(programs / 'context-setup') as lab:
        scene = Scene(lab)
        large = lab.folder / 'large.jsonl'
        subprocess.run([str(programs / 'generate-transcript'), '--bytes', '1MB', '--seed', '1',
                        '--out', str(large)], check=True)
        found = {}
        for name, what in scenarios(scene, large).items():
            if name == WITH_RULE:
                scene.run('context-rules', 'keep', 'use pnpm, not npm')
            found[name] = count(scene, *what)
        return found


def kept():
    """The counts in the file, and the compiler that they are from."""
    lines = KEPT.read_text().splitlines() if KEPT.exists() else []
    compiler = next((line.partition(': ')[2] for line in lines if line.startswith('# compiler')), '')
    rows = (line.rsplit(None, 1) for line in lines if line and not line.startswith('#'))
    return {name.strip(): int(number) for name, number in rows}, compiler


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('--bin', required=True, type=Path)
    options.add_argument('--compiler', required=True)
    options.add_argument('--write', action='store_true')
    given = options.parse_args()
    if not shutil.which('valgrind'):
        print('valgrind is not here: instructions are not counted')
        return SKIPPED
    compiler = machine(given.compiler)
    found = measure(given.bin.resolve())
    if given.write:
        head = ('# Instructions of one call, in thousands; see instructions.py.\n'
                f'# compiler: {compiler}\n')
        KEPT.write_text(head + ''.join(f'{name:42} {number:9}\n' for name, number in found.items()))
    before, of_kept = kept()
    worse = []
    for name, number in found.items():
        was = before.get(name)
        change = f'{100 * (number - was) / was:+6.1f} %' if was else '    new'
        print(f'{name:42} {number:9} thousand {change}')
        if was is None or abs(number - was) > TOLERANCE * was:
            worse.append(name)
    if of_kept != compiler:
        print(f'kept for {of_kept}, not for {compiler}: nothing is compared')
        return SKIPPED
    for name in worse:
        print(f'FAILED {name}: more than a tenth off; if that is meant, measure anew with --write')
    return 1 if worse else 0


if __name__ == '__main__':
    sys.exit(main())
