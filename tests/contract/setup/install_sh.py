"""install.sh from end to end with the real programs, and its way through missing packages with
stand-ins for the package managers, the compiler and cmake."""

import os
import pty
import re
import shutil
import subprocess
import sys

from setup_lab import SOURCES, Run, collected, content, equal, failed, main, succeeded, tree

TOOLS = ('sh', 'cat', 'date', 'dirname', 'env', 'getconf', 'id', 'kill', 'mkdir', 'mktemp', 'printf', 'rm',
         'sed', 'sleep', 'tail', 'tr')
PACKAGES = {
    'apt-get': 'g++ libcli11-dev nlohmann-json3-dev libyaml-cpp-dev libsimdjson-dev cmake ninja-build',
    'dnf': 'gcc-c++ cli11-devel json-devel yaml-cpp-devel simdjson-devel cmake ninja-build',
    'pacman': 'gcc cli11 nlohmann-json yaml-cpp simdjson cmake ninja',
    'apk': 'g++ cli11-dev nlohmann-json yaml-cpp-dev simdjson-dev cmake samurai',
    'zypper': 'gcc-c++ cli11-devel nlohmann_json-devel yaml-cpp-devel simdjson-devel cmake ninja',
    'brew': 'llvm cli11 nlohmann-json yaml-cpp simdjson cmake ninja',
}


def write(path, text, mode=0o644):
    """A new file: never the target of a link that has its name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.write_text(text)
    path.chmod(mode)


class Clone:
    """A copy of what install.sh needs of the sources, and a PATH with nothing to build with."""

    def __init__(self, lab):
        self.lab = lab
        self.folder = lab.folder / 'clone'
        self.folder.mkdir()
        shutil.copy(SOURCES / 'install.sh', self.folder)
        for name in ('settings-templates', 'skills'):
            if (SOURCES / name).is_dir():
                shutil.copytree(SOURCES / name, self.folder / name)
        self.built = os.path.dirname(lab.setup)
        self.path = lab.folder / 'path'
        self.path.mkdir()
        for tool in TOOLS:
            self.real_tool(tool)
        self.calls = lab.folder / 'calls'

    def real_tool(self, name):
        """One of the system's. Not a link: what writes to the stand-ins must not reach it."""
        if shutil.which(name):
            self.tool(name, f'exec {shutil.which(name)} "$@"')

    def tool(self, name, text):
        write(self.path / name, f'#!/bin/sh\n{text}\n', 0o755)

    def can_build(self):
        """A compiler that has every header, and a cmake that has built already."""
        self.tool('c++', 'cat >/dev/null')
        self.tool('ninja', 'exit 1')
        self.tool('cmake', f'''case $1 in
          --version) echo "cmake version 3.25.1" ;;
          --build) mkdir -p "$2/bin" && for p in {self.built}/context-* {self.built}/hook-*; do
              [ -x "$p" ] && [ -f "$p" ] && /bin/cp "$p" "$2/bin/"; done ;;
          *) echo "cmake $*" >>{self.calls} ;;
        esac''')

    def manager(self, name, and_then=''):
        self.tool(name, f'echo "{name} $*" >>{self.calls}\n'
                        f'[ "$1" != --prefix ] || {{ echo /opt/brew; exit 0; }}\n{and_then}')

    def manager_that_installs(self, name):
        """What it installs appears on the PATH."""
        ready = self.lab.folder / 'ready'
        self.can_build()
        for tool in ('c++', 'ninja', 'cmake'):
            ready.mkdir(exist_ok=True)
            (self.path / tool).rename(ready / tool)
        self.manager(name, f'case "$*" in *update*|*--prefix*) ;; *) /bin/cp --remove-destination {ready}/* {self.path}/ ;; esac')

    def run(self, *args, **env):
        command = ['/bin/sh', str(self.folder / 'install.sh'), *args]
        env = {'HOME': str(self.lab.home), 'PATH': str(self.path), 'LANG': 'C.UTF-8', **env}
        return Run(subprocess.run(command, env=env, cwd=self.lab.folder, capture_output=True,
                                  stdin=subprocess.DEVNULL, timeout=300, check=False))

    def called(self):
        lines = self.calls.read_text().splitlines() if self.calls.exists() else []
        return [line for line in lines if '--prefix' not in line and not line.startswith('cmake ')]


