"""The real programs where something around them is odd: streams closed or endless, no HOME, a clock
that was set back, a locale that is not there, limits of the system, a folder that is gone."""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'setup'))
import setup_lab  # noqa: E402
from scene import HOOKS, ID, TRANSCRIPTS, WAIT, Scene  # noqa: E402
from setup_lab import collected, equal  # noqa: E402

TRIED = {}  # what was tried -> how often, for docs/reliability.md


def programs(scene):
    """Every hook and the status line with its input, and the commands of every day."""
    found = [([f'hook-{hook}'], scene.event(hook)) for hook in HOOKS]
    named = ['--transcript', str(scene.transcript)]
    return found + [(['context-status-line'], scene.status()),
                    (['context-meter', '--rot', *named], ''), (['context-advise', *named], ''),
                    (['context-health', *named], ''), (['context-journal', 'show', '--all'], '')]


def start(scene, command, what, stdin=subprocess.PIPE, before=None, env=None, cwd=None):
    TRIED[what] = TRIED.get(what, 0) + 1
    return subprocess.Popen([str(scene.bin / command[0]), *command[1:]], stdin=stdin,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=before,
                            env=scene.env if env is None else env, cwd=cwd or scene.project)


def run(scene, command, stdin, what, **more):
    """Runs it; a hook and the status line must end with 0 and without a word on stderr, and what a
    hook says is JSON or one of its texts; a command may fail, in words."""
    with start(scene, command, what, **more) as process:
        try:
            out, err = process.communicate(stdin.encode() if stdin is not None else None, WAIT)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError(f'{what}: {command} does not end') from None
    check(command, process.returncode, out, err, what)
    return out.decode()


def check(command, code, out, err, what):
    told = f'{what}: {command}: exit {code}, {out[:200]!r}, {err[:300]!r}'
    if command[0].startswith('hook-') or command[0] == 'context-status-line':
        assert code == 0 and not err, told
    else:
        assert code in (0, 1, 2) and (code == 0 or err.startswith(command[0].encode())), told
    if out.startswith(b'{'):
        json.loads(out)
    out.decode()  # UTF-8, whatever the locale


def files_are_whole(scene):
    for path in scene.folder.rglob('*'):
        if not path.is_file():
            continue
        text = path.read_bytes()
        if path.suffix == '.json':
            json.loads(text)
        elif path.suffix == '.jsonl' and path != scene.transcript:
            for line in text.splitlines():
                json.loads(line)
        elif path.name == 'session-journal.md':
            assert text.startswith(b'# Session journal') and text.endswith(b'\n'), text[-80:]


def test_streams_that_are_closed(lab):
    scene = Scene(lab)
    for closed in ((0,), (1,), (2,), (0, 1), (1, 2), (0, 1, 2)):
        for command, stdin in programs(scene):
            def close(which=closed):
                for descriptor in which:
                    os.close(descriptor)
            with start(scene, command, 'closed streams', before=close) as process:
                try:
                    process.stdin.write(stdin.encode())
                    process.stdin.close()
                except BrokenPipeError:
                    pass
                code = process.wait(WAIT)
                err = process.stderr.read()
            is_hook = command[0].startswith('hook-')
            assert code == 0 or not is_hook and code in (1, 2), (closed, command, code, err)
        files_are_whole(scene)


def test_stdout_on_a_full_disk(lab):
    scene = Scene(lab)
    helps = [([name, word], '') for name in ('context-meter', 'context-setup', 'correction-detect')
             for word in ('--help', '--version')]
    for command, stdin in programs(scene) + helps:
        TRIED['stdout on a full disk'] = TRIED.get('stdout on a full disk', 0) + 1
        with open('/dev/full', 'wb') as full:
            done = subprocess.run([str(scene.bin / command[0]), *command[1:]], input=stdin, stdout=full,
                                  stderr=subprocess.PIPE, env=scene.env, cwd=scene.project, text=True,
                                  timeout=WAIT, check=False)
        if command[0].startswith('hook-'):
            equal(str(command), (done.returncode, done.stderr), (0, ''))
        else:
            equal(str(command), (done.returncode, done.stderr),
                  (1, f'{command[0]}: stdout cannot be written\n'))


