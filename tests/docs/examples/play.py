"""Plays scene.json through agent.py and prints what the model was sent, request by request."""

import json
import sys
from pathlib import Path

import agent

scene = json.loads((Path(__file__).parent / 'scene.json').read_text(encoding='utf-8'))
answers, results = iter(scene['answers']), scene['results']
sent = []


def ask(messages):
    sent.append(json.loads(json.dumps(messages)))
    return next(answers)


end = agent.turn([{'role': 'user', 'content': scene['prompt']}], ask,
                 lambda block: {'type': 'tool_result', 'tool_use_id': block['id'], **results[block['id']]})
json.dump({'sent': sent, 'end': end}, sys.stdout)
