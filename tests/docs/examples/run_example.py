"""Runs an example of docs/context-curate.md: an agent loop that calls context-curate.

    python3 run_example.py --bin DIR python|typescript

DIR holds the built programs. A scripted model calls a tool that fails three times and then
succeeds. Exit code 0: as it should be; 1: not so; 77: TypeScript cannot be installed from npm.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[2] / 'docs' / 'context-curate.md'
FILES = {'python': 'agent.py', 'typescript': 'agent.ts'}
PACKAGES = ('typescript@5.9.3', '@types/node@20.19.0')
SKIPPED = 77
# npm's codes for "no way to get it from here", as opposed to a broken install.
UNREACHABLE = re.compile(r'\b(ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|'
                         r'ERR_SOCKET_TIMEOUT|E40[134]|E5\d\d|\w*CERT\w*|UNABLE_TO_\w+)\b')


def skip(why):
    print(f'SKIP: {why}')
    sys.exit(SKIPPED)


def check_page(language):
    """The page shows the file, word for word."""
    blocks = re.findall(rf'^```{language}\n(.*?)^```$', PAGE.read_text(encoding='utf-8'), re.S | re.M)
    assert blocks == [(HERE / FILES[language]).read_text(encoding='utf-8')], \
        f'{PAGE.name} and {FILES[language]} differ'


def typescript():
    """The folder of the compiler, which is installed once, outside the tree."""
    cache = Path(os.environ.get('XDG_CACHE_HOME') or Path.home() / '.cache') / 'context-rot-toolkit'
    folder = cache / PACKAGES[0].replace('@', '-')
    if not folder.is_dir():
        if not shutil.which('npm'):
            skip('npm is not installed, so TypeScript cannot be')
        cache.mkdir(parents=True, exist_ok=True)
        # Renamed when it is whole; of two installs at once the second gives way.
        fresh = Path(tempfile.mkdtemp(prefix=folder.name, dir=cache))
        done = subprocess.run(['npm', 'install', '--prefix', fresh, '--ignore-scripts', '--no-audit',
                               '--no-fund', '--loglevel=error', '--fetch-retries=1', *PACKAGES],
                              capture_output=True, encoding='utf-8', check=False)
        if done.returncode == 0 and not folder.is_dir():
            fresh.rename(folder)
        shutil.rmtree(fresh, ignore_errors=True)
        if done.returncode != 0:
            code = UNREACHABLE.search(done.stderr)
            if code:
                skip(f'npm cannot reach TypeScript ({code[0]})')
            sys.exit(f'npm install failed:\n{done.stderr}')
    return folder / 'node_modules'


def compiled(target):
    """agent.ts, type-checked and as a module that Node runs."""
    modules = typescript()
    subprocess.run(['node', modules / 'typescript' / 'bin' / 'tsc', '--strict', '--target', 'es2022',
                    '--module', 'es2022', '--moduleResolution', 'bundler', '--types', 'node',
                    '--typeRoots', modules / '@types', '--outDir', target, HERE / 'agent.ts'], check=True)
    (target / 'package.json').write_text('{"type": "module"}\n', encoding='utf-8')
    return target / 'agent.js'


def play(language, programs):
    env = {**os.environ, 'PATH': f'{programs}:{os.environ["PATH"]}', 'PYTHONDONTWRITEBYTECODE': '1'}
    with tempfile.TemporaryDirectory() as folder:
        if language == 'python':
            command = [sys.executable, HERE / 'play.py']
        else:
            command = ['node', HERE / 'play.mjs', compiled(Path(folder))]
        done = subprocess.run(command, env=env, stdout=subprocess.PIPE, encoding='utf-8', check=True)
    return json.loads(done.stdout)


def blocks_of(messages, kind):
    return [block for message in messages if isinstance(message['content'], list)
            for block in message['content'] if block['type'] == kind]


def check(played):
    scene = json.loads((HERE / 'scene.json').read_text(encoding='utf-8'))
    sent = played['sent']
    assert len(sent) == len(scene['answers']), 'a request for each answer'
    for number, messages in enumerate(sent):
        assert messages[0] == {'role': 'user', 'content': scene['prompt']}, 'the prompt stays'
        calls = [block['id'] for block in blocks_of(messages, 'tool_use')]
        results = [block['tool_use_id'] for block in blocks_of(messages, 'tool_result')]
        assert calls == results, f'request {number}: calls {calls}, results {results}'
    last = sent[-1]
    whole = 1 + 2 * (len(sent) - 1)
    assert len(last) < whole, f'{len(last)} of {whole} messages: nothing was taken out'
    texts = [block['content'] for block in blocks_of(last, 'tool_result')]
    assert texts == ['Error: no database, third attempt', '12 passed'], texts
    assert played['end'][:-1] == last and played['end'][-1]['content'] == scene['answers'][-1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True)
    parser.add_argument('language', choices=sorted(FILES))
    options = parser.parse_args()
    check_page(options.language)
    played = play(options.language, Path(options.bin).resolve())
    check(played)
    print(f'{options.language}: {len(played["sent"][-1])} messages in the last request')


if __name__ == '__main__':
    main()