def test_stdin_without_an_end(lab):
    scene = Scene(lab)
    for command, _ in programs(scene)[:len(HOOKS) + 1]:
        with subprocess.Popen(['yes', '{"a":'], stdout=subprocess.PIPE) as endless:
            with start(scene, command, 'endless stdin', stdin=endless.stdout) as process:
                endless.stdout.close()
                try:
                    code = process.wait(WAIT)
                except subprocess.TimeoutExpired:
                    process.kill()
                    raise AssertionError(f'{command} reads for ever') from None
                check(command, code, process.stdout.read(), process.stderr.read(), 'endless stdin')
    most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    assert most < 400_000, f'{most} KB for an endless stdin'


def test_ten_megabytes_of_stdin(lab):
    scene = Scene(lab)
    for filler in ('no, that is wrong. ', '\\"', '\\u00e9', '😀', ' '):
        much = filler * (10_000_000 // len(filler.encode()))
        for hook in HOOKS:
            text = scene.event(hook, prompt='@', compact_summary='@', last_assistant_message='@',
                               tool_response={'stdout': '@', 'stderr': '', 'interrupted': False,
                                              'isImage': False, 'noOutputExpected': False})
            run(scene, [f'hook-{hook}'], text.replace('@', much), '10 MB of stdin')
        run(scene, ['context-status-line'], scene.status(note='@').replace('@', much),
            '10 MB of stdin')
    files_are_whole(scene)


def test_input_that_is_no_hook_input(lab):
    scene = Scene(lab)
    whole = scene.event('stop')
    inputs = ['', ' ', 'null', '[]', '1', '"x"', '{}', '{"', '\0', 'ÿþ', '[' * 100_000,
              '{"a":' * 100_000, '{"prompt":1,"session_id":[],"transcript_path":{}}',
              '{"session_id":"../../x","transcript_path":"/dev/null","cwd":"/"}',
              '{"session_id":"a","transcript_path":"/","cwd":""}']
    inputs += [whole[:cut] for cut in range(1, len(whole), 61)]
    for hook in HOOKS:
        for text in inputs:
            run(scene, [f'hook-{hook}'], text, 'no hook input')
    for text in inputs:
        run(scene, ['context-status-line'], text, 'no hook input')


def test_a_home_that_is_not_there(lab):
    scene = Scene(lab)
    a_file = lab.folder / 'file'
    a_file.write_text('mine\n')
    homes = [None, '', '/nonexistent', str(a_file), 'relative/home', '/' + 'x' * 4000, '\udcff\udcfe']
    for home in homes:
        for more in ({}, {'CLAUDE_PROJECT_DIR': str(scene.project)}):
            env = {'PATH': '/usr/bin:/bin', **more}
            if home is not None:
                env['HOME'] = home
            for command, stdin in programs(scene):
                run(scene, command, stdin, 'HOME missing or wrong', env=env)
    equal('the file in the place of HOME', a_file.read_text(), 'mine\n')
    for command, stdin in programs(scene):
        run(scene, command, stdin, 'HOME missing or wrong', env={})


def test_locales_and_time_zones(lab):
    scene = Scene(lab)
    odd = [{'LC_ALL': 'C'}, {'LC_ALL': 'POSIX'}, {'LANG': 'xx_YY.UTF-8'}, {'LC_ALL': 'es_ES.ISO-8859-1'},
           {'LANG': 'es'}, {'LC_ALL': '\udcff'}, {'LANG': ''}, {'TZ': ':/nonexistent'}, {'TZ': 'X+25'},
           {'TZ': 'Pacific/Kiritimati'}, {'TZ': 'America/St_Johns'}, {'TZ': ''}, {'TZ': 'a' * 5000},
           {'COLUMNS': '0'}, {'COLUMNS': '-5'}, {'COLUMNS': '99999999999999'}, {'TERM': 'dumb'}]
    for change in odd:
        env = {name: value for name, value in scene.env.items() if name not in ('LANG', 'LC_ALL')}
        for command, stdin in programs(scene):
            run(scene, command, stdin, 'locales and time zones', env={**env, **change})
    files_are_whole(scene)


def test_a_clock_that_jumps(lab):
    """What earlier runs wrote lies in the future, or long ago: the clock was set back, or forward."""
    for year in (1970, 2001, 2038, 2099, 9999):
        with setup_lab.Lab(lab.setup) as other:
            scene = Scene(other)
            scene.write_everything()
            rows = scene.transcript.read_text().replace('2026-', f'{year}-')
            scene.transcript.write_text(rows)
            then = min((year - 1970) * 31_557_600, 2 ** 33)
            for path in [*scene.folder.rglob('*.json'), *scene.folder.rglob('*.jsonl'),
                         *scene.folder.rglob('*.md')]:
                os.utime(path, (then, then))
            for snapshot in scene.folder.rglob('snapshots/*.json'):
                told = json.loads(snapshot.read_text())
                told['time'] = then * 1000
                snapshot.write_text(json.dumps(told))
            for command, stdin in programs(scene):
                run(scene, command, stdin, 'clock set back or forward')
            files_are_whole(scene)


def test_limits_of_the_system(lab):
    scene = Scene(lab)
    limits = [(resource.RLIMIT_NOFILE, 3), (resource.RLIMIT_NOFILE, 4), (resource.RLIMIT_NOFILE, 5),
              (resource.RLIMIT_AS, 16 << 20), (resource.RLIMIT_AS, 32 << 20),
              (resource.RLIMIT_STACK, 128 << 10), (resource.RLIMIT_FSIZE, 0),
              (resource.RLIMIT_FSIZE, 100), (resource.RLIMIT_NPROC, 0)]
    static = [entry for entry in programs(scene)
              if entry[0][0].startswith('hook-') or entry[0][0] in ('context-status-line', 'context-meter')]
    for which, limit in limits:
        for command, stdin in static:  # the others load a library first
            run(scene, command, stdin, 'limits of the system',
                before=lambda: resource.setrlimit(which, (limit, limit)))
        files_are_whole(scene)


def test_a_current_folder_that_is_gone(lab):
    scene = Scene(lab)
    for command, stdin in programs(scene):
        gone = lab.folder / 'gone'
        gone.mkdir()
        run(scene, command, stdin, 'current folder gone', cwd=gone, before=gone.rmdir)


def test_killed_at_the_time_limit(lab):
    """The client ends a hook that takes too long, at any moment."""
    scene = Scene(lab)
    scene.transcript.write_bytes((TRANSCRIPTS / 'advice-compact.jsonl').read_bytes() * 30)
    chance = random.Random(1)
    for command, stdin in programs(scene)[:len(HOOKS) + 1]:
        began = time.monotonic()
        run(scene, command, stdin, 'killed at a random moment')
        usual = time.monotonic() - began
        for round_number in range(20):
            with start(scene, command, 'killed at a random moment') as process:
                try:
                    process.stdin.write(stdin.encode())
                    process.stdin.close()
                except BrokenPipeError:
                    pass
                time.sleep(chance.uniform(0, usual))
                process.send_signal(signal.SIGTERM if round_number % 2 else signal.SIGKILL)
                process.wait(WAIT)
        run(scene, command, stdin, 'killed at a random moment')
        files_are_whole(scene)


def main():
    """setup_lab.main, and the counts where they are asked for."""
    counts = None
    if '--json' in sys.argv:
        at = sys.argv.index('--json')
        counts = Path(sys.argv[at + 1])
        del sys.argv[at:at + 2]
    code = setup_lab.main(collected(globals()), __doc__)
    if counts:
        counts.write_text(json.dumps(TRIED, indent=1) + '\n')
    return code


if __name__ == '__main__':
    sys.exit(main())
