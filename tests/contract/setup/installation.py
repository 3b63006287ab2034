"""What context-setup puts on disk beside the settings, in a project and for a user, and that
it takes away just that."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setup_lab import (PROGRAMS, SHIPPED_TEMPLATES, collected, content, equal, failed, main,
                       read_json, succeeded, tree)


def write(path, text, mode=0o644):
    """A new file: never the target of a link that has its name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_text(text)
    path.chmod(mode)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def status_line_of(settings):
    return read_json(content(settings))['statusLine']['command']


def skills(lab):
    folder = lab.folder / 'skills'
    write(folder / 'context-check' / 'SKILL.md', 'English: ${CLAUDE_PLUGIN_ROOT}/bin/context-meter\n')
    write(folder / 'context-check' / 'SKILL.es.md', 'Español: ${CLAUDE_PLUGIN_ROOT}/bin/context-meter\n')
    write(folder / 'context-check' / 'reference' / 'bands.md', 'both\n')
    write(folder / 'context-more' / 'SKILL.md', 'English only\n')
    return ('--skills', str(folder))


def user_command(lab, what, *args):
    more = ('--templates', str(SHIPPED_TEMPLATES), '--programs', str(lab.programs))
    return [lab.setup, what, '--user', *(more if what == 'install' else ()), *args]


# --- Programs -------------------------------------------------------------------------------

def test_programs_are_there_and_run(lab):
    write(lab.programs / 'unit-tests', 'not one of ours', 0o755)
    write(lab.programs / 'context-notes.txt', 'no program')
    succeeded(lab.run('install'))
    bin_folder = lab.claude / 'context-rot' / 'bin'
    equal('programs', names(bin_folder), PROGRAMS)
    said = subprocess.run([bin_folder / 'context-meter'], capture_output=True, check=True).stdout
    equal('what it says', said, b'context-meter\n')
    equal('git ignores it all', (lab.claude / 'context-rot' / '.gitignore').read_text(), '*\n')


def test_names_of_one_file_stay_one_file(lab):
    """Whether they come as copies, or some of them are there already."""
    other = lab.programs / 'context-other'
    lab.make_program('context-other', 'another')
    os.link(other, lab.programs / 'context-second')
    succeeded(lab.run('install'))
    bin_folder = lab.claude / 'context-rot' / 'bin'

    def files():
        return {inode: sorted(path.name for path in bin_folder.iterdir() if path.stat().st_ino == inode)
                for inode in {path.stat().st_ino for path in bin_folder.iterdir()}}

    wanted = sorted([PROGRAMS, ['context-other', 'context-second']])
    equal('names of each file', sorted(files().values()), wanted)
    (bin_folder / 'context-second').unlink()
    write(bin_folder / PROGRAMS[0], 'damaged', 0o755)
    succeeded(lab.run('install'))
    equal('names of each file, mended', sorted(files().values()), wanted)
    (bin_folder / PROGRAMS[0]).write_text('damaged under all of its names')
    succeeded(lab.run('install'))
    equal('names of each file, mended as a whole', sorted(files().values()), wanted)
    for name in PROGRAMS:
        said = subprocess.run([bin_folder / name], capture_output=True, check=True, text=True).stdout
        equal('what it says', said, name + '\n')
    succeeded(lab.run('uninstall'))
    equal('the project', tree(lab.project), {})


def test_an_upgrade_replaces_adds_and_removes(lab):
    lab.make_program('context-old', 'old')
    succeeded(lab.run('install'))
    bin_folder = lab.claude / 'context-rot' / 'bin'
    write(bin_folder / 'mine', 'a file of the user')
    running = os.open(bin_folder / 'context-meter', os.O_RDONLY)
    (lab.programs / 'context-old').unlink()
    lab.make_program('context-meter', 'version two')
    lab.make_program('context-new', 'new')
    succeeded(lab.run('install'))
    equal('programs', names(bin_folder), sorted(PROGRAMS + ['context-new', 'mine']))
    assert 'version two' in (bin_folder / 'context-meter').read_text()
    assert b'version two' not in os.read(running, 1000), 'the running program was written over'
    os.close(running)
    succeeded(lab.run('uninstall'))
    equal('what is left', names(bin_folder), ['mine'])


