"""Settings that are no plain file of a usual size: links, permissions, megabytes."""

import os
import sys
import time

from setup_lab import (DATA, collected, content, equal, failed, main, read_json, succeeded, tree)

BEFORE = b'{\n  "model": "opus"\n}\n'
AFTER = (DATA / 'two-spaces' / 'after.json').read_bytes()
OPTIONS = ('--status-line',)


def mode(path):
    return oct(path.stat().st_mode & 0o7777)


def in_and_out(lab, original):
    succeeded(lab.run('install', *OPTIONS))
    assert b'/context-rot/bin/' in content(lab.settings)
    succeeded(lab.run('install', *OPTIONS))
    succeeded(lab.run('uninstall'))
    equal('the folder after uninstall', tree(lab.folder), original)


def test_a_symbolic_link_stays_one(lab):
    target = lab.folder / 'dotfiles' / 'claude.json'
    target.parent.mkdir()
    target.write_bytes(BEFORE)
    lab.claude.mkdir()
    lab.settings.symlink_to(target)
    original = tree(lab.folder)
    succeeded(lab.run('install', *OPTIONS))
    assert lab.settings.is_symlink() and b'/context-rot/bin/' in target.read_bytes()
    equal('beside the target', [path.name for path in target.parent.iterdir()], ['claude.json'])
    in_and_out(lab, original)


def test_a_chain_of_relative_links(lab):
    (lab.folder / 'real.json').write_bytes(BEFORE)
    (lab.folder / 'middle.json').symlink_to('real.json')
    lab.claude.mkdir()
    lab.settings.symlink_to('../../middle.json')
    in_and_out(lab, tree(lab.folder))


def test_a_link_to_nothing(lab):
    lab.claude.mkdir()
    lab.settings.symlink_to(lab.folder / 'later.json')
    original = tree(lab.folder)
    succeeded(lab.run('install', *OPTIONS))
    assert lab.settings.is_symlink() and (lab.folder / 'later.json').is_file()
    succeeded(lab.run('uninstall'))
    equal('the folder after uninstall', tree(lab.folder), original)


def test_a_loop_of_links(lab):
    lab.claude.mkdir()
    lab.settings.symlink_to(lab.settings)
    original = tree(lab.folder)
    failed(lab.run('install', *OPTIONS), 1, str(lab.settings))
    equal('the folder', tree(lab.folder), original)


def test_the_whole_folder_is_a_link(lab):
    real = lab.folder / 'dotfiles'
    real.mkdir()
    (real / 'settings.json').write_bytes(BEFORE)
    lab.claude.symlink_to(real)
    in_and_out(lab, tree(lab.folder))


def test_permissions_stay(lab):
    for bits in (0o600, 0o640, 0o664, 0o777):
        lab.write_settings(BEFORE)
        lab.settings.chmod(bits)
        succeeded(lab.run('install', *OPTIONS))
        equal('permissions after install', mode(lab.settings), oct(bits))
        succeeded(lab.run('uninstall'))
        equal('permissions after uninstall', mode(lab.settings), oct(bits))


def test_new_files_follow_the_umask(lab):
    old = os.umask(0o027)
    try:
        succeeded(lab.run('install', *OPTIONS))
    finally:
        os.umask(old)
    equal('settings', mode(lab.settings), oct(0o640))
    equal('.claude', mode(lab.claude), oct(0o750))
    equal('a program', mode(lab.claude / 'context-rot' / 'bin' / 'context-meter'), oct(0o750))
    equal('what holds copies of settings', mode(lab.memory), oct(0o700))
    for path in lab.memory.iterdir():
        equal(path.name, mode(path), oct(0o600))


def test_owner_stays(lab):
    if os.geteuid() != 0:
        return
    lab.write_settings(BEFORE)
    os.chown(lab.settings, 1234, 4321)
    succeeded(lab.run('install', *OPTIONS))
    equal('owner', (lab.settings.stat().st_uid, lab.settings.stat().st_gid), (1234, 4321))


def test_read_only(lab):
    lab.write_settings(BEFORE)
    lab.settings.chmod(0o444)
    original = tree(lab.folder)
    message = f'context-setup: {lab.settings}: is read-only; nothing was changed'
    failed(lab.run('install', *OPTIONS), 1, message)
    equal('the folder', tree(lab.folder), original)
    lab.settings.chmod(0o644)
    succeeded(lab.run('install', *OPTIONS))
    lab.settings.chmod(0o444)
    original = tree(lab.folder)
    failed(lab.run('uninstall'), 1, message)
    equal('the folder', tree(lab.folder), original)


