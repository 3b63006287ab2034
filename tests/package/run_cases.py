"""The contract cases by release programs: those of this machine's processor as they are, those of arm64 by
qemu."""

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import toolchain
from platforms import SOURCES, programs_in


def by_qemu(build, qemu):
    """A folder of scripts, each of which starts the program of its name by qemu."""
    folder = SOURCES / 'build' / f'qemu-{build.name}' / 'bin'  # as far from settings-templates as a build's
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for names in programs_in(build / 'bin').values():
        for name in names:
            script = folder / name
            script.write_text(f"#!/bin/sh\nexec '{qemu}' '{build / 'bin' / name}' \"$@\"\n")
            script.chmod(0o755)
    return folder


def run_cases(contract_tests, programs):
    """Raises AssertionError with what failed; what was run."""
    done = subprocess.run([contract_tests, programs, SOURCES / 'tests/contract/cases', SOURCES / 'tests/data/transcripts'],
                          capture_output=True, text=True, check=False)
    counts = re.search(r'^(\d+) cases passed, (\d+) failed', done.stdout, re.M)
    assert done.returncode == 0 and counts and int(counts.group(1)) > 500, done.stdout[-3000:] + done.stderr
    return f'{counts.group(1)} cases'


def answering_hooks(programs):
    """How many hooks answer where these programs are installed, by the doctor of their own."""
    with tempfile.TemporaryDirectory() as name:
        project, home = Path(name) / 'p', Path(name) / 'home'
        for folder in (project, home):
            folder.mkdir()
        env = {'HOME': str(home), 'PATH': '/usr/bin:/bin', 'LANG': 'C.UTF-8'}
        for words in (['install', '--programs', programs, '--templates', SOURCES / 'settings-templates', '--live'],
                      ['doctor', '--json']):
            done = subprocess.run([programs / 'context-setup', *words, '--project', project], env=env,
                                  capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
        hooks = next(check for check in json.loads(done.stdout) if check['name'] == 'hooks')
        assert hooks['verdict'] == 'ok' and hooks['text'].startswith('7 of 7 '), hooks
        return '7 hooks'


def tested(platform, build, contract_tests, runs_here):
    """What ran of a build for Linux, in words; why not, where it cannot."""
    programs, how = build / 'bin', ''
    if not runs_here:
        if (platform.os, platform.cpu) != ('linux', 'arm64'):
            return 'not run: nothing here runs it'
        try:
            programs, how = by_qemu(build, toolchain.qemu()), ' (qemu)'
        except toolchain.Unreachable as reason:
            return f'not run: {reason}'
    return f'{run_cases(contract_tests, programs)}, {answering_hooks(programs)}{how}'