def test_a_program_that_cannot_be_run_is_installed_again(lab):
    succeeded(lab.run('install'))
    program = lab.claude / 'context-rot' / 'bin' / 'hook-user-prompt-submit'
    program.chmod(0o644)
    succeeded(lab.run('install'))
    assert os.access(program, os.X_OK)


def test_an_earlier_client_keeps_its_settings(lab):
    command = [lab.setup, 'install', '--project', lab.project, '--templates', SHIPPED_TEMPLATES,
               '--programs', lab.programs]

    def wired(version):
        write(lab.folder / 'path' / 'claude', f'#!/bin/sh\necho "{version} (Claude Code)"\n', 0o755)
        run = succeeded(lab.run_command(command, PATH=f'{lab.folder}/path:/usr/bin:/bin'))
        told = f'note: PostCompact is left out: Claude Code {version} ' in run.out
        return told, 'PostCompact' in read_json(content(lab.settings))['hooks']

    equal('told, wired: an earlier one', wired('2.1.75'), (True, False))
    equal('told, wired: updated', wired('2.1.76'), (False, True))
    equal('told, wired: back again', wired('2.0.14'), (True, False))


def test_missing_programs_are_refused(lab):
    (lab.programs / 'hook-session-start').unlink()
    failed(lab.run('install'), 1, 'bin/hook-session-start is not there: run install.sh')
    equal('the project', tree(lab.project), {})
    shutil.rmtree(lab.programs)
    lab.programs.mkdir()
    failed(lab.run('install'), 1, 'is not there: run install.sh')
    equal('the project', tree(lab.project), {})


def test_settings_alone_once_programs_are_there(lab):
    succeeded(lab.run('install'))
    lab.settings.unlink()
    command = [word for word in lab.command('install') if word not in ('--programs', str(lab.programs))]
    succeeded(lab.run_command(command))
    assert b'hook-user-prompt-submit' in content(lab.settings)


def test_the_fragments_are_found_beside_the_programs(lab):
    shutil.copy(lab.setup, lab.programs / 'context-setup')
    succeeded(lab.run('install'))
    lab.settings.unlink()
    installed = lab.claude / 'context-rot' / 'bin' / 'context-setup'
    succeeded(lab.run_command([installed, 'install', '--project', str(lab.project)]))
    assert b'hook-user-prompt-submit' in content(lab.settings)
    succeeded(lab.run_command([installed, 'uninstall', '--project', str(lab.project)]))
    equal('the project', tree(lab.project), {})


def test_a_project_that_was_moved(lab):
    lab.write_settings(b'{"model":"opus"}')
    original = tree(lab.project)
    succeeded(lab.run('install', '--status-line'))
    moved = lab.folder / 'moved'
    lab.project.rename(moved)
    succeeded(lab.run_command([lab.setup, 'uninstall', '--project', str(moved)]))
    equal('the project', tree(moved), original)


def test_a_relative_project(lab):
    command = lab.command('install')
    command[3] = '.'
    run = subprocess.run(command, cwd=lab.project, env=lab.env(), capture_output=True, check=True)
    assert b'settings: .claude/settings.json: ' in run.stdout, run.stdout
    subprocess.run([lab.setup, 'uninstall', '--project', '.'], cwd=lab.project, env=lab.env(),
                   capture_output=True, check=True)
    equal('the project', tree(lab.project), {})


# --- What is recorded -----------------------------------------------------------------------

def test_session_data_is_kept(lab):
    lab.write_settings(b'{}')
    succeeded(lab.run('install'))
    write(lab.claude / 'context-rot' / 'snapshots' / 'a.json', '{}')
    run = succeeded(lab.run('uninstall'))
    assert f'kept: {lab.claude}/context-rot (snapshots); --purge removes it' in run.out, run
    equal('what is left', names(lab.claude / 'context-rot'), ['.gitignore', 'snapshots'])
    run = succeeded(lab.run('uninstall', '--purge'))
    assert f'removed: {lab.claude}/context-rot (snapshots)\n' in run.out, run
    equal('what is left', names(lab.claude), ['settings.json'])


