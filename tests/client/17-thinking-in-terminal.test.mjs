// A fork goes on in the terminal: `--resume` and `--fork-session`, as a person does it, with thinking in every
// answer and a double that refuses thinking which stands in another place. The same of the original, which shows
// that what is counted is our doing.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { charactersIn } from './api-double.mjs';
import { scenario } from './harness.mjs';
import { pairingFaults } from './pairing.mjs';

const MODEL = 'claude-sonnet-5-5';
const ALLOWED = ['--model', MODEL, '--permission-mode', 'default', '--allowedTools', 'Read,Bash'];
const contextTokens = ({ system, tools, messages }) => Math.ceil(charactersIn([system, tools, messages]) / 4);
const thinkingIn = ({ messages }) => messages.flatMap(({ content }) => content)
  .filter(({ type }) => type === 'thinking' || type === 'redacted_thinking').length;

await scenario({ terminal: true }, async (lab) => {
  const { terminal, double } = lab;
  const { binding } = double;
  const ask = (prompt, reply = {}) => lab.ask(prompt, { contextTokens, ...reply });
  const file = path.join(lab.project, 'login.ts');
  const check = {
    name: 'Bash',
    input: { command: "test -f ready.txt || { seq -f 'Error: step %g is not ready' 60; exit 3; }", description: 'run it' },
  };

  // What a session goes on with, and how much thinking was void in the first request; nothing may be refused.
  async function goOn(name, prompt, ...args) {
    binding.reset('reject');
    const before = double.requests.length;
    lab.startInteractive(...ALLOWED, ...args);
    await terminal.see('answer to thanks');
    await ask(prompt);
    const first = double.requests.slice(before).map(({ body }) => body).find(({ tools }) => tools?.length > 0);
    const invalid = binding.invalid.length;
    console.log(`${name}: ${thinkingIn(first)} blocks of thinking in the first request, ${invalid} invalid, ${binding.rejected} requests refused`);
    await ask(`${prompt}, and on`);
    await terminal.exit();
    assert.deepEqual(pairingFaults(first.messages), [], name);
    return { name, first, invalid: binding.invalid, rejected: binding.rejected };
  }

  lab.writeSettings(lab.toolkit.settings);
  writeFileSync(file, 'export const retries = 1; // how often\n'.repeat(60));
  binding.reset('reject');
  double.reply.thinking = 'text';
  lab.startInteractive(...ALLOWED);
  await terminal.see('❯');
  await ask('look at the login', { tools: [{ name: 'Read', input: { file_path: file } }] });
  await ask('say where the server listens', { says: 'The server listens on port 8080. It is started by old-start.sh' });
  await ask("no, that's wrong: the server listens on port 9090, not on 8080");
  await ask('run the check', { tools: [check] });
  await ask('run it again', { tools: [check] });
  writeFileSync(path.join(lab.project, 'ready.txt'), 'x');
  await ask('and now', { tools: [check] });
  await ask('thanks');
  const original = path.basename(lab.onlyTranscript, '.jsonl');
  await terminal.exit();
  assert.deepEqual(binding.invalid, [], 'the session itself');

  const run = spawnSync(lab.toolkit.program('context-curate'), ['fork', '--session', original, '--json'], {
    cwd: lab.project, env: { HOME: lab.home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' }, encoding: 'utf8',
  });
  assert.equal(run.status, 0, run.stderr);
  const made = JSON.parse(run.stdout);
  assert.equal(made.kinds.corrected?.entries, 1, run.stdout);

  const went = [
    await goOn('the fork', 'alpha', '--resume', made.session),
    await goOn('the fork, --fork-session', 'bravo', '--resume', made.session, '--fork-session'),
    await goOn('the original', 'charlie', '--resume', original),
  ];
  for (const { name, invalid, rejected } of went) {
    assert.deepEqual(invalid, [], name);
    assert.equal(rejected, 0, name);
  }
  const [fork, , whole] = went;
  assert.match(JSON.stringify(fork.first.messages), /\[Correction: Previous response was wrong[^\]]*9090/);
  assert.ok(thinkingIn(whole.first) > 9, 'the original sends its thinking');
  // What stands before the first change is kept, what stands behind it is not.
  assert.ok(thinkingIn(fork.first) >= 2 && thinkingIn(fork.first) < thinkingIn(whole.first), `${thinkingIn(fork.first)} blocks`);

  // The same without a terminal, on a fork that was made in one.
  binding.reset('reject');
  const before = double.requests.length;
  Object.assign(double.reply, { text: 'An answer.', tools: [], contextTokens });
  const headless = await lab.runHeadless('echo', '--resume', made.session, '--fork-session', ...ALLOWED);
  assert.equal(headless.code, 0, headless.stderr);
  console.log(`the fork, -p --fork-session: ${thinkingIn(double.requests[before].body)} blocks, ${binding.invalid.length} invalid, ${binding.rejected} refused`);
  assert.deepEqual(binding.invalid, [], 'the fork without a terminal');
});
