"""A project with a session, in which every program that writes can be run."""

import json
import shutil
import subprocess
from pathlib import Path

import setup_lab
from setup_lab import equal

TRANSCRIPTS = setup_lab.SOURCES / 'tests' / 'data' / 'transcripts'
ID = 'abcdef12-0000-4000-8000-000000000000'
HOOKS = {'user-prompt-submit': 'UserPromptSubmit', 'stop': 'Stop', 'pre-compact': 'PreCompact',
         'post-compact': 'PostCompact', 'session-start': 'SessionStart',
         'session-end': 'SessionEnd', 'post-tool-use': 'PostToolUse', 'pre-tool-use': 'PreToolUse'}
SUMMARY = '<summary>\n1. Primary Request and Intent: x\n## Next steps\n- y\n</summary>'
WAIT = 20  # seconds; none needs one


class Scene:
    """A project with a session, in which every program that writes can be run."""

    def __init__(self, lab, name='advice-compact'):
        self.bin = Path(lab.setup).parent
        self.folder, self.home, self.project = lab.folder, lab.home, lab.project
        self.claude = lab.claude
        self.claude.mkdir()
        self.data = self.claude / 'context-rot'
        self.sessions = self.home / '.claude' / 'projects' / '-p'
        self.sessions.mkdir(parents=True)
        self.transcript = self.sessions / f'{ID}.jsonl'
        shutil.copyfile(TRANSCRIPTS / f'{name}.jsonl', self.transcript)
        self.env = {'HOME': str(self.home), 'PATH': '/usr/bin:/bin', 'LANG': 'C.UTF-8',
                    'CLAUDE_PROJECT_DIR': str(self.project), 'CLAUDE_PID': '4711',
                    'NO_COLOR': '1'}

    def run(self, program, *args, stdin='', umask=0o022):
        text = stdin if isinstance(stdin, bytes) else stdin.encode()
        done = subprocess.run([str(self.bin / program), *map(str, args)], input=text, umask=umask,
                              env=self.env, cwd=self.project, capture_output=True, timeout=WAIT,
                              check=False)
        assert done.returncode >= 0, f'{program} {args} died of signal {-done.returncode}'
        return setup_lab.Run(done)

    def event(self, hook, **more):
        return json.dumps({
            'session_id': ID, 'transcript_path': str(self.transcript), 'cwd': str(self.project),
            'hook_event_name': HOOKS[hook], 'source': 'clear', 'reason': 'clear',
            'trigger': 'manual',
            'prompt': "no, that's wrong. I said the lock is in Postgres, not in Redis",
            'compact_summary': SUMMARY, 'tool_name': 'Bash', 'tool_use_id': 'toolu_9',
            'tool_input': {'command': 'make'},
            'tool_response': {'stdout': 'word\n' * 9000, 'stderr': '', 'interrupted': False,
                              'isImage': False, 'noOutputExpected': False}, **more})

    def status(self, **more):
        """What the client gives to its status line."""
        return json.dumps({
            'session_id': ID, 'transcript_path': str(self.transcript),
            'workspace': {'project_dir': str(self.project)}, 'model': {'id': 'claude-opus-4-6'},
            'context_window': {'total_input_tokens': 100, 'context_window_size': 200000,
                               'current_usage': {'input_tokens': 100}}, **more})

    def hook(self, hook, umask=0o022, **more):
        run = self.run(f'hook-{hook}', stdin=self.event(hook, **more), umask=umask)
        equal(f'exit of {hook}', (run.code, run.err), (0, ''))
        return run

    def write_everything(self, umask=0o022, **more):
        """Runs all that writes; the hook for prompts before a compaction and again behind it."""
        self.run('hook-stop', stdin='no JSON', umask=umask)  # the error log
        for hook in ('user-prompt-submit', 'stop', 'pre-compact', 'post-compact', 'session-end',
                     'post-tool-use'):
            self.hook(hook, umask=umask, **more)
        self.run('context-status-line', '--wrap', 'echo mine', umask=umask,
                 stdin=self.status(session_id=more.get('session_id', ID)))
        named = ('--transcript', self.transcript)
        self.run('context-health', 'checkpoint', *named, umask=umask)
        self.run('context-health', 'recover', 'clean-slate', '--apply', *named, umask=umask)
        self.run('context-health', '--html', self.folder / 'report.html', *named, umask=umask)
        self.run('context-journal', 'add', '--session', ID, '--next', 'go on', umask=umask)
        self.run('context-curate', 'fork', *named, umask=umask)