def test_uninstall_where_nothing_is_installed(lab):
    for before in (None, b'', b'{"hooks":{}}', b'not JSON at all'):
        if before is not None:
            lab.write_settings(before)
        original = tree(lab.project)
        run = lab.run('uninstall')
        equal('exit code', run.code, 2 if before == b'not JSON at all' else 0)
        equal('the project', tree(lab.project), original)


def test_a_memory_that_is_not_understood(lab):
    succeeded(lab.run('install'))
    for name in ('settings.json.record', 'files.json'):
        path = lab.memory / name
        good = path.read_bytes()
        for bad in (b'', b'{', b'[]', b'{"version":2}', b'{"version":1,"before":3,"after":[]}'):
            path.write_bytes(bad)
            before = tree(lab.project)
            failed(lab.run('uninstall'), 1, f'{path}: not understood')
            equal('the project', tree(lab.project), before)
        path.write_bytes(good)
    succeeded(lab.run('uninstall'))


def test_settings_that_broke_after_install(lab):
    succeeded(lab.run('install'))
    lab.settings.write_bytes(b'{ // mine\n}')
    before = tree(lab.project)
    failed(lab.run('uninstall'), 2, 'settings.json:1:3: a comment is not JSON; nothing was changed')
    equal('the project', tree(lab.project), before)


def test_dry_runs_change_nothing(lab):
    lab.write_settings(b'{"model":"opus"}')
    original = tree(lab.folder)
    run = succeeded(lab.run('install', '--dry-run', '--status-line', '--link', str(lab.home / 'b')))
    assert '+{"model":"opus","hooks"' in run.out and f'programs: {len(PROGRAMS)} in' in run.out, run
    equal('the folder', tree(lab.folder), original)
    succeeded(lab.run('install', '--status-line'))
    before = tree(lab.folder)
    run = succeeded(lab.run('uninstall', '--dry-run'))
    assert '+{"model":"opus"}' in run.out and 'bin/context-meter' in run.out, run
    equal('the folder', tree(lab.folder), before)


# --- Skills and language --------------------------------------------------------------------

def test_skills_by_language(lab):
    for language, begins in (('en', 'English: '), ('es', 'Español: ')):
        succeeded(lab.run('install', *skills(lab), '--lang', language))
        folder = lab.claude / 'skills'
        equal('skills', names(folder), ['context-check', 'context-more'])
        equal('files', names(folder / 'context-check'), ['SKILL.md', 'reference'])
        equal('text', (folder / 'context-check' / 'SKILL.md').read_text(),
              begins + '${CLAUDE_PROJECT_DIR}/.claude/context-rot/bin/context-meter\n')
    succeeded(lab.run('uninstall'))
    equal('the project', tree(lab.project), {})


def test_skills_follow_the_locale(lab):
    succeeded(lab.run('install', *skills(lab), LC_ALL='es_MX.UTF-8'))
    assert 'Español' in (lab.claude / 'skills' / 'context-check' / 'SKILL.md').read_text()
    assert not (lab.claude / 'context-rot' / 'config.yaml').exists()


def test_skills_of_the_user_stay(lab):
    write(lab.claude / 'skills' / 'context-more' / 'SKILL.md', 'mine\n')
    original = tree(lab.project)
    run = succeeded(lab.run('install', *skills(lab)))
    assert 'skills/context-more is not ours and stays as it is' in run.out, run
    equal('the skill', (lab.claude / 'skills' / 'context-more' / 'SKILL.md').read_text(), 'mine\n')
    succeeded(lab.run('uninstall'))
    equal('the project', tree(lab.project), original)


def test_a_skill_that_was_changed_stays(lab):
    succeeded(lab.run('install', *skills(lab)))
    changed = lab.claude / 'skills' / 'context-check' / 'SKILL.md'
    write(changed, 'better\n')
    for _ in range(2):
        run = succeeded(lab.run('install', *skills(lab)))
        assert 'skills/context-check was changed and stays as it is' in run.out, run
        equal('the skill', changed.read_text(), 'better\n')
    run = succeeded(lab.run('uninstall'))
    assert f'kept: {changed} (you changed it)' in run.out, run
    equal('what is left', [path for path, (_, what) in tree(lab.project).items() if what is not None],
          ['.claude/skills/context-check/SKILL.md'])


