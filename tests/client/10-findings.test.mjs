// A scripted session in the real client: a file read and edited, a command that fails and then
// works, a correction, a file deleted on disk. Health finds what a person would name.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scenario } from './harness.mjs';

const SESSION = '44444444-4444-4444-8444-444444444444';
const OPTIONS = ['--model', 'claude-sonnet-4-5', '--allowedTools', 'Read,Edit,Bash'];

await scenario({}, async (lab) => {
  const file = (name) => path.join(lab.project, name);
  writeFileSync(file('login.ts'), 'export const retries = 1;\n'.repeat(40));
  writeFileSync(file('old.ts'), 'export const old = true;\n');
  lab.writeSettings(lab.toolkit.settings);

  let first = true;
  async function turn(prompt, text, tools = []) {
    Object.assign(lab.double.reply, { text, tools, contextTokens: (lab.double.reply.contextTokens ?? 1000) + 2000 });
    const run = await lab.runHeadless(prompt, ...(first ? ['--session-id', SESSION] : ['--resume', SESSION]), ...OPTIONS);
    first = false;
    assert.equal(run.code, 0, `"${prompt}": ${run.stderr}`);
  }
  const bash = (command) => ({ name: 'Bash', input: { command, description: 'run it' } });

  await turn('read the login code', 'It retries once.', [{ name: 'Read', input: { file_path: file('login.ts') } }]);
  await turn('read the old code too', 'old.ts holds a flag.', [{ name: 'Read', input: { file_path: file('old.ts') } }]);
  await turn('run the check', 'The check fails.', [bash('test -f ready.txt || { echo Error: not ready; exit 3; }')]);
  await turn('try again', 'It fails again.', [bash('test -f ready.txt || { echo Error: not ready; exit 3; }')]);
  writeFileSync(file('ready.txt'), 'x');
  await turn('and now', 'The check passes.', [bash('test -f ready.txt || { echo Error: not ready; exit 3; }')]);
  await turn('raise the retries', 'I set retries to 5. The limit lives in config.yaml.', [
    { name: 'Edit', input: { file_path: file('login.ts'), old_string: 'export const retries = 1;\n', new_string: 'export const retries = 5;\n', replace_all: true } },
  ]);
  await turn("no, that's wrong. I said the limit lives in limits.toml, not in config.yaml",
    '[Correction: Previous response was wrong about where the limit lives. User clarified: limits.toml.]\nChanged.');
  rmSync(file('old.ts'));

  const run = spawnSync(lab.toolkit.program('context-health'), ['--json', '--transcript', lab.transcriptOf(SESSION)], {
    cwd: lab.project, env: { HOME: lab.home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' }, encoding: 'utf8',
  });
  assert.equal(run.status, 0, run.stderr);
  const health = JSON.parse(run.stdout);
  const of = (kind) => health.findings.filter((finding) => finding.kind === kind);

  assert.deepEqual(of('corrected').map(({ quote, right }) => [quote, right]),
    [['where the limit lives', 'limits.toml']], 'the correction, in the words of the ledger');
  assert.deepEqual(of('failed').map(({ times, resolved }) => [times, resolved]), [[2, true]], 'two failures, then it worked');
  assert.deepEqual(of('stale_read').map(({ target }) => target).sort(), ['login.ts', 'old.ts'], 'edited since; gone from disk');
  assert.match(of('stale_read').find(({ target }) => target === 'old.ts').evidence, /gone from disk/);
  const owners = health.findings.flatMap(({ entries }) => entries);
  assert.equal(new Set(owners).size, owners.length, 'an entry in two findings');
  assert.ok(health.signal.percent < 100 && health.signal.percent > 0);
  const shares = health.composition.reduce((sum, { tokens }) => sum + tokens, 0);
  assert.ok(Math.abs(shares - health.signal.total) <= 0.02 * health.signal.total, 'the shares sum to the window');
});
