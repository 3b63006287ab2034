"""context-setup killed at every system call: the settings are the old ones or the new ones,
whole, and the next run brings everything to a good end."""

import os
import random
import shutil
import subprocess
import sys
import time

import stepping
from setup_lab import SKIPPED, collected, content, equal, main, succeeded, tree

BEFORE = ('{\n  "model": "opus",\n  "hooks": {\n    "Stop": [{"hooks": [{"type": "command", '
          '"command": "say done"}]}]\n  },\n  "statusLine": {"type": "command", "command": "mine"}\n}\n').encode()
OPTIONS = ('--status-line', '--autocompact', '75')


class Scene:
    """A project at its beginning, which can be had again and again."""

    def __init__(self, lab, before):
        self.lab = lab
        self.before = before
        if before is not None:
            lab.write_settings(before)
        self.original = tree(lab.project)
        self.copy = lab.folder / 'copy'
        shutil.copytree(lab.project, self.copy, symlinks=True)
        succeeded(lab.run('install', *OPTIONS))
        self.after = content(lab.settings)
        self.rounds = 0

    def begin_anew(self):
        shutil.rmtree(self.lab.project)
        shutil.copytree(self.copy, self.lab.project, symlinks=True)

    def keep(self):
        """What is there now is the beginning from now on."""
        shutil.rmtree(self.copy)
        shutil.copytree(self.lab.project, self.copy, symlinks=True)

    def check(self, where, allowed):
        """After the kill: settings whole; then either straight out again, or in and out."""
        lab = self.lab
        found = content(lab.settings)
        if found not in allowed:
            raise AssertionError(f'{where}: neither the old nor the new settings: {found!r}')
        self.rounds += 1
        if self.rounds % 2 == 0:
            succeeded(lab.run('install', *OPTIONS))
            equal(f'{where}, installed again', content(lab.settings), self.after)
        succeeded(lab.run('uninstall'))
        equal(f'{where}, uninstalled', tree(lab.project), self.original)

    def kill_at_every_stop(self, what, allowed, *args):
        command = self.lab.command(what, *args)

        def act(stepped):
            stepped.kill()
            self.check(f'{what} killed at stop {stepped.stops}', allowed)

        stops = stepping.at_every_stop(command, self.lab.env(), self.begin_anew, act)
        print(f'  {what}: killed at {stops} stops')
        assert stops > 100, 'that is less than a program can do with'


def test_install_over_settings(lab):
    scene = Scene(lab, BEFORE)
    scene.kill_at_every_stop('install', (BEFORE, scene.after), *OPTIONS)


def test_install_where_nothing_is(lab):
    scene = Scene(lab, None)
    scene.kill_at_every_stop('install', (None, scene.after), *OPTIONS)


def test_upgrade(lab):
    """From settings and programs of another version."""
    scene = Scene(lab, BEFORE)
    succeeded(lab.run('uninstall'))
    succeeded(lab.run('install', '--template', 'minimal', '--status-line'))
    old = content(lab.settings)
    scene.keep()
    for name in ('context-meter', 'context-news'):
        lab.make_program(name, 'new')
    scene.kill_at_every_stop('install', (old, scene.after), *OPTIONS)


def test_install_over_edited_settings(lab):
    scene = Scene(lab, BEFORE)
    succeeded(lab.run('uninstall'))
    succeeded(lab.run('install', '--template', 'minimal', '--status-line'))
    old = content(lab.settings).replace(b'{\n', b'{\n  "theme": "dark",\n', 1)
    lab.settings.write_bytes(old)
    scene.keep()
    new = scene.after.replace(b'{\n', b'{\n  "theme": "dark",\n', 1)
    scene.after = new
    mode = scene.original['.claude/settings.json'][0]
    scene.original['.claude/settings.json'] = (
        mode, BEFORE.replace(b'{\n', b'{\n  "theme": "dark",\n', 1))

    def check_settings_only(where, allowed):
        """A copy of the edited file is left behind where install had not come to its record."""
        found = content(lab.settings)
        assert found in allowed, f'{where}: {found!r}'
        succeeded(lab.run('uninstall'))
        equal(f'{where}, uninstalled', content(lab.settings),
              scene.original['.claude/settings.json'][1])
        stray = [path.name for path in lab.claude.iterdir()
                 if path.name not in ('settings.json', 'context-rot')]
        equal(f'{where}, left beside the settings', stray, [])

    scene.check = check_settings_only
    scene.kill_at_every_stop('install', (old, new), *OPTIONS)


def test_uninstall(lab):
    scene = Scene(lab, BEFORE)
    scene.keep()
    scene.kill_at_every_stop('uninstall', (BEFORE, scene.after))


def test_uninstall_where_nothing_was(lab):
    scene = Scene(lab, None)
    scene.keep()
    scene.kill_at_every_stop('uninstall', (None, scene.after))


def test_at_random_moments(lab):
    scene = Scene(lab, BEFORE)
    chance = random.Random(1)
    for round_number in range(150):
        scene.begin_anew()
        with subprocess.Popen(lab.command('install', *OPTIONS), env=lab.env(),
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            time.sleep(chance.uniform(0, 0.02))
            process.kill()
        scene.check(f'round {round_number}', (BEFORE, scene.after))


if __name__ == '__main__':
    TESTS = collected(globals())
    if not stepping.works():
        print('processes can not be traced here: killing at random moments only')
        if not hasattr(os, 'fork'):
            sys.exit(SKIPPED)
        TESTS = {name: test for name, test in TESTS.items() if 'random' in name}
    sys.exit(main(TESTS, __doc__))