def test_a_skill_that_is_no_longer_there(lab):
    option, folder = skills(lab)
    succeeded(lab.run('install', option, folder))
    shutil.rmtree(os.path.join(folder, 'context-more'))
    succeeded(lab.run('install', option, folder))
    equal('skills', names(lab.claude / 'skills'), ['context-check'])


def test_the_language_of_the_programs(lab):
    config = lab.claude / 'context-rot' / 'config.yaml'
    succeeded(lab.run('install', '--lang', 'es'))
    equal('configuration', config.read_text(), 'language: es\n')
    write(config, 'language: en\nwindow: 1000\n')
    run = succeeded(lab.run('install', '--lang', 'es'))
    assert 'config.yaml was changed and stays as it is' in run.out, run
    succeeded(lab.run('uninstall'))
    equal('configuration', config.read_text(), 'language: en\nwindow: 1000\n')


# --- Links ----------------------------------------------------------------------------------

def test_links(lab):
    folder = lab.home / '.local' / 'bin'
    original = tree(lab.folder)
    succeeded(lab.run('install', '--link', str(folder)))
    equal('links', names(folder), ['context-meter', 'context-status-line'])
    said = subprocess.run([folder / 'context-meter'], capture_output=True, check=True).stdout
    equal('what it says', said, b'context-meter\n')
    succeeded(lab.run('install', '--link', str(folder)))
    succeeded(lab.run('install'))
    succeeded(lab.run('uninstall'))
    equal('the folder', tree(lab.folder), original)


def test_relative_links_are_found_again_from_anywhere(lab):
    def in_folder(folder, command):
        done = subprocess.run([str(word) for word in command], cwd=folder, env=lab.env(),
                              capture_output=True, check=False)
        equal(f'exit of {command[1]}', (done.returncode, done.stderr), (0, b''))

    in_folder(lab.folder, lab.command('install', '--link', 'deep/../links/of/mine/'))
    links = lab.folder / 'links' / 'of' / 'mine'
    equal('links', names(links), ['context-meter', 'context-status-line'])
    in_folder(lab.folder, lab.command('install', '--link', './links/of/mine'))
    in_folder(lab.home, lab.command('uninstall'))
    assert not (lab.folder / 'links').exists()


def test_links_that_an_earlier_version_listed_by_a_relative_path(lab):
    succeeded(lab.run('install', '--link', str(lab.folder / 'links')))
    listed = lab.memory / 'files.json'
    listed.write_text(listed.read_text().replace(f'"{lab.folder}/links', '"links'))
    done = subprocess.run(lab.command('uninstall'), cwd=lab.folder, env=lab.env(), check=False)
    equal('exit', done.returncode, 0)
    assert not (lab.folder / 'links').exists()


def test_the_doctor_without_standard_streams(lab):
    """Started with a stream closed, a program must not give its number to a file of its own."""
    succeeded(lab.run_command([lab.setup, 'install', '--project', lab.project, '--templates',
                               SHIPPED_TEMPLATES, '--programs', os.path.dirname(lab.setup),
                               '--status-line']))
    for closed in ([0], [2], [0, 2], [0, 1, 2], [1]):
        done = subprocess.run(
            [lab.setup, 'doctor', '--project', lab.project], env=lab.env(), check=False,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=lambda which=closed: [os.close(stream) for stream in which])
        said = done.stdout.decode()
        equal(f'exit without {closed}', done.returncode, 1 if 1 in closed else 0)
        assert 1 in closed or ' answer (' in said and 'fix' not in said, said
    session = '{"session_id":"abcdef12-0","cwd":"' + str(lab.project) + '","hook_event_name":"Stop"}'
    for closed in ([0], [1], [2], [1, 2]):
        for program in names(lab.claude / 'context-rot' / 'bin'):
            subprocess.run([lab.claude / 'context-rot' / 'bin' / program], env=lab.env(),
                           input=None if 0 in closed else session.encode(), check=False,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60,
                           preexec_fn=lambda which=closed: [os.close(stream) for stream in which])
    for path in (lab.claude / 'context-rot').rglob('*.json'):
        json.loads(path.read_text())


