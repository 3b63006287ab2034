"""Installations that broke in one of twelve ways: the doctor says what is wrong, and either the same
installation again mends it, or the line says who has to."""

import json
import os
import shutil
import sys
from pathlib import Path

from setup_lab import SHIPPED_TEMPLATES, collected, main, succeeded


class Installed:
    """A project with the real programs, as install.sh leaves it."""

    def __init__(self, lab):
        self.lab = lab
        self.toolkit = lab.claude / 'context-rot'
        self.settings = lab.claude / 'settings.json'
        self.install()

    def run(self, *words):
        return self.lab.run_command([self.lab.setup, *words, '--project', self.lab.project])

    def install(self):
        succeeded(self.run('install', '--status-line', '--templates', SHIPPED_TEMPLATES,
                           '--programs', os.path.dirname(self.lab.setup)))

    def faults(self):
        done = self.run('doctor')
        return [line for line in done.out.splitlines() if line.startswith('fix ')] + done.err.splitlines()

    def change_settings(self, change):
        settings = json.loads(self.settings.read_text())
        change(settings)
        self.settings.write_text(json.dumps(settings))


def own_file(path, content):
    """In the place of one of several names of a file, which the others keep."""
    path.unlink()
    path.write_text(content)


def breaks(lab, damage, said, mended=True):
    """Damages an installation: the doctor has to say `said`, and nothing after installing again where
    that mends it."""
    installed = Installed(lab)
    assert installed.faults() == [], installed.faults()
    damage(installed)
    faults = installed.faults()
    assert any(said in line for line in faults), f'{said!r} is not in {faults}'
    if mended:
        installed.install()
        assert installed.faults() == [], f'installed again: {installed.faults()}'


def test_a_program_is_gone(lab):
    breaks(lab, lambda it: (it.toolkit / 'bin' / 'hook-stop').unlink(),
           'hook-stop is missing or not executable: run ./install.sh again')


def test_programs_may_not_be_run(lab):
    breaks(lab, lambda it: (it.toolkit / 'bin' / 'hook-stop').chmod(0o644),
           'hook-stop is missing or not executable')


def test_a_program_is_another(lab):
    def damage(it):
        own_file(it.toolkit / 'bin' / 'hook-stop', 'no program\n')
        (it.toolkit / 'bin' / 'hook-stop').chmod(0o755)
    breaks(lab, damage, 'hook-stop failed: run ./install.sh again')


def test_all_programs_are_gone_but_the_settings_name_them(lab):
    breaks(lab, lambda it: shutil.rmtree(it.toolkit / 'bin'), 'hook-stop is missing')


def test_the_hooks_are_gone_from_the_settings(lab):
    breaks(lab, lambda it: it.change_settings(lambda settings: settings.pop('hooks')),
           'are installed but not in the settings')


def test_the_settings_are_no_json(lab):
    breaks(lab, lambda it: it.settings.write_text('{ // mine\n}'),
           'a comment is not JSON; the client ignores this file: mend it by hand', mended=False)


def test_all_hooks_are_switched_off(lab):
    breaks(lab, lambda it: it.change_settings(lambda settings: settings.update(disableAllHooks=True)),
           '"disableAllHooks" is true in', mended=False)


def test_the_status_line_is_another(lab):
    other = {'type': 'command', 'command': 'echo other'}
    breaks(lab, lambda it: it.change_settings(lambda settings: settings.update(statusLine=other)),
           'status line: installed but not in the settings; run: ')


def test_the_configuration_is_wrong(lab):
    def damage(it):
        (it.toolkit / 'config.yaml').write_text('bands: {yellow: 200}\n')
    breaks(lab, damage, 'bands.yellow takes a whole number from 0 to 100, not "200"', mended=False)


def test_a_hook_names_no_program(lab):
    def damage(it):
        it.settings.write_text(it.settings.read_text().replace('hook-stop', 'hook-stopp'))
    breaks(lab, damage, 'hook-stop is installed but not in the settings')


def test_local_settings_of_a_project_that_was_moved(lab):
    installed = Installed(lab)
    succeeded(installed.run('uninstall'))
    succeeded(installed.run('install', '--local', '--templates', SHIPPED_TEMPLATES,
                            '--programs', os.path.dirname(lab.setup)))
    moved = Path(str(lab.project) + '-moved')
    lab.project.rename(moved)
    said = lab.run_command([lab.setup, 'doctor', '--project', moved]).out
    assert 'fix ' in said and str(lab.project) in said, said
    again = [lab.setup, 'install', '--local', '--templates', SHIPPED_TEMPLATES, '--programs',
             os.path.dirname(lab.setup), '--project', moved]
    succeeded(lab.run_command(again))
    said = lab.run_command([lab.setup, 'doctor', '--project', moved]).out
    assert 'fix ' not in said, said


def test_the_folder_is_a_link(lab):
    """It would lead what we write elsewhere: a person has to say which folder it is to be."""
    def damage(it):
        it.toolkit.rename(it.lab.folder / 'elsewhere')
        it.toolkit.symlink_to(it.lab.folder / 'elsewhere')
    breaks(lab, damage, 'is a link', mended=False)


if __name__ == '__main__':
    sys.exit(main(collected(globals()), __doc__))
