// Which hooks answer in a session of the real client.

import assert from 'node:assert/strict';

export const MODEL = 'claude-sonnet-4-5';

// Two turns; at the end of the first the window has entered amber: how many of our hooks said so. How many hooks of
// others, and of all, answered the second prompt; and what the hooks at the start of the session said.
export async function hookRuns(lab, ...options) {
  lab.double.reply.contextTokens = 130_000;
  const turn = async (...args) => {
    const run = await lab.runHeadless('--model', MODEL, '--output-format', 'stream-json', '--verbose',
      '--include-hook-events', ...options, ...args);
    assert.equal(run.code, 0, run.stderr);
    return run.stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  };
  const first = await turn('one');
  const second = await turn('--resume', first.find(({ session_id: id }) => id).session_id, 'two');
  const runs = [...first, ...second].filter(({ subtype }) => subtype === 'hook_response');
  for (const run of runs) assert.equal(run.exit_code, 0, `a hook failed: ${run.stderr}`);
  const of = (events, name) => events.filter(({ subtype, hook_event: event }) => subtype === 'hook_response' && event === name);
  return {
    counts: {
      ours: runs.filter(({ stdout }) => stdout.includes('Context 65 % (amber)')).length,
      foreign: of(second, 'UserPromptSubmit').filter(({ stdout }) => stdout.includes('foreign hook')).length,
      all: of(second, 'UserPromptSubmit').length,
    },
    start: of(first, 'SessionStart').map(({ stdout }) => stdout).join(''),
  };
}