def test_read_only_but_nothing_to_change(lab):
    lab.write_settings(BEFORE)
    succeeded(lab.run('install', *OPTIONS))
    lab.settings.chmod(0o444)
    succeeded(lab.run('install', *OPTIONS))


def test_a_folder_in_the_place_of_settings(lab):
    lab.settings.mkdir(parents=True)
    original = tree(lab.folder)
    failed(lab.run('install', *OPTIONS), 1, f'{lab.settings}: is a directory')
    equal('the folder', tree(lab.folder), original)


def test_a_pipe_in_the_place_of_settings(lab):
    lab.claude.mkdir()
    os.mkfifo(lab.settings)
    failed(lab.run('install', *OPTIONS), 1, f'{lab.settings}: is not a regular file')


def test_a_file_in_the_place_of_the_folder(lab):
    lab.claude.write_text('mine')
    failed(lab.run('install', *OPTIONS), 1, str(lab.claude))
    equal('the file', lab.claude.read_text(), 'mine')


def test_five_megabytes(lab):
    rules = ',\n'.join(f'      "Bash(command-{number}:*)"' for number in range(180_000))
    head = '{\n  "permissions": {\n    "allow": [\n' + rules + '\n    ]\n  }'
    before = (head + '\n}\n').encode()
    assert len(before) > 5_000_000
    small = (DATA / 'missing' / 'after.json').read_bytes()
    lab.write_settings(before)
    began = time.monotonic()
    succeeded(lab.run('install'))
    equal('after install', content(lab.settings) == head.encode() + b',\n' + small[2:], True)
    succeeded(lab.run('install'))
    succeeded(lab.run('uninstall'))
    equal('after uninstall', content(lab.settings) == before, True)
    print(f'  {time.monotonic() - began:.1f} s for in, in and out of {len(before)} bytes')


def test_time_grows_with_the_size_only(lab):
    """Shapes that would show a search within a search: one long line, many keys, many
    events, many entries of ours, one deep nest after the other."""
    ours = ('{"type":"command","command":'
            '"${CLAUDE_PROJECT_DIR}/.claude/context-rot/bin/hook-user-prompt-submit","args":[]}')
    shapes = {
        'keys': lambda n: '{' + ','.join(f'"key{i}":{i}' for i in range(n)) + '}',
        'keys in hooks': lambda n: '{"hooks":{' + ','.join(f'"Event{i}":[]' for i in range(n)) + '}}',
        'lines': lambda n: '{"a":[' + ',\n'.join('1' for _ in range(n)) + ']}',
        'ours': lambda n: '{"hooks":{"UserPromptSubmit":[{"hooks":[' + ','.join([ours] * n) + ']}]}}',
        'ours in groups': lambda n: ('{"hooks":{"UserPromptSubmit":['
                                     + ','.join(['{"hooks":[' + ours + ']}'] * n) + ']}}'),
        'nests': lambda n: '{"a":[' + ','.join('[' * 100 + ']' * 100 for _ in range(n // 100)) + ']}',
        'one string': lambda n: '{"a":"' + 'x' * n + '"}',
        'escapes': lambda n: '{"a":"' + '\\u00e9' * n + '"}',
    }
    for name, shape in shapes.items():
        seconds = []
        for size in (10_000, 100_000):
            lab.write_settings(shape(size).encode())
            began = time.monotonic()
            succeeded(lab.run('install', *OPTIONS))
            succeeded(lab.run('uninstall', '--purge'))
            seconds.append(time.monotonic() - began)
        print(f'  {name}: {seconds[0]:.2f} s, ten times as much {seconds[1]:.2f} s')
        assert seconds[1] < 30 * max(seconds[0], 0.05), f'{name}: {seconds}'


def test_a_disk_that_is_full(lab):
    """A limit on the size of files stands for it: the old settings stay whole."""
    lab.write_settings(BEFORE)
    succeeded(lab.run('install', *OPTIONS))
    (lab.programs / 'context-meter').write_text('#!/bin/sh\n' + '#' * 100_000)
    before = tree(lab.project)
    command = ' '.join(f"'{word}'" for word in lab.command('install', '--autocompact', '75'))
    limited = lab.run_command(['/bin/bash', '-c', f"ulimit -f 8; trap '' XFSZ; {command}"])
    assert limited.code == 1, limited
    after = tree(lab.project)
    for name in ('.claude/settings.json', '.claude/context-rot/bin/context-meter',
                 '.claude/context-rot/bin/hook-user-prompt-submit'):
        equal(name, after[name], before[name])
    succeeded(lab.run('uninstall'))
    equal('settings', read_json(content(lab.settings)), {'model': 'opus'})


if __name__ == '__main__':
    sys.exit(main(collected(globals()), __doc__))
