import json
import subprocess


def curated(messages):
    done = subprocess.run(['context-curate', 'messages'], input=json.dumps(messages),
                          capture_output=True, encoding='utf-8')
    return json.loads(done.stdout) if done.returncode == 0 else messages


def turn(messages, ask, call):
    """Until no tool is called: ask(messages) is the model's answer, call(block) a tool's result."""
    while True:
        messages = curated(messages)
        answer = ask(messages)
        messages.append({'role': 'assistant', 'content': answer})
        results = [call(block) for block in answer if block['type'] == 'tool_use']
        if not results:
            return messages
        messages.append({'role': 'user', 'content': results})
