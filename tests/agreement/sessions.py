"""Session transcripts made up at random: talks, edits, runs that fail, commits, tasks, corrections,
changes of topic, at every fullness of every window. The same seed gives the same bytes."""

import json
import random

MODELS = [('claude-opus-4-6', 200_000), ('claude-sonnet-4-5', 200_000), ('claude-opus-5', 1_000_000),
          ('claude-next-9', None)]
TOPICS = ['kettle', 'teapot', 'saucer', 'biscuit', 'napkin', 'counter']
WORDS = ['whistle', 'handle', 'spout', 'glaze', 'label', 'shelf', 'price', 'order', 'crate', 'lid']


class Session:
    def __init__(self, rng):
        self.rng = rng
        self.model, self.window = rng.choice(MODELS)
        self.rows, self.used = [], 15_000
        self.step = int((self.window or 200_000) * rng.choice([0.002, 0.02, 0.06, 0.1]))
        self.topic = rng.choice(TOPICS)

    def put(self, row):
        number = len(self.rows) + 1
        uuid = f'{number:08d}-0000-4000-8000-000000000000'
        parent = self.rows[-1]['uuid'] if self.rows else None
        seconds = 7 * number
        time = f'2026-01-05T{10 + seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.000Z'
        self.rows.append({'parentUuid': parent, 'isSidechain': False, **row, 'uuid': uuid, 'timestamp': time,
                          'sessionId': 'session'})

    def prompt(self, text):
        self.put({'type': 'user', 'promptSource': 'typed', 'origin': {'kind': 'human'},
                  'message': {'role': 'user', 'content': text}})

    def answer(self, block):
        limit = (self.window or 200_000) - 2_000
        self.used = min(self.used + self.rng.randrange(self.step + 1), limit)
        usage = {'input_tokens': 3, 'cache_creation_input_tokens': 500,
                 'cache_read_input_tokens': self.used - 503, 'output_tokens': 60}
        name = f'msg_{len(self.rows):04d}'
        self.put({'type': 'assistant', 'requestedModel': self.model,
                  'message': {'id': name, 'role': 'assistant', 'model': self.model, 'content': [block],
                              'usage': usage}})

    def says(self, text):
        self.answer({'type': 'text', 'text': text})

    def call(self, tool, arguments, result, failed=False):
        name = f'toolu_{len(self.rows):04d}'
        self.answer({'type': 'tool_use', 'id': name, 'name': tool, 'input': arguments})
        block = {'type': 'tool_result', 'tool_use_id': name, 'content': result}
        if failed:
            block['is_error'] = True
        self.put({'type': 'user', 'message': {'role': 'user', 'content': [block]}})

    def run(self, command, failed=False):
        self.call('Bash', {'command': command}, 'Exit code 1\nboom' if failed else 'ok', failed)

    def edit(self):
        file = f'/home/demo/shop/src/{self.topic}.py'
        self.call('Edit', {'file_path': file, 'old_string': 'a', 'new_string': 'b'}, 'The file has been updated.')

    def tasks(self, done):
        items = [{'content': f'{word} of the {self.topic}', 'status': 'completed' if done else 'pending'}
                 for word in self.rng.sample(WORDS, 2)]
        self.call('TodoWrite', {'todos': items}, 'Todos have been modified')

    def turn(self):
        word = self.rng.choice(WORDS)
        kind = self.rng.choice(['talk', 'work', 'commit', 'fail', 'fail', 'tasks', 'correct', 'topic', 'cut', 'large'])
        if kind == 'topic':
            self.topic = self.rng.choice(TOPICS)
            self.prompt(f'{self.rng.choice(["next task:", "now"])} paint the {self.topic} with a {word}, twice around')
            self.edit()
        elif kind == 'correct':
            self.prompt(f"no, that's wrong, the {self.topic} has a {word} of steel, not of clay")
        else:
            self.prompt(f'see to the {word} of the {self.topic}')
        if kind in ('work', 'commit'):
            self.edit()
        if kind == 'commit':
            self.run(f"git commit -qam 'See to the {word}'")
        if kind == 'fail':
            for _ in range(self.rng.randrange(1, 5)):
                self.run(f'make {self.topic}', failed=True)
            if self.rng.random() < 0.3:
                self.run(f'make {self.topic}')
        if kind == 'tasks':
            self.tasks(self.rng.random() < 0.5)
        if kind == 'large':
            self.call('Bash', {'command': f'make list-{word}'}, ''.join(f'row {i} {word}\n' for i in range(900)))
        if kind != 'cut':
            self.says(f'The {self.topic} has its {word} now.' if self.rng.random() < 0.8 else f'And the {word}?')

    def text(self):
        return ''.join(json.dumps(row) + '\n' for row in self.rows)


def made_up(seed):
    """The text of one transcript."""
    session = Session(random.Random(seed))
    for _ in range(session.rng.randrange(1, 16)):
        session.turn()
    return session.text()