def in_project(lab):
    return ('--project', str(lab.project))


# --- In and out with the real programs ------------------------------------------------------

def test_twice_in_and_out_of_a_project(lab):
    lab.write_settings('{\r\n\t"statusLine": {"type": "command", "command": "mine é"},\r\n\t"x": []\r\n}'.encode())
    write(lab.project / 'src' / 'main.c', 'int main;\n')
    original = tree(lab.project)
    clone = Clone(lab)
    real = ('--programs', clone.built)
    run = succeeded(clone.run(*in_project(lab), '--yes', *real))
    assert 'Installed. Start claude in' in run.out, run
    installed = tree(lab.project)
    succeeded(clone.run(*in_project(lab), '--yes', *real))
    equal('the second time', tree(lab.project), installed)
    meter = lab.claude / 'context-rot' / 'bin' / 'context-meter'
    run = succeeded(lab.run_command([meter, '--rot', '--pct', '72']))
    assert 'CONTEXT_ROT_BAND=amarillo' in run.out and 'CONTEXT_ROT_ACTION=plan-cut' in run.out, run
    succeeded(clone.run(*in_project(lab), '--uninstall'))
    equal('the project', tree(lab.project), original)


def test_twice_in_and_out_for_a_user(lab):
    original = tree(lab.home)
    clone = Clone(lab)
    for _ in range(2):
        run = succeeded(clone.run('--user', '--programs', clone.built, '--lang', 'es', '--autocompact', '80'))
        assert '.local/bin is not on your PATH' in run.out, run
    meter = lab.home / '.local' / 'bin' / 'context-meter'
    run = succeeded(lab.run_command([meter, '--rot', '--pct', '72']))
    assert 'CONTEXT_ROT_BAND=amarillo' in run.out, run
    succeeded(clone.run('--user', '--uninstall'))
    equal('home', tree(lab.home), original)


def test_a_config_dir_of_its_own(lab):
    config = lab.home / 'my config'
    config.mkdir()
    clone = Clone(lab)
    succeeded(clone.run('--user', '--no-link', '--programs', clone.built, CLAUDE_CONFIG_DIR=str(config)))
    equal('home', sorted(path.name for path in lab.home.iterdir()), ['my config'])
    assert str(config).encode() in content(config / 'settings.json')
    succeeded(clone.run('--user', '--uninstall', CLAUDE_CONFIG_DIR=str(config)))
    equal('the folder', tree(config), {})


def test_names_that_are_hard_for_a_shell(lab):
    clone = Clone(lab)
    for name in ("it's", 'a  b', '$HOME `x`', '-dash', 'ñ😀', 'a"b', 'back\\slash'):
        project = lab.folder / name
        project.mkdir()
        run = succeeded(clone.run('--project', str(project), '--programs', clone.built))
        out = [line for line in run.out.splitlines() if line.startswith('Out again: ')][0]
        equal('the line to paste', subprocess.run(
            ['/bin/sh', '-c', out[len('Out again: '):]], env=lab.env(), capture_output=True,
            check=False).returncode, 0)
        equal(name, tree(project), {})


def test_without_the_clone(lab):
    clone = Clone(lab)
    succeeded(clone.run(*in_project(lab), '--programs', clone.built))
    shutil.rmtree(clone.folder)
    setup = lab.claude / 'context-rot' / 'bin' / 'context-setup'
    succeeded(lab.run_command([setup, 'uninstall', '--project', str(lab.project)]))
    equal('the project', tree(lab.project), {})


def test_what_git_shares(lab):
    subprocess.run(['git', 'init', '-q', lab.project], check=True, capture_output=True)
    clone = Clone(lab)
    clone.real_tool('git')
    run = succeeded(clone.run(*in_project(lab), '--programs', clone.built))
    assert 'is shared through git' in run.out, run
    status = subprocess.run(['git', '-C', lab.project, 'status', '--porcelain', '-uall'],
                            capture_output=True, check=True).stdout
    shared = b''.join(line for line in status.splitlines(True) if b'.claude/skills/' not in line)
    equal('what git sees beside the skills', shared, b'?? .claude/settings.json\n')
    run = succeeded(clone.run(*in_project(lab), '--local', '--programs', clone.built))
    assert 'is shared through git' not in run.out, run