def test_foreign_files_and_links_stay(lab):
    folder = lab.home / '.local' / 'bin'
    write(folder / 'context-meter', 'mine')
    write(lab.home / 'theirs', 'theirs')
    (folder / 'context-status-line').symlink_to(lab.home / 'theirs')
    original = tree(lab.folder)
    run = succeeded(lab.run('install', '--link', str(folder)))
    assert run.out.count('is not ours and stays as it is') == 2, run
    succeeded(lab.run('uninstall'))
    equal('the folder', tree(lab.folder), original)


def test_links_of_another_installation(lab):
    folder = lab.home / '.local' / 'bin'
    folder.mkdir(parents=True)
    gone = lab.folder / 'gone' / '.claude' / 'context-rot' / 'bin'
    (folder / 'context-meter').symlink_to(gone / 'context-meter')
    there = lab.folder / 'there' / '.claude' / 'context-rot' / 'bin'
    write(there / 'context-status-line', 'x')
    (folder / 'context-status-line').symlink_to(there / 'context-status-line')
    succeeded(lab.run('install', '--link', str(folder)))
    equal('renewed', os.readlink(folder / 'context-meter'),
          str(lab.claude / 'context-rot' / 'bin' / 'context-meter'))
    equal('left alone', os.readlink(folder / 'context-status-line'), str(there / 'context-status-line'))
    succeeded(lab.run('uninstall'))
    equal('links', names(folder), ['context-status-line'])


# --- For all projects -----------------------------------------------------------------------

def check_user(lab, root, **env):
    original = tree(lab.folder)
    succeeded(lab.run_command(user_command(lab, 'install', '--status-line'), **env))
    settings = read_json(content(root / 'settings.json'))
    hook = settings['hooks']['UserPromptSubmit'][0]['hooks'][0]
    equal('the hook', hook['command'], str(root / 'context-rot' / 'bin' / 'hook-user-prompt-submit'))
    equal('its arguments', hook['args'], [])
    said = subprocess.run(['/bin/sh', '-c', settings['statusLine']['command']],
                          capture_output=True, check=True).stdout
    equal('what the status line says', said, b'context-status-line\n')
    installed = tree(lab.folder)
    succeeded(lab.run_command(user_command(lab, 'install', '--status-line'), **env))
    equal('the second time', tree(lab.folder), installed)
    succeeded(lab.run_command(user_command(lab, 'uninstall'), **env))
    equal('the folder', tree(lab.folder), original)


def test_user_in_home(lab):
    check_user(lab, lab.home / '.claude')


def test_user_with_settings(lab):
    write(lab.home / '.claude' / 'settings.json', '{\n  "model": "opus"\n}\n')
    check_user(lab, lab.home / '.claude')


def test_user_in_a_folder_with_a_hard_name(lab):
    root = lab.home / "Bj\u00f6rn's \"$HOME\" `x` \\ \U0001f600"
    root.mkdir()
    check_user(lab, root, CLAUDE_CONFIG_DIR=str(root))


def test_user_in_a_new_folder(lab):
    root = lab.home / 'config' / 'claude'
    (lab.home / 'config').mkdir()
    check_user(lab, root, CLAUDE_CONFIG_DIR=str(root) + '/')


def test_no_home(lab):
    run = lab.run_command(user_command(lab, 'install'), HOME='')
    failed(run, 2, 'neither CLAUDE_CONFIG_DIR nor HOME is set')


def test_a_name_that_is_not_utf8(lab):
    root = os.fsencode(lab.home) + b'/\xff'
    os.mkdir(root)
    run = lab.run_command(user_command(lab, 'install'), CLAUDE_CONFIG_DIR=os.fsdecode(root))
    failed(run, 2, 'not UTF-8, so settings.json can not name it')
    equal('nothing there', os.listdir(root), [])


def test_home_is_not_a_project(lab):
    for folder in ('.', ''):
        command = lab.command('install')
        command[3] = str(lab.home / folder)
        failed(lab.run_command(command), 2, 'use --user')
    equal('home', tree(lab.home), {})


# --- Status lines of other scopes -----------------------------------------------------------

