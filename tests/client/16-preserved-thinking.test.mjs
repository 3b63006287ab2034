// Newer models bind thinking to all that stands before it. Nothing that we do makes a block invalid: not the
// notes of hooks, not shortened outputs, not a fork. A session with thinking in every answer is run, resumed and
// forked; then every stored session that has thinking is.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { charactersIn } from './api-double.mjs';
import { readJsonLines, scenario } from './harness.mjs';
import { pairingFaults } from './pairing.mjs';
import { hookEntry } from './toolkit.mjs';

const FIXTURES = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'data', 'transcripts');
const MODEL = 'claude-sonnet-5-5';
const SESSION = '88888888-8888-4888-8888-888888888888';
const COMPACTED = '88888888-8888-4888-8888-888888888889';
const uuid = (number) => `99999999-9999-4999-8999-${String(number).padStart(12, '0')}`;
const thinkingIn = ({ messages }) => messages.flatMap(({ content }) => content)
  .filter(({ type }) => type === 'thinking' || type === 'redacted_thinking').length;

await scenario({}, async (lab) => {
  const { double } = lab;
  const { binding } = double;
  double.reply.contextTokens = ({ system, tools, messages }) => Math.ceil(charactersIn([system, tools, messages]) / 4);
  const file = (name) => path.join(lab.project, name);
  const fork = (session, ...args) => {
    const run = spawnSync(lab.toolkit.program('context-curate'), ['fork', '--session', session, '--json', ...args], {
      cwd: lab.project, env: { HOME: lab.home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' }, encoding: 'utf8',
    });
    assert.equal(run.status, 0, run.stderr);
    return JSON.parse(run.stdout);
  };
  async function ask(prompt, { session, begin = false, model = MODEL, ...reply } = {}) {
    Object.assign(double.reply, { text: 'An answer.', tools: [], ...reply });
    const before = double.requests.length;
    const run = await lab.runHeadless(prompt, begin ? '--session-id' : '--resume', session, '--model', model, '--allowedTools', 'Read,Edit,Bash');
    assert.equal(run.code, 0, `"${prompt}": ${run.stdout} ${run.stderr}`);
    const own = double.requests.slice(before).filter(({ body }) => body.tools?.length > 0);
    return own.at(-1)?.body;
  }
  // Turns of a session while invalid blocks are refused.
  async function goOn(name, session, { turns = 2, model } = {}) {
    binding.reset('reject');
    double.reply.thinking = 'text';
    const first = await ask('go on', { session, model });
    for (let turn = 1; turn < turns; ++turn) await ask('and then?', { session, model });
    console.log(`${name}: ${thinkingIn(first)} blocks of thinking in the first request, ${binding.invalid.length} invalid, ${binding.rejected} requests refused`);
    assert.deepEqual(pairingFaults(first.messages), [], name);
    assert.deepEqual(binding.invalid, [], name);
    return first;
  }
  const read = (name) => ({ name: 'Read', input: { file_path: file(name) } });
  const bash = (command) => ({ name: 'Bash', input: { command, description: 'run it' } });

  // With all hooks, notes and shortened outputs included.
  const { hooks } = lab.toolkit.settings;
  hooks.PostToolUse = [{ matcher: 'Bash|Grep|Read', ...hookEntry(lab.toolkit.program('hook-post-tool-use')) }];
  lab.writeSettings({ hooks });
  binding.reset('report');
  double.reply.thinking = 'text';
  writeFileSync(file('login.ts'), 'export const retries = 1; // how often\n'.repeat(150));
  writeFileSync(file('util.ts'), 'export const helper = (x: number) => x + 1;\n'.repeat(90));
  const session = SESSION;
  await ask('read both files', { session, begin: true, text: 'Both are read.', tools: [read('login.ts'), read('util.ts')] });
  await ask('which database do we use?', { session, text: 'The database is Redis at port 6379. You start it with the script in tools/cache.sh.' });
  const noted = await ask("no, that's wrong: the database is Postgres at port 5432, not Redis", { session, text: 'Noted.' });
  assert.match(JSON.stringify(noted), /seems to correct the last answer/, 'the note of the hook');
  const check = "test -f ready.txt || { seq -f 'Error: step %g is not ready, nothing to do' 60; exit 3; }";
  double.reply.thinking = 'omitted';
  await ask('run the check', { session, text: 'The check fails.', tools: [bash(check)] });
  await ask('try again', { session, text: 'It fails again.', tools: [bash(check)] });
  writeFileSync(file('ready.txt'), 'x');
  double.reply.thinking = 'redacted';
  await ask('and now', { session, text: 'The check passes.', tools: [bash(check)] });
  double.reply.thinking = 'text';
  const shortened = await ask('print a lot', { session, text: 'Printed.', tools: [bash('seq 1 6000')] });
  assert.match(JSON.stringify(shortened), /\[Context Rot Toolkit: /, 'a shortened output');
  await ask('raise the retries', {
    session,
    text: 'Done.',
    tools: [{ name: 'Edit', input: { file_path: file('login.ts'), old_string: 'retries = 1', new_string: 'retries = 5', replace_all: true } }],
  });
  await ask('thanks', { session, text: 'Any time.' });
  console.log(`the session: ${binding.sent} blocks of thinking in ${double.requests.length} requests, ${binding.invalid.length} invalid`);
  assert.deepEqual(binding.invalid, []);
  assert.ok(binding.sent > 60, `${binding.sent} blocks`);

  const before = readFileSync(lab.transcriptOf(SESSION));
  const usual = fork(SESSION);
  const thorough = fork(SESSION, '--thorough');
  const squeezed = fork(SESSION, '--max-tokens', '1');
  const kept = fork(SESSION, '--keep-thinking');
  assert.deepEqual(readFileSync(lab.transcriptOf(SESSION)), before, 'the original is only read');
  assert.ok(usual.thinkingDropped.blocks > 0 && usual.firstChange.cost.thinking.blocks > 0);
  assert.equal(kept.thinkingDropped.blocks, 1, 'that of the corrected answer alone');
  await goOn('the fork', usual.session);
  await goOn('the fork, everything left out', thorough.session);
  await goOn('the fork, as small as can be', squeezed.session);
  // That the double tells: thinking behind the change, as forks had it once.
  binding.reset('report');
  const wrong = await ask('go on', { session: kept.session });
  console.log(`with --keep-thinking: ${binding.invalid.length} of ${thinkingIn(wrong)} invalid`);
  assert.ok(binding.invalid.length > 5);

  // A compaction that keeps messages behind its summary: their thinking is void.
  lab.reset();
  double.reply.thinking = 'text';
  binding.reset('report');
  await ask('first', { session: COMPACTED, begin: true });
  await ask('second', { session: COMPACTED, text: 'Minded.' });
  await ask('/compact', { session: COMPACTED });
  assert.deepEqual(binding.invalid, []);
  const boundary = readJsonLines(lab.transcriptOf(COMPACTED)).findLast(({ subtype }) => subtype === 'compact_boundary');
  assert.ok(boundary.compactMetadata.preservedMessages.uuids.length > 0, 'messages were kept');
  const compacted = fork(COMPACTED);
  assert.ok(compacted.thinkingDropped.blocks > 0, 'void thinking goes');
  const resumed = await goOn('a fork behind a compaction', compacted.session);
  assert.match(JSON.stringify(resumed.messages), /SUMMARY of the session/);
  assert.match(JSON.stringify(resumed.messages), /Minded\./, 'what was kept is still there');
  binding.reset('report');
  await ask('go on', { session: COMPACTED });
  console.log(`the original behind its compaction: ${binding.invalid.length} invalid, which is the client's own doing`);
  assert.equal(binding.invalid.length, 1);

  let count = 0;
  let blocks = 0;
  for (const name of readdirSync(FIXTURES).filter((one) => one.endsWith('.jsonl'))) {
    const text = readFileSync(path.join(FIXTURES, name), 'utf8');
    if (!/"type":"(redacted_)?thinking"/.test(text)) continue;
    lab.reset();
    mkdirSync(lab.transcriptFolder, { recursive: true });
    const id = uuid(++count);
    let seals = 0;
    const own = text.replace(/("signature":|"type":"redacted_thinking","data":)"[^"]*"/g, (_, key) => `${key}"stored-${count}-${++seals}"`);
    writeFileSync(lab.transcriptOf(id), own);
    utimesSync(lab.transcriptOf(id), new Date(2026, 0, 1), new Date(2026, 0, 1));
    const model = [...own.matchAll(/"model":"(claude-[^"]+)"/g)].at(-1)[1];
    const forks = [fork(id), fork(id, '--max-tokens', '1')];
    binding.reset('off');
    double.reply.thinking = '';
    blocks += binding.learn(await ask('go on', { session: id, model }));
    for (const [at, made] of forks.entries()) {
      const label = `${name}, fork ${at + 1} (${made.changes.length} changes, ${made.thinkingDropped.blocks} dropped)`;
      await goOn(label, made.session, { model, turns: 1 });
    }
  }
  assert.ok(count >= 5 && blocks >= 8, `${count} stored sessions with ${blocks} blocks`);
});