# --- Missing packages -----------------------------------------------------------------------

def test_packages_by_manager(lab):
    for manager, packages in PACKAGES.items():
        clone = Clone(lab)
        clone.manager_that_installs(manager)
        run = succeeded(clone.run(*in_project(lab), '--yes', '--dry-run'))
        assert packages in run.out, f'{manager}: {run}'
        equal(f'{manager} in a dry run', clone.called(), [])
        run = succeeded(clone.run(*in_project(lab), '--yes'))
        assert packages in clone.called()[-1], clone.called()
        succeeded(clone.run(*in_project(lab), '--uninstall'))
        for folder in ('clone', 'path', 'ready'):
            shutil.rmtree(lab.folder / folder)
        clone.calls.unlink()


def test_nothing_is_installed_unasked(lab):
    clone = Clone(lab)
    clone.manager_that_installs('apt-get')
    run = clone.run(*in_project(lab))
    equal('exit code', run.code, 1)
    assert 'apt-get install' in run.err and '--yes' in run.err, run
    equal('calls', clone.called(), [])
    equal('the project', tree(lab.project), {})


def test_no_sudo_for_root_and_none_unasked(lab):
    clone = Clone(lab)
    clone.manager_that_installs('dnf')
    clone.tool('id', 'echo 1000')
    run = clone.run(*in_project(lab), '--yes')
    equal('exit code without sudo', run.code, 1)
    assert 'run this as root, then this script again: dnf install' in run.err, run
    clone.tool('sudo', f'echo "sudo $*" >>{clone.calls}; [ "$1" != -n ] || shift; exec "$@"')
    run = clone.run(*in_project(lab))
    equal('exit code unasked', run.code, 1)
    equal('calls', clone.called(), [])
    succeeded(clone.run(*in_project(lab), '--yes'))
    assert clone.called()[0].startswith('sudo -n dnf install -y '), clone.called()


def test_packages_that_cannot_be_had(lab):
    clone = Clone(lab)
    clone.manager('apt-get', 'case "$*" in *update*) ;; *) echo "E: Unable to locate"; exit 100 ;; esac')
    run = clone.run(*in_project(lab), '--yes')
    equal('exit code', run.code, 1)
    assert 'E: Unable to locate' in run.err and 'could not be installed' in run.err, run
    clone.manager('apt-get')
    run = clone.run(*in_project(lab), '--yes')
    assert run.code == 1 and 'still missing after that: compiler' in run.err, run
    (clone.path / 'apt-get').unlink()
    run = clone.run(*in_project(lab), '--yes')
    assert run.code == 1 and 'no package manager known here' in run.err, run
    equal('the project', tree(lab.project), {})


def test_a_dry_run_builds_nothing(lab):
    clone = Clone(lab)
    clone.can_build()
    before = tree(lab.folder)
    run = succeeded(clone.run(*in_project(lab), '--dry-run'))
    assert 'would build the programs' in run.out, run
    equal('the folder', tree(lab.folder), before)
    succeeded(clone.run(*in_project(lab)))
    before = tree(lab.folder)
    run = succeeded(clone.run(*in_project(lab), '--dry-run', '--live'))
    assert 'by those that were built before' in run.out and 'hook added: PostToolUse' in run.out, run
    equal('the folder', tree(lab.folder), before)


def test_an_old_cmake(lab):
    clone = Clone(lab)
    clone.can_build()
    clone.tool('cmake', 'echo "cmake version 3.16.3"')
    run = clone.run(*in_project(lab), '--yes')
    assert run.code == 1 and 'missing: cmake' in run.out, run


# --- The build ------------------------------------------------------------------------------