def test_the_users_status_line_is_wrapped(lab):
    write(lab.home / '.claude' / 'settings.json', json.dumps(
        {'statusLine': {'type': 'command', 'command': "echo 'it is mine'"}}))
    run = succeeded(lab.run('install', '--status-line'))
    assert "status line added around yours: echo 'it is mine'" in run.out, run
    equal('the command', status_line_of(lab.settings),
          '"$CLAUDE_PROJECT_DIR"/.claude/context-rot/bin/context-status-line'
          " --wrap 'echo '\\''it is mine'\\'''")
    edited = content(lab.settings).replace(b'{\n', b'{\n  "theme": "dark",\n', 1)
    lab.settings.write_bytes(edited)
    succeeded(lab.run('uninstall'))
    equal('the project keeps no copy of it', content(lab.settings), b'{\n  "theme": "dark"\n}\n')


def test_the_users_status_line_inside_ours(lab):
    write(lab.home / '.claude' / 'settings.json', json.dumps({'statusLine': {
        'type': 'command', 'command': "/x/context-rot/bin/context-status-line --wrap 'my line'"}}))
    succeeded(lab.run('install', '--status-line'))
    assert status_line_of(lab.settings).endswith(" --wrap 'my line'")


def test_a_local_status_line_is_told_of(lab):
    write(lab.claude / 'settings.local.json', json.dumps(
        {'statusLine': {'type': 'command', 'command': 'local line'}}))
    run = succeeded(lab.run('install', '--status-line'))
    assert 'settings.local.json counts before this one; with --local it is wrapped' in run.out, run
    succeeded(lab.run('uninstall'))
    run = succeeded(lab.run('install', '--status-line', '--local'))
    assert status_line_of(lab.claude / 'settings.local.json').endswith(" --wrap 'local line'")
    assert not lab.settings.exists()


def test_local_settings(lab):
    lab.write_settings(b'{"statusLine":{"type":"command","command":"shared line"}}')
    original = tree(lab.project)
    succeeded(lab.run('install', '--local', '--status-line'))
    equal('shared settings', content(lab.settings), original['.claude/settings.json'][1])
    assert status_line_of(lab.claude / 'settings.local.json').endswith(" --wrap 'shared line'")
    succeeded(lab.run('uninstall'))
    equal('the project', tree(lab.project), original)


def test_both_settings_of_a_project(lab):
    succeeded(lab.run('install'))
    run = succeeded(lab.run('install', '--local'))
    assert f'the toolkit is wired in {lab.settings} too' in run.out, run
    succeeded(lab.run('uninstall'))
    equal('the project', tree(lab.project), {})


def test_what_is_wrapped_runs(lab):
    """The shell gets from the settings what it got from the user's own command."""
    write(lab.programs / 'context-status-line', '#!/bin/sh\n[ "$1" = --wrap ] && exec sh -c "$2"\n', 0o755)
    for command in ("printf '%s' \"a  b\"", 'echo "$HOME" | tr a-z A-Z', "echo 'it'\\''s' $((1+1))",
                    'cd / && pwd # done', "printf 'a\\nb'", 'if true; then\n  echo yes\nfi',
                    'echo \u00e9\U0001f600 \\\\ `echo x`', "sh -c 'echo \"$0\" \"$@\"' a 'b c'"):
        lab.write_settings(json.dumps({'statusLine': {'type': 'command', 'command': command}}).encode())
        succeeded(lab.run('install', '--status-line'))
        env = {**lab.env(), 'CLAUDE_PROJECT_DIR': str(lab.project)}
        equal(command,
              *(subprocess.run(['/bin/sh', '-c', line], env=env, capture_output=True, check=True).stdout
                for line in (status_line_of(lab.settings), command)))
        succeeded(lab.run('uninstall'))


# --- The fragments that are shipped, and usage ----------------------------------------------

