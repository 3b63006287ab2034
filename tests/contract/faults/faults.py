"""Every program that writes, with each of its system calls failing once, in each way it can: the
program ends in order and says what happened, nothing that was there is lost or torn, nothing is
left behind, and the next run makes good what this one could not do."""

import argparse
import collections
import json
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'setup'))
import calls  # noqa: E402
import setup_lab  # noqa: E402
from scene import ID, Scene  # noqa: E402

SKIPPED = 77
OTHER = 'bbbbbbbb-0000-4000-8000-000000000000'
# Files that grow line by line: what is there stays, whatever comes behind it.
APPENDED = ('corrections.jsonl', 'checkpoints.jsonl', 'hook-errors.log')
# Calls that change a file; if one of them fails, the file has its old content or its new one.
WRITING = ('write', 'pwrite64', 'fsync', 'rename', 'renameat2', 'link', 'copy_file_range', 'fchmod')
# What differs from run to run.
VARYING = [(re.compile(rb'(?!abcdef12|bbbbbbbb)[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'), b'ID'),
           (re.compile(rb'20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?Z?)?'), b'TIME'),
           (re.compile(rb'\b1[78]\d{8,11}\b'), b'MS'),
           (re.compile(rb'20\d{6}-\d{6}'), b'TIME'),
           (re.compile(rb'\b\d\d:\d\d\b'), b'TIME'),
           (re.compile(rb'context-rot-\d+'), b'context-rot-PID'),
           (re.compile(rb'context-rot: lines [0-9a-f ]+'), b'context-rot: lines'),
           (re.compile(rb'sha256-[A-Za-z0-9+/=]+'), b'HASH'),
           (re.compile(rb'"bytes":\d+'), b'BYTES')]


class Scenario:
    """A program, what is there before it runs, and what it reads."""

    def __init__(self, name, command, stdin='', before=()):
        self.name, self.command, self.stdin, self.before = name, command, stdin, before

    @property
    def is_hook(self):
        return self.command[0].startswith('hook-')


def scenarios(scene):
    """All of them. `before` is a list of (program, arguments, stdin)."""
    named = ('--transcript', scene.transcript)

    def hook(name, before=(), label='', **more):
        return Scenario(f'hook-{name}{label}', (f'hook-{name}',), scene.event(name, **more), before)

    def earlier(name, **more):
        return (f'hook-{name}', (), scene.event(name, **more))

    prompt = earlier('user-prompt-submit')
    add = ('context-journal', ('add', '--session', ID, '--decision', 'one timer', '--next', 'go on'), '')
    other = ('context-journal', ('add', '--session', OTHER, '--note', 'kept'), '')
    status = scene.status()
    settings = ('--project', str(scene.project))
    install = ('install', *settings, '--templates', str(setup_lab.TEMPLATES), '--programs',
               str(scene.folder / 'programs'), '--status-line', '--autocompact', '75')
    told = [add, earlier('pre-compact'), earlier('post-compact')]
    return [
        hook('user-prompt-submit'),
        hook('user-prompt-submit', told, ' after a compaction'),
        hook('stop', [prompt], last_assistant_message='[Not a correction]'),
        hook('pre-compact', [add]),
        hook('post-compact', [add, earlier('pre-compact')]),
        hook('session-end', [other]),
        hook('session-start', [add, earlier('session-end')]),
        hook('post-tool-use'),
        hook('pre-tool-use', [('context-rules', ('keep', 'use b, not make', '--command', 'make'), '')]),
        Scenario('context-rules keep', ('context-rules', 'keep', 'use b, not make', '--command', 'make'),
                 before=[('context-rules', ('keep', 'answers are short'), '')]),
        Scenario('hook-stop with no JSON', ('hook-stop',), 'no JSON'),
        Scenario('context-status-line', ('context-status-line',), status),
        Scenario('context-status-line --wrap', ('context-status-line', '--wrap', 'cat >/dev/null; echo mine'),
                 status),
        Scenario('context-journal add', ('context-journal', 'add', '--session', ID, '--next', 'more'),
                 before=[add, other]),
        Scenario('context-journal archive', ('context-journal', 'archive', '--keep', '1'),
                 before=[add, other]),
        Scenario('context-health checkpoint', ('context-health', 'checkpoint', *named)),
        Scenario('context-health recover', ('context-health', 'recover', 'clean-slate', '--apply', *named)),
        Scenario('context-health --html',
                 ('context-health', '--html', scene.folder / 'report.html', *named)),
        Scenario('context-curate fork', ('context-curate', 'fork', *named)),
        Scenario('context-setup install', ('context-setup', *install)),
        Scenario('context-setup uninstall', ('context-setup', 'uninstall', *settings),
                 before=[('context-setup', install, '')]),
    ]