def test_the_build_says_how_far_it_is_and_what_it_took(lab):
    """On a terminal the first, everywhere the second; the log has all that the build said."""
    clone = Clone(lab)
    clone.can_build()
    cmake = (clone.path / 'cmake').read_text()
    clone.tool('cmake', cmake.partition('\n')[2].replace(
        '--build)', '--build) printf "[1/20] one\\nwarning: [x]\\n[20/20] two\\n";'))
    run = succeeded(clone.run(*in_project(lab)))
    assert '/20' not in run.out and re.search(r'^built in \d+ s$', run.out, re.MULTILINE), run
    log = (clone.folder / 'build' / 'install.log').read_text()
    assert '[1/20] one\nwarning: [x]\n[20/20] two\n' in log, log
    ours, theirs = pty.openpty()
    shell = subprocess.Popen(['/bin/sh', clone.folder / 'install.sh', *in_project(lab)], stdout=theirs,
                             stdin=subprocess.DEVNULL, cwd=lab.folder,
                             env={'HOME': str(lab.home), 'PATH': str(clone.path), 'LANG': 'C.UTF-8'})
    os.close(theirs)
    shown = b''
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # the other side is closed
        pass
    equal('exit code', shell.wait(), 0)
    assert b'\rbuilding: 1/20' in shown and b'\rbuilding: 20/20' in shown, shown
    assert re.search(rb'\r +\rbuilt in \d+ s', shown), shown

def test_a_build_that_fails_leaves_the_old_installation(lab):
    clone = Clone(lab)
    clone.can_build()
    succeeded(clone.run(*in_project(lab)))
    installed = tree(lab.project)
    for what, fault in (('the build failed', '--build) echo "error: no"; exit 1 ;;'),
                        ('could not be configured', '-S) echo "error: no"; exit 1 ;;')):
        clone.tool('cmake', f'case $1 in --version) echo "cmake version 3.25.1" ;; {fault} esac')
        run = clone.run(*in_project(lab))
        assert run.code == 1 and what in run.err and 'error: no' in run.err, run
        equal('the project', tree(lab.project), installed)


def test_a_stale_lock_and_a_stale_build_folder(lab):
    clone = Clone(lab)
    clone.can_build()
    write(clone.folder / 'build' / 'install.lock' / 'pid', '999999999')
    write(clone.folder / 'build' / 'install' / 'CMakeCache.txt', 'of another place')
    succeeded(clone.run(*in_project(lab)))
    assert not (clone.folder / 'build' / 'install.lock').exists()


def test_two_at_once(lab):
    clone = Clone(lab)
    clone.can_build()
    other = lab.folder / 'other'
    other.mkdir()
    env = {'HOME': str(lab.home), 'PATH': str(clone.path), 'LANG': 'C.UTF-8'}
    runs = [subprocess.Popen(['/bin/sh', clone.folder / 'install.sh', '--project', project], env=env,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            for project in (lab.project, other, lab.project)]
    for run in runs:
        out, err = run.communicate(timeout=120)
        assert run.returncode == 0, (out, err)
    for project in (lab.project, other):
        assert b'hook-user-prompt-submit' in content(project / '.claude' / 'settings.json')


# --- Usage ----------------------------------------------------------------------------------

def test_usage(lab):
    clone = Clone(lab)
    project = in_project(lab)
    for args, message in (
            ([], 'say where'), (['--user', *project], 'not both'), (['--frob'], 'no such option: --frob'),
            (['here'], 'no such option: here'), (['--project'], 'takes a value'),
            (['--project', str(lab.folder / 'no')], 'no such folder'), ([*project, '--lang', 'fr'], '"fr"'),
            ([*project, '--autocompact', '0'], '"0"'), ([*project, '--autocompact=75%'], '"75%"'),
            ([*project, '--autocompact', '101'], '"101"'), ([*project, '--purge'], '--uninstall'),
            (['--user', '--local'], '--project'), ([*project, '--programs', '/bin'], 'no programs')):
        failed(clone.run(*args), 2, message)
    assert 'Usage: ./install.sh' in succeeded(clone.run('--help')).out
    run = succeeded(clone.run(*project, '--uninstall'))
    assert 'nothing of the toolkit' in run.out, run
    equal('the project', tree(lab.project), {})


def test_shellcheck(lab):
    if shutil.which('shellcheck'):
        succeeded(lab.run_command([shutil.which('shellcheck'), SOURCES / 'install.sh']))


if __name__ == '__main__':
    sys.exit(main(collected(globals()), __doc__))
