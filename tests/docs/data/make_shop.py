"""Writes shop.jsonl, the session that the pages show: made up, in the form of Claude Code 2.1.332.

    python3 make_shop.py > shop.jsonl

A lock is put into the wrong database and corrected, a file is read and then edited, a test fails
three times and works then, a log is printed that nobody needs, a list is printed twice.
"""

import json

SESSION = '8a352318-5b1e-4c1c-9d0e-0f5c1b2a3d4e'
FOLDER = '/home/you/shop'
SECONDS_A_LINE = 40

rows = []
used = 18_000  # what the client sends before the first prompt


def add(kind, content, **more):
    """A line below the one before it."""
    global used
    number = len(rows) + 1
    row = {'parentUuid': rows[-1]['uuid'] if rows else None, 'isSidechain': False, 'type': kind,
           'uuid': f'{number:08x}-0000-4000-8000-000000000000', 'sessionId': SESSION,
           'cwd': FOLDER, 'version': '2.1.332'}
    seconds = number * SECONDS_A_LINE
    row['timestamp'] = f'2026-01-05T{10 + seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.000Z'
    message = {'role': kind, 'content': content}
    if kind == 'assistant':
        message |= {'id': f'msg_{number:04}', 'model': 'claude-opus-4-6', 'usage': {
            'input_tokens': 3, 'cache_creation_input_tokens': 500,
            'cache_read_input_tokens': used - 503, 'output_tokens': 60}}
        row['requestedModel'] = 'claude-opus-4-6'
    row['message'] = message
    rows.append(row | more)
    used += len(json.dumps(content)) // 4


def prompt(text):
    add('user', text, promptSource='typed', origin={'kind': 'human'})


def say(text):
    add('assistant', [{'type': 'text', 'text': text}])


def call(tool, given, result, failed=False):
    identity = f'toolu_{len(rows) + 1:04}'
    add('assistant', [{'type': 'tool_use', 'id': identity, 'name': tool, 'input': given}])
    answer = {'type': 'tool_result', 'tool_use_id': identity, 'content': result}
    if failed:
        answer['is_error'] = True
    add('user', [answer], sourceToolAssistantUUID=rows[-1]['uuid'])


def edit(path, before, after):
    call('Edit', {'file_path': f'{FOLDER}/{path}', 'old_string': before, 'new_string': after},
         'The file has been updated successfully.')


def source_text(name, lines):
    return ''.join(f'{n}\texport function {name}{n}(token: Token): Promise<Token>;\n'
                   for n in range(1, lines + 1))


def failure(reason, frames):
    return f'Exit code 1\nError: {reason}\n' + ''.join(
        f'    at refresh.test.ts:{n}:3\n' for n in range(10, 10 + frames))


LISTING = ''.join(f'src/auth/part{n:02}.ts\n' for n in range(40))
LOG = ''.join(f'webpack: chunk {n} [emitted] size {n * 37 % 911} KiB hash {n * 7919 % 65536:04x}\n'
              for n in range(440))

prompt('add a silent token refresh to the auth client')
call('Read', {'file_path': f'{FOLDER}/src/auth/refresh.ts'}, source_text('refresh', 90))
call('Bash', {'command': 'ls src/auth'}, LISTING)
say('The lock for the refresh lives in Redis: each tab takes the key auth:refresh with SET NX, holds it '
    'for five seconds, and the other tabs wait for the new token. I decided to use Redis for the lock.')
prompt("no, the lock lives in Postgres, in the table locks, not in Redis")
say("[Correction: Previous response was wrong about the lock. User clarified: it is in Postgres, "
    "table locks.]\nYou're right. I decided to use Postgres for the lock.")
prompt('good. write it and run the tests')
edit('src/auth/refresh.ts', 'refresh1(token', 'refreshOnce(token')
call('Bash', {'command': 'npm test -- refresh'}, failure('connect ECONNREFUSED 127.0.0.1:5432', 60), True)
call('Bash', {'command': 'npm test -- refresh'}, failure('relation "locks" does not exist', 60), True)
call('Bash', {'command': 'npm test -- refresh'}, failure('relation "locks" does not exist', 60), True)
edit('src/auth/lock.ts', "'lock'", "'locks'")
call('Bash', {'command': 'npm test -- refresh'}, 'refresh.test.ts: 12 passed\n')
say('The refresh works and its 12 tests pass.')
prompt('build it')
call('Bash', {'command': 'npm run build -- --verbose'}, LOG)
call('Bash', {'command': 'ls src/auth'}, LISTING)
call('TodoWrite', {'todos': [
    {'content': 'refresh timer', 'status': 'completed', 'activeForm': 'Writing the timer'},
    {'content': 'test the 401 path', 'status': 'pending', 'activeForm': 'Testing the 401 path'}]},
    'Todos have been modified successfully.')
say('The build is done. What is left: the 401 path has no test.')

for row in rows:
    print(json.dumps(row, ensure_ascii=False))
