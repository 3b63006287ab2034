"""Other programs that write the same settings while context-setup does, and other runs of
context-setup: nobody's change is lost."""

import json
import os
import subprocess
import sys
import threading

import stepping
from setup_lab import PROGRAMS, collected, content, equal, main, read_json, succeeded, tree

BEFORE = b'{\n  "model": "opus"\n}\n'
THEIRS = b'{\n  "model": "opus",\n  "theirs": true\n}\n'
OPTIONS = ('--status-line',)


def has_ours(settings):
    return b'/context-rot/bin/' in (settings or b'')


def write_by_rename(path, data):
    beside = path.with_name('theirs.tmp')
    beside.write_bytes(data)
    os.replace(beside, path)


def write_in_place(path, data):
    path.write_bytes(data)


def rewrite_at_every_stop(lab, write, before, what, *args):
    """Theirs is written at each point of the run; afterwards it is there, with or without
    ours: ours is gone only if theirs came last."""
    outcomes = {'both': 0, 'theirs came last': 0}
    succeeded(lab.run('install', *OPTIONS))
    lab.run('uninstall', '--purge')

    def prepare():
        lab.run('uninstall', '--purge')
        lab.settings.unlink(missing_ok=True)
        if before is not None:
            lab.write_settings(before)
        if what == 'uninstall':
            succeeded(lab.run('install', *OPTIONS))

    def theirs_on_top():
        """What a program would write that has read the settings as they are."""
        found = content(lab.settings)
        if what == 'install' or not found:
            return THEIRS
        return found.replace(b'{\n', b'{\n  "theirs": true,\n', 1)

    def act(stepped):
        lab.claude.mkdir(exist_ok=True)
        write(lab.settings, theirs_on_top())
        where = f'{what}, theirs written at stop {stepped.stops}'
        code = stepped.finish()
        found = content(lab.settings)
        if code != 0 or not read_json(found).get('theirs'):
            raise AssertionError(f'{where}: exit {code}, settings {found!r}')
        equal(f'{where}: the model', read_json(found).get('model'), 'opus')
        if what == 'install':
            outcomes['both' if has_ours(found) else 'theirs came last'] += 1
            if not has_ours(found):
                equal(where, found, THEIRS)
        elif has_ours(found):
            raise AssertionError(f'{where}: ours is still there: {found!r}')
        stray = [path.name for path in lab.claude.iterdir()
                 if path.name not in ('settings.json', 'context-rot')]
        equal(f'{where}, left beside the settings', stray, [])
        if what == 'install' and has_ours(found):
            succeeded(lab.run('uninstall'))
            equal(f'{where}, uninstalled', content(lab.settings), THEIRS)

    stops = stepping.at_every_stop(lab.command(what, *args), lab.env(), prepare, act)
    print(f'  {what}: {stops} stops, {outcomes}')


def test_install_against_a_rename(lab):
    rewrite_at_every_stop(lab, write_by_rename, BEFORE, 'install', *OPTIONS)


def test_install_against_writing_in_place(lab):
    rewrite_at_every_stop(lab, write_in_place, BEFORE, 'install', *OPTIONS)


def test_install_where_nothing_is_against_a_rename(lab):
    rewrite_at_every_stop(lab, write_by_rename, None, 'install', *OPTIONS)


def test_install_against_a_program_that_is_slow_in_place(lab):
    """Truncated at one point, the rest half a second later."""
    lab.write_settings(BEFORE)

    def slow():
        with open(lab.settings, 'wb', buffering=0) as file:
            file.write(THEIRS[:9])
            started.set()
            threading.Event().wait(0.1)
            file.write(THEIRS[9:])

    started = threading.Event()
    thread = threading.Thread(target=slow)
    thread.start()
    started.wait()
    succeeded(lab.run('install', *OPTIONS))
    thread.join()
    assert has_ours(content(lab.settings)) and read_json(content(lab.settings))['theirs'] is True


def test_install_against_a_busy_writer(lab):
    """A program that counts in the settings without a pause, through renames."""
    lab.write_settings(BEFORE)
    done = threading.Event()
    lost = []

    def count():
        number = 0
        while not done.is_set():
            settings = read_json(content(lab.settings))
            if settings.get('count', 0) != number:
                lost.append((settings.get('count'), number))
                return
            number += 1
            write_if_same(settings, number)

    def write_if_same(settings, number):
        beside = lab.claude / 'theirs.tmp'
        beside.write_text(json.dumps({**settings, 'count': number}, indent=2))
        os.replace(beside, lab.settings)
        threading.Event().wait(0.002)

    thread = threading.Thread(target=count)
    thread.start()
    for _ in range(20):
        lab.run('install', *OPTIONS)
        lab.run('uninstall')
    done.set()
    thread.join()
    equal('counts that were lost', lost, [])


def start(lab, what, *args):
    return subprocess.Popen(lab.command(what, *args), env=lab.env(), stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(processes):
    for process in processes:
        out, err = process.communicate(timeout=120)
        if process.returncode != 0:
            raise AssertionError(f'exit {process.returncode}: {out.decode()}{err.decode()}')


def test_many_installs_at_once(lab):
    lab.write_settings(BEFORE)
    original = tree(lab.project)
    succeeded(lab.run('install', *OPTIONS))
    once = tree(lab.project)
    succeeded(lab.run('uninstall'))
    for _ in range(10):
        finish([start(lab, 'install', *OPTIONS) for _ in range(6)])
        equal('settings', content(lab.settings), once['.claude/settings.json'][1])
        equal('files', sorted(tree(lab.claude / 'context-rot' / 'bin')), PROGRAMS)
        finish([start(lab, 'uninstall') for _ in range(6)])
        equal('the project after uninstall', tree(lab.project), original)


def test_installs_and_uninstalls_at_once(lab):
    lab.write_settings(BEFORE)
    original = tree(lab.project)
    for _ in range(10):
        finish([start(lab, *what) for what in 3 * [('install', *OPTIONS), ('uninstall',)]])
        read_json(content(lab.settings))
        succeeded(lab.run('uninstall'))
        equal('the project after all', tree(lab.project), original)


def test_two_projects_with_one_settings_file(lab):
    """A symbolic link into a folder of dotfiles: the two do not share a lock."""
    shared = lab.folder / 'dotfiles' / 'settings.json'
    shared.parent.mkdir()
    other = lab.folder / 'other'
    for project in (lab.project, other):
        (project / '.claude').mkdir(parents=True)
        (project / '.claude' / 'settings.json').symlink_to(shared)
    for _ in range(20):
        shared.write_bytes(BEFORE)
        commands = [lab.command('install', *OPTIONS), lab.command('install', *OPTIONS)]
        commands[1][3] = str(other)
        finish([subprocess.Popen(command, env=lab.env(), stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE) for command in commands])
        equal('entries', shared.read_bytes().count(b'hook-user-prompt-submit'), 1)
        succeeded(lab.run('uninstall', '--purge'))
        equal('the model', read_json(shared.read_bytes()), {'model': 'opus'})


def test_uninstall_against_a_rename(lab):
    rewrite_at_every_stop(lab, write_by_rename, BEFORE, 'uninstall')


if __name__ == '__main__':
    TESTS = collected(globals())
    if not stepping.works():
        print('processes can not be traced here: left out what stops them at each point')
        TESTS = {name: test for name, test in TESTS.items() if 'against a rename' not in name
                 and 'against writing in place' not in name}
    sys.exit(main(TESTS, __doc__))