def test_the_shipped_fragments(lab):
    shipped = sorted(path.stem for path in SHIPPED_TEMPLATES.glob('*.json'))
    equal('fragments', [name for name in ('minimal', 'project', 'user') if name in shipped],
          ['minimal', 'project', 'user'])
    hooks = set()
    for name in shipped:
        fragment = json.loads((SHIPPED_TEMPLATES / f'{name}.json').read_text())
        for groups in fragment.get('hooks', {}).values():
            hooks |= {re.search('/(hook-[a-z-]+)', hook['command'])[1] for group in groups for hook in group['hooks']}
    for hook in hooks:
        lab.make_program(hook, hook)
    for name in shipped:
        if name in ('live', 'rules'):  # add to one of the others: --live, and a rule that is kept
            continue
        command = lab.command('install', '--template', name, '--status-line')
        command[command.index('--templates') + 1] = str(SHIPPED_TEMPLATES)
        succeeded(lab.run_command(command))
        assert b'context-status-line' in content(lab.settings)
        assert b'@CONTEXT_ROT_BIN@' not in content(lab.settings)
        succeeded(lab.run('uninstall'))
        equal('the project', tree(lab.project), {})


def test_project_and_user_fragments_wire_the_same(lab):
    del lab
    project, user = (json.loads((SHIPPED_TEMPLATES / f'{name}.json').read_text())
                     for name in ('project', 'user'))
    text = json.dumps(project).replace('\\"$CLAUDE_PROJECT_DIR\\"/.claude/context-rot/bin', '@CONTEXT_ROT_BIN@')
    text = text.replace(' 2>/dev/null || :"', '", "args": []')
    equal('fragments', json.loads(text), user)


def install_shipped(lab, *args):
    command = lab.command('install', *args)
    command[command.index('--templates') + 1] = str(SHIPPED_TEMPLATES)
    return succeeded(lab.run_command(command))


def hook_commands(settings):
    return [hook for groups in json.loads(content(settings))['hooks'].values()
            for group in groups for hook in group['hooks']]


def test_settings_that_are_shared_are_silent_without_programs(lab):
    for program in set(re.findall(r'/(hook-[a-z-]+)', (SHIPPED_TEMPLATES / 'project.json').read_text())):
        write(lab.programs / program, '#!/bin/sh\ncat\necho ran\n', 0o755)
    install_shipped(lab)
    hooks = hook_commands(lab.settings)
    equal('hooks', len(hooks), 6)
    for project, wanted in ((lab.project, b'in\nran\n'), (lab.project / 'sub folder', b'')):
        for hook in hooks:
            assert 'args' not in hook, hook  # a shell reads it
            run = subprocess.run(['/bin/sh', '-c', hook['command']], input=b'in\n', capture_output=True,
                                 env={**lab.env(), 'CLAUDE_PROJECT_DIR': str(project)})
            equal(hook['command'], (run.returncode, run.stdout, run.stderr), (0, wanted, b''))


def test_local_settings_name_the_programs_by_their_path(lab):
    for program in set(re.findall(r'/(hook-[a-z-]+)', ''.join(
            (SHIPPED_TEMPLATES / f'{name}.json').read_text() for name in ('project', 'live')))):
        lab.make_program(program, program)
    (lab.project / '.git').mkdir()
    (lab.project / '.git' / 'HEAD').write_text('ref: refs/heads/main\n')
    local = install_shipped(lab, '--local', '--live', '--status-line')
    assert 'worktree' not in local.out, local
    settings = lab.claude / 'settings.local.json'
    hooks = hook_commands(settings)
    equal('hooks', len(hooks), 7)
    for hook in hooks:
        equal(hook['command'], hook['args'], [])
        path = Path(hook['command'])
        equal('folder', path.parent, lab.claude / 'context-rot' / 'bin')
        assert path.is_file(), path
    equal('status line', json.loads(content(settings))['statusLine']['command'].split()[0].strip("'"),
          str(lab.claude / 'context-rot' / 'bin' / 'context-status-line'))
    succeeded(lab.run('uninstall'))
    equal('settings', settings.exists(), False)
    said = install_shipped(lab)
    assert 'in other worktrees, and where a session starts in a subfolder, the hooks do nothing' in said.out, said


