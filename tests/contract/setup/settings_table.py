"""Every folder of tests/data/settings is a case: settings before, and what must come of them.

before.json       the settings before; missing: there are none
args              options for install, one a line; missing: none
after.json        the exact bytes after install; missing: it is refused
uninstalled.json  the exact bytes after uninstall, where they are not those of before.json
error             where it is refused: all of stderr, SETTINGS standing for the path
says              a line that install must print
edited.json       what somebody makes of the installed settings, and
stripped.json     the exact bytes that uninstall then leaves; missing: no file

With --write the expected bytes are written anew from what the program does: read the
difference before you believe it.
"""

import sys

from setup_lab import DATA, content, equal, failed, main, read_json, succeeded, tree

EVENTS_KEY = 'hooks'
SET_IN_ENV = ('CLAUDE_AUTOCOMPACT_PCT_OVERRIDE', 'CLAUDE_CODE_AUTO_COMPACT_WINDOW')


def without_empty(settings):
    """What may differ where uninstall knows nothing of the time before: emptied containers,
    and the variables, which it must leave alone."""
    settings = dict(settings)
    env = {key: value for key, value in settings.pop('env', {}).items() if key not in SET_IN_ENV}
    hooks = settings.pop(EVENTS_KEY, {})
    hooks = {event: groups for event, groups in hooks.items() if groups != []}
    return {**settings, **({'env': env} if env else {}), **({EVENTS_KEY: hooks} if hooks else {})}


class Case:
    def __init__(self, folder):
        self.folder = folder
        self.before = self.bytes('before.json')
        self.after = self.bytes('after.json')
        self.uninstalled = self.bytes('uninstalled.json') or self.before
        self.edited = self.bytes('edited.json')
        self.stripped = self.bytes('stripped.json')
        self.args = (self.text('args') or '').split()

    def bytes(self, name):
        return content(self.folder / name)

    def text(self, name):
        data = self.bytes(name)
        return None if data is None else data.decode()

    def prepare(self, lab):
        if self.before is not None:
            lab.write_settings(self.before)
        else:
            lab.settings.unlink(missing_ok=True)
        return tree(lab.project)

    def __call__(self, lab):
        untouched = self.prepare(lab)
        error = self.text('error')
        if error is not None:
            self.check_refused(lab, error, untouched)
            return
        self.check_shown(lab, untouched)
        self.check_installed(lab)
        self.check_uninstalled(lab, untouched)
        self.check_uninstalled_blindly(lab)
        if self.edited is not None:
            self.check_stripped(lab)

    def check_refused(self, lab, error, untouched):
        message = error.replace('SETTINGS', str(lab.settings))
        for what in ('install', 'diff'):
            failed(lab.run(what, *self.args), 2, f'context-setup: {message}')
            equal(f'the project after a refused {what}', tree(lab.project), untouched)

    def check_shown(self, lab, untouched):
        for what in (('diff',), ('install', '--dry-run')):
            succeeded(lab.run(*what, *self.args))
            equal(f'the project after {what}', tree(lab.project), untouched)

    def check_installed(self, lab):
        run = succeeded(lab.run('install', *self.args))
        equal('settings after install', content(lab.settings), self.after)
        says = self.text('says')
        if says and says.strip().replace('SETTINGS', str(lab.settings)) not in run.out:
            raise AssertionError(f'it should say "{says}": {run}')
        stamp = lab.settings.stat() if lab.settings.exists() else None
        again = succeeded(lab.run('install', *self.args))
        equal('settings after install again', content(lab.settings), self.after)
        if stamp is not None:
            equal('the file itself', lab.settings.stat().st_ino, stamp.st_ino)
            if 'nothing to change' not in again.out:
                raise AssertionError(f'twice is not once: {again}')

    def check_uninstalled(self, lab, untouched):
        wanted = dict(untouched)
        if self.uninstalled is not None:
            mode = untouched['.claude/settings.json'][0]
            wanted['.claude/settings.json'] = (mode, self.uninstalled)
        for what in ('uninstall', 'uninstall again'):
            succeeded(lab.run('uninstall'))
            equal(f'settings after {what}', content(lab.settings), self.uninstalled)
            equal(f'the project after {what}', tree(lab.project), wanted)

    def check_uninstalled_blindly(self, lab):
        """Without the memory, for an installation by hand or a lost folder."""
        self.prepare(lab)
        succeeded(lab.run('install', *self.args))
        for record in lab.memory.glob('*.record'):
            record.unlink()
        succeeded(lab.run('uninstall'))
        found = content(lab.settings)
        before = read_json(self.uninstalled) if (self.uninstalled or b'').strip(b'\xef\xbb\xbf \n') else {}
        equal('settings without a memory', without_empty(read_json(found)) if found else {},
              without_empty(before))
        lab.run('uninstall', '--purge')

    def check_stripped(self, lab):
        self.prepare(lab)
        succeeded(lab.run('install', *self.args))
        lab.settings.write_bytes(self.edited)
        succeeded(lab.run('uninstall'))
        equal('edited settings after uninstall', content(lab.settings), self.stripped)

    def write(self, lab):
        """Makes what the program does the expectation."""
        if self.text('error') is not None:
            return
        self.prepare(lab)
        succeeded(lab.run('install', *self.args))
        self.save('after.json', content(lab.settings))
        succeeded(lab.run('uninstall'))
        found = content(lab.settings)
        self.save('uninstalled.json', None if found == self.before else found)
        if self.edited is not None:
            self.prepare(lab)
            succeeded(lab.run('install', *self.args))
            lab.settings.write_bytes(self.edited)
            succeeded(lab.run('uninstall'))
            self.save('stripped.json', content(lab.settings))

    def save(self, name, data):
        path = self.folder / name
        if data is None:
            path.unlink(missing_ok=True)
        else:
            path.write_bytes(data)


CASES = {folder.name: Case(folder) for folder in sorted(DATA.iterdir()) if folder.is_dir()}

if __name__ == '__main__':
    if '--write' in sys.argv:
        sys.argv.remove('--write')
        CASES = {name: case.write for name, case in CASES.items()}
    sys.exit(main(CASES, __doc__))