def same_in_all_runs(content):
    for pattern, name in VARYING:
        content = pattern.sub(name, content)
    return content


def tree(folder):
    """Every file below a folder: name -> content, both without what differs from run to run."""
    found = {}
    for path in sorted(folder.rglob('*')):
        if path.is_symlink():
            what = b'-> ' + os.readlink(path).encode()
        elif path.is_file():
            what = path.read_bytes()
        else:
            continue
        name = same_in_all_runs(str(path.relative_to(folder)).encode()).decode()
        while name in found:
            name += '+'
        found[name] = same_in_all_runs(what)
    return found


class Stage:
    """A scenario that can be played again and again from its beginning."""

    def __init__(self, scene, scenario):
        self.scene, self.scenario = scene, scenario
        self.command = [str(scene.bin / scenario.command[0]), *map(str, scenario.command[1:])]
        self.root = scene.folder
        for program, args, stdin in scenario.before:
            run = scene.run(program, *args, stdin=stdin)
            assert run.code == 0, f'{program} {args}: {run}'
        self.long_ago()
        self.copy = Path(tempfile.mkdtemp(prefix='context-faults-', dir=setup_lab.quick_folder()))
        self.begin = self.copy / 'begin'
        shutil.copytree(self.root, self.begin, symlinks=True)
        self.before = tree(self.root)
        self.on_the_way = {}
        self.calls, self.code = self.play(watch=self.remember)
        self.out = self.read('out')
        self.after = tree(self.root)
        assert self.code == 0, f'{scenario.name}: exit {self.code}: {self.read("err")}'
        self.play()
        self.after_twice = tree(self.root)

    def long_ago(self):
        """What is in the journal before is from long ago: in the same minute its sections would stand
        in another order than a minute later."""
        journal = self.scene.claude / 'session-journal.md'
        if journal.exists():
            text = re.sub(r'20\d\d-\d\d-\d\d \d\d:\d\d', '2026-01-01 10:00', journal.read_text())
            journal.write_text(text)

    def close(self):
        shutil.rmtree(self.copy)

    def rewind(self):
        for path in self.root.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        shutil.copytree(self.begin, self.root, symlinks=True, dirs_exist_ok=True)

    def read(self, stream):
        return (self.copy / stream).read_bytes()

    def remember(self, name):
        """Keeps what files hold after a call of an undisturbed run."""
        if name in WRITING:
            for path, content in tree(self.root).items():
                self.on_the_way.setdefault(path, set()).add(content)

    def play(self, at=None, fault=None, watch=None):
        (self.copy / 'in').write_text(self.scenario.stdin)
        streams = [os.open(self.copy / 'in', os.O_RDONLY)]
        streams += [os.open(self.copy / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
                    for name in ('out', 'err')]
        os.chdir(self.scene.project)
        try:
            return calls.run(self.command, self.scene.env, streams, at, fault, watch)
        finally:
            os.chdir('/')
            for stream in streams:
                os.close(stream)

    def faults(self):
        """(number, name, fault) of every disturbance there is."""
        for at, (name, faults) in enumerate(self.calls):
            for fault in faults:
                yield at, name, fault

    def fault_of(self, at, fault):
        """What went wrong with one disturbance; empty where all is in order."""
        self.rewind()
        seen, code = self.play(at, fault)
        # Folders are read in as many calls as it takes: the numbers are not the same in each run.
        name = seen[at][0] if at < len(seen) else ''
        problem = '' if fault == calls.KILL else self.wrong_end(code)
        problem = problem or self.wrong_files(tree(self.root), name, fault)
        if problem:
            return problem
        _, code = self.play()
        if code != 0:
            return f'the next run ends with {code}: {self.read("err")[:300]!r}'
        healed = tree(self.root)
        return self.not_healed(healed)

    def wrong_end(self, code):
        out, err = self.read('out'), self.read('err')
        if code < 0:
            return f'died of signal {-code}: {err[-600:]!r} {out[-100:]!r}'
        if self.scenario.is_hook:
            if code != 0 or err:
                return f'exit {code}, stderr {err!r}'
            whole = not out or out.endswith(b'\n') and is_json(out) == is_json(self.out or out)
            return '' if whole else f'half an answer: {out[:40]!r} ... {out[-40:]!r}'
        if code == 0:
            return ''
        told = err.startswith(self.scenario.command[0].encode() + b': ') and err.endswith(b'\n')
        return '' if code in (1, 2) and told else f'exit {code}, stderr {err[:300]!r}'

    def wrong_files(self, found, name, fault):
        for path in sorted(self.before | found):
            now, old, new = found.get(path), self.before.get(path), self.after.get(path)
            if now in (old, new) or (
                    now in self.on_the_way.get(path, ()) and not Path(path).name.startswith('.')):
                continue
            if now is not None and now == self.before.get(target_of(path)):
                continue  # exchanged for the new one, and then it could not be read: it is kept
            if name_of_side_folder(path) in self.read('err').decode():
                continue  # it said that it could not take it away
            if Path(path).name in APPENDED:
                if now is not None and now.startswith(old or b''):
                    continue
                return f'{path} lost lines: {now!r}'
            if old is None and (fault == calls.KILL or name.startswith(('unlink', 'rmdir'))):
                continue  # a temporary file; the next run may take it away
            if new is not None and is_whole(path, now, old) and (
                    name not in WRITING or Path(path).parent.name == 'compacting'):
                continue  # it says less: something to be read could not be; or what was printed, which is less
            if now is None:
                return f'{path} is gone'
            return f'{path} is neither the old nor the new one: {now[:300]!r}'
        return ''

    def not_healed(self, healed):
        def kept(files):
            return {path: what for path, what in files.items()
                    if Path(path).name not in APPENDED and not Path(path).name.startswith('.')}
        left = [path for path in healed if re.fullmatch(r'\..*\.context-rot-\w+', Path(path).name)]
        if left:
            return f'the next run leaves what this one left: {left}'
        good = [kept(self.after), kept(self.after_twice)]
        if kept(healed) in good:
            return ''
        different = {path for path in kept(healed).keys() | good[0].keys()
                     if kept(healed).get(path) != good[0].get(path)}
        return f'the next run does not make it good: {sorted(different)}'


def target_of(path):
    """The file that a temporary one ".NAME.new-OWN-OLD-XXXXXX" is or was to take the place of."""
    name = re.fullmatch(r'\.(.*)\.new-[0-9a-f]{16}-[0-9a-f]{16}-\w{6}', Path(path).name)
    return str(Path(path).with_name(name.group(1))) if name else ''


def name_of_side_folder(path):
    """The folder ".context-rot.context-rot-PID" in a path; "none of them" where there is none."""
    names = [part for part in Path(path).parts if part.endswith('.context-rot-PID')]
    return names[0].removesuffix('PID') if names else 'none of them'


def is_whole(path, now, old):
    """Whether a file of ours has its end, and all the lines that it had."""
    if now is None:
        return False
    if path.endswith(('.md', '.html')):
        return now.endswith(b'\n') and set((old or b'').splitlines()) <= set(now.splitlines())
    if path.rstrip('+').endswith('.jsonl'):
        return now.endswith(b'\n') and all(is_json(line) for line in now.splitlines())
    return is_json(now.replace(b':MS', b':0'))  # a time, as VARYING has it


def is_json(text):
    try:
        json.loads(text)
        return True
    except ValueError:
        return False


def play_all(setup, chosen):
    """Runs everything; returns the counts by program and the problems."""
    names = []
    with setup_lab.Lab(setup) as lab:
        names = [scenario.name for scenario in scenarios(Scene(lab))]
    counts, problems = collections.OrderedDict(), []
    for index, name in enumerate(names):
        if chosen not in name:
            continue
        with setup_lab.Lab(setup) as lab:
            scene = Scene(lab)
            stage = Stage(scene, scenarios(scene)[index])
            done = 0
            for at, call, fault in stage.faults():
                done += 1
                problem = stage.fault_of(at, fault)
                if problem:
                    problems.append(f'{name}: call {at} ({call}) {fault}: {problem}')
            counts[name] = {'calls': len(stage.calls), 'faults': done}
            print(f'  {name}: {done} faults at {len(stage.calls)} calls', flush=True)
            stage.close()
    return counts, problems


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('--bin', required=True, type=Path)
    options.add_argument('--json', type=Path, help='write the counts to this file')
    options.add_argument('-k', default='', help='only scenarios whose name holds this')
    given = options.parse_args()
    if not calls.works():
        print('system calls cannot be disturbed here (Linux on x86-64 only): nothing is tested')
        return SKIPPED
    counts, problems = play_all(given.bin.resolve() / 'context-setup', given.k)
    if given.json:
        given.json.write_text(json.dumps(counts, indent=1) + '\n')
    for problem in problems:
        print('FAILED', problem)
    total = sum(entry['faults'] for entry in counts.values())
    print(f'{total} faults, {len(problems)} of them badly taken')
    return 1 if problems or total == 0 else 0


if __name__ == '__main__':
    sys.exit(main())