def test_live(lab):
    for program in set(re.findall(r'/(hook-[a-z-]+)', ''.join(
            (SHIPPED_TEMPLATES / f'{name}.json').read_text() for name in ('project', 'live')))):
        lab.make_program(program, program)

    def install(*args):
        command = lab.command('install', *args)
        command[command.index('--templates') + 1] = str(SHIPPED_TEMPLATES)
        return succeeded(lab.run_command(command))

    def wired():
        return json.loads(content(lab.settings))['hooks'].get('PostToolUse')

    install()
    equal('not wired by itself', wired(), None)
    without = content(lab.settings)
    install('--live')
    equal('wired', wired(), [{'matcher': 'Bash|Grep|Read', 'hooks': [{
        'type': 'command', 'timeout': 10,
        'command': '"$CLAUDE_PROJECT_DIR"/.claude/context-rot/bin/hook-post-tool-use 2>/dev/null || :'}]}])
    there = content(lab.settings)
    install()
    equal('kept by an installation that says nothing of it', content(lab.settings), there)
    install('--no-live')
    equal('taken out', content(lab.settings), without)
    failed(lab.run('install', '--live', '--no-live'), 2, 'excludes')

    lab.write_settings(b'{"hooks":{"PostToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"mine"}]}]}}')
    before = content(lab.settings)
    install('--live')
    equal('beside a foreign one', [group['matcher'] for group in wired()], ['Bash', 'Bash|Grep|Read'])
    succeeded(lab.run('uninstall'))
    equal('after uninstall', content(lab.settings), before)


def test_fragments_that_are_wrong(lab):
    good = {'type': 'command', 'command': '@CONTEXT_ROT_BIN@/hook-user-prompt-submit', 'args': []}
    for fragment, reason in (
            ('{', 'not a JSON object'),
            ('[]', 'not a JSON object'),
            ('{"model":"x"}', 'not "model"'),
            ('{"hooks":[]}', '"hooks" should be an object'),
            ('{"hooks":{"Stop":{}}}', 'hooks.Stop should be an array'),
            ('{"hooks":{"Stop":[{}]}}', 'a group needs an array'),
            (json.dumps({'hooks': {'Stop': [{'hooks': [{**good, 'command': '/bin/rm'}]}]}}), 'context-rot/bin'),
            (json.dumps({'hooks': {'Stop': [{'hooks': [{'command': '@CONTEXT_ROT_BIN@/stop'}]}]}}), 'context-rot/bin'),
            ('{"statusLine":{"type":"command","command":"mine"}}', 'context-status-line'),
            ('{"statusLine":true}', 'needs a "command"')):
        write(lab.folder / 'fragments' / 'bad.json', fragment)
        command = lab.command('install', '--template', 'bad')
        command[command.index('--templates') + 1] = str(lab.folder / 'fragments')
        failed(lab.run_command(command), 2, reason)
    equal('the project', tree(lab.project), {})


def test_usage(lab):
    project = ['--project', str(lab.project)]
    for args, message in (
            ([], 'subcommand'), (['install'], 'say where'), (['uninstall'], 'say where'),
            (['diff'], 'say where'), (['remove', *project], ''), (['install', '--project'], ''),
            (['install', *project, '--user'], 'excludes'), (['install', '--user', '--local'], '--local'),
            (['install', *project, '--autocompact', '0'], '0'), (['install', *project, '--autocompact', '101'], '101'),
            (['install', *project, '--autocompact', 'x'], 'x'), (['install', *project, '--lang', 'fr'], 'fr'),
            (['install', *project, '--status-line', '--no-status-line'], 'excludes'),
            (['install', *project, '--frobnicate'], 'frobnicate'), (['install', *project, 'extra'], 'extra'),
            (['install', *project, '--template', 'none', '--templates', str(SHIPPED_TEMPLATES)], 'none.json'),
            (['install', *project, '--templates', str(lab.folder / 'no')], 'no'),
            (['install', '--project', str(lab.folder / 'no')], 'no such folder'),
            (['uninstall', '--project', str(lab.folder / 'no')], 'no such folder')):
        failed(lab.run_command([lab.setup, *args]), 2, message)
    for args in (['--help'], ['install', '--help'], ['uninstall', '--help']):
        succeeded(lab.run_command([lab.setup, *args]))
    equal('the project', tree(lab.project), {})


if __name__ == '__main__':
    sys.exit(main(collected(globals()), __doc__))
