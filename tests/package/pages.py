"""The manual pages and completions: they have every option that --help has, and bash completes."""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path


def output(*command, **more):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True,
                          text=True, **more).stdout


def long_options(text):
    return set(re.findall(r'(?<![\w-])--[a-z][a-z-]+', text))


def helps(program):
    """The help of a command and of its subcommands: name -> text."""
    found = {'': output(program, '--help')}
    part = found[''].partition('\nSubcommands:\n')[2]
    for name in re.findall(r'^  ([a-z]+) ', part, re.M):
        found[name] = output(program, name, '--help')
    return found


def own_options(text):
    """Those that a help lists, without those that it mentions."""
    return long_options('\n'.join(re.findall(r'^  (-\S+(?: .*)?)$', text, re.M)))


def completed(script, program, *words):
    """What bash offers for the last of the words."""
    line = ' '.join(f"'{word}'" for word in (program, *words))
    function = '_' + program.replace('-', '_')
    shell = (f'source {script}; COMP_WORDS=({line}); COMP_CWORD={len(words)}; {function}; '
             'printf "%s\\n" "${COMPREPLY[@]}"')
    return set(output('bash', '-c', shell).split())


def check(program, pages):
    name = program.name
    page = (pages / 'man' / f'{name}.1').read_text()
    plain = page.replace('\\-', '-').replace('\\fB', '').replace('\\fI', '').replace('\\fR', '')
    assert plain.startswith(f'.TH {name.upper()} 1 '), plain[:80]
    bash = pages / 'bash' / name
    count = 0
    for sub, text in helps(program).items():
        options = own_options(text)
        assert '--help' in options, text
        missing = options - long_options(plain)
        assert not missing, f'{name} {sub}: the manual page lacks {missing}'
        before = (sub,) if sub else ()
        offered = completed(bash, name, *before, '--')
        assert options <= offered, f'{name} {sub}: bash lacks {options - offered}'
        for shell in ('zsh/_' + name, 'fish/' + name + '.fish'):
            script = (pages / shell).read_text()
            lacking = [option for option in options
                       if option not in script and f'-l {option[2:]} ' not in script]
            assert not lacking, f'{shell}: lacks {lacking}'
        count += len(options)
    if shutil.which('zsh'):
        output('zsh', '-n', pages / 'zsh' / f'_{name}')
    if shutil.which('fish'):
        output('fish', '-n', pages / 'fish' / f'{name}.fish')
    if shutil.which('groff'):
        done = subprocess.run(['groff', '-man', '-Tutf8', '-ww', str(pages / 'man' / f'{name}.1')],
                              capture_output=True, text=True, check=True)
        assert not done.stderr, done.stderr
    return count


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument('--build', required=True, type=Path)
    build = options.parse_args().build.resolve()
    pages = build / 'pages'
    names = sorted(path.stem for path in (pages / 'man').glob('*.1'))
    assert len(names) >= 8, names
    count = sum(check(build / 'bin' / name, pages) for name in names)
    bash = pages / 'bash'
    assert completed(bash / 'context-health', 'context-health', '--scoring', 'a') == {'article'}
    assert completed(bash / 'context-setup', 'context-setup', 'uni') == {'uninstall'}
    fish = (pages / 'fish' / 'context-setup.fish').read_text()
    assert re.search(r" -l user -d '", fish) and re.search(r" -l project -x -d '", fish), fish
    assert completed(bash / 'context-setup', 'context-setup', 'install', '--lang', '') == {'en', 'es'}
    version = output(build / 'bin' / 'context-meter', '--version')
    assert re.fullmatch(r'\d+\.\d+\.\d+( \([0-9a-f]{7,}\+?\))?\n', version), version
    print(f'{len(names)} commands, {count} options')
    return 0


if __name__ == '__main__':
    sys.exit(main())
