// A session with a wrong answer and its correction, failed attempts, stale reads and parallel calls
// is forked and resumed: the request holds the note and no noise, the API's rules are kept, the
// tokens saved are those that the request became smaller by, and the fork can be forked again.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { charactersIn } from './api-double.mjs';
import { readJsonLines, scenario } from './harness.mjs';
import { pairingFaults } from './pairing.mjs';

const SESSION = '66666666-6666-4666-8666-666666666666';
const OPTIONS = ['--model', 'claude-sonnet-4-5', '--allowedTools', 'Read,Edit,Write,Bash'];
const WRONG = 'The database is Redis at port 6379. You start it with the script in tools/cache.sh.';

await scenario({}, async (lab) => {
  const { double } = lab;
  double.reply.contextTokens = ({ system, tools, messages }) => Math.ceil(charactersIn([system, tools, messages]) / 4);
  const file = (name) => path.join(lab.project, name);
  const curate = (...args) => spawnSync(lab.toolkit.program('context-curate'), args, {
    cwd: lab.project, env: { HOME: lab.home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' }, encoding: 'utf8',
  });
  const fork = (session, ...args) => {
    const run = curate('fork', '--session', session, '--json', ...args);
    assert.equal(run.status, 0, run.stderr);
    return JSON.parse(run.stdout);
  };
  const read = (name) => ({ name: 'Read', input: { file_path: file(name) } });
  const bash = (command) => ({ name: 'Bash', input: { command, description: 'run it' } });
  let session;
  async function turn(prompt, text, tools = []) {
    Object.assign(double.reply, { text, tools });
    const run = await lab.runHeadless(prompt, ...(session ? ['--resume', session] : ['--session-id', SESSION]), ...OPTIONS);
    session ??= SESSION;
    assert.equal(run.code, 0, `"${prompt}": ${run.stdout} ${run.stderr}`);
    return double.requests.at(-1).body;
  }

  writeFileSync(file('login.ts'), 'export const retries = 1; // how often\n'.repeat(150));
  writeFileSync(file('util.ts'), 'export const helper = (x: number) => x + 1;\n'.repeat(90));
  await turn('read both files', 'Both are read.', [read('login.ts'), read('util.ts')]);
  await turn('which database do we use?', WRONG);
  await turn("no, that's wrong: the database is Postgres at port 5432, not Redis",
    '[Correction: Previous response was wrong about the database. User clarified: Postgres at port 5432.]\nNoted.');
  const check = "test -f ready.txt || { seq -f 'Error: step %g is not ready, nothing to do' 60; exit 3; }";
  await turn('run the check', 'The check fails.', [bash(check)]);
  await turn('try again', 'It fails again.', [bash(check)]);
  writeFileSync(file('ready.txt'), 'x');
  await turn('and now', 'The check passes.', [bash(check)]);
  await turn('raise the retries', 'Done.', [
    { name: 'Write', input: { file_path: file('login.ts'), content: 'export const retries = 5; // how often\n'.repeat(150) } },
  ]);
  await turn('thanks', 'Any time.');

  const original = lab.transcriptOf(SESSION);
  const before = readFileSync(original);
  const made = fork(SESSION);
  assert.deepEqual(readFileSync(original), before, 'the original is only read');
  assert.equal(statSync(made.file).mode & 0o777, 0o600);
  // What the client tells of itself may go, too; it differs between its versions.
  const kinds = (counts) => Object.keys(counts).filter((kind) => kind !== 'notice').sort();
  assert.deepEqual(kinds(made.kinds), ['corrected', 'failed', 'stale_read']);

  // Lines that were not edited are the original's, byte for byte.
  const lines = new Set(before.toString('utf8').split('\n'));
  const own = readFileSync(made.file, 'utf8').split('\n');
  const strangers = own.filter((line) => !lines.has(line));
  assert.equal(strangers.length, made.lines.edited + 3, 'edited lines, the header, the leaf, the title');

  const wasSent = await turn('go on', 'Fine.');
  session = made.session;
  const isSent = await turn('go on', 'Fine.');
  const text = JSON.stringify(isSent.messages);
  assert.ok(!text.includes('tools/cache.sh'), 'the wrong answer is gone');
  assert.match(text, /\[Correction: Previous response was wrong about [^\]]*Postgres at port 5432/);
  assert.match(text, /no, that's wrong: the database is Postgres/, 'what the person typed stays');
  assert.ok(!text.includes('step 30 is not ready'), 'the failed outputs are gone');
  assert.match(text, /failed here and succeeded later/);
  assert.ok(!text.includes('export const retries = 1'), 'the stale read is gone');
  assert.match(text, /export const helper/, 'the other half of the parallel calls stays');
  assert.deepEqual(pairingFaults(isSent.messages), []);
  const less = (charactersIn(wasSent.messages) - charactersIn(isSent.messages)) / 4;
  assert.ok(Math.abs(made.saved - less) <= 0.1 * less, `${made.saved} tokens reported, ${less} in the request`);
  console.log(`saved: ${made.saved} reported, ${less} in the request`);

  // The meter goes by what is there.
  const used = lab.toolkit.measure(lab, made.file, { knowsHost: false }).used;
  assert.ok(Math.abs(used - charactersIn([isSent.system, isSent.tools, isSent.messages]) / 4) < 300, `the meter says ${used}`);

  // A read that became a line can be had again, in the fork.
  const again = await turn('read it again', 'Read.', [read('login.ts')]);
  assert.match(JSON.stringify(again.messages), /export const retries = 5/);
  // A second fork finds nothing of the first one's.
  const second = fork(made.session);
  assert.deepEqual(kinds(second.kinds), []);
  session = second.session;
  const third = await turn('still there?', 'Yes.');
  assert.deepEqual(pairingFaults(third.messages), []);
  assert.match(JSON.stringify(third.messages), /Postgres at port 5432/);

  const listed = JSON.parse(curate('list', '--json').stdout);
  assert.deepEqual(listed.map(({ session: id, continued }) => [id, continued]).sort(),
    [[made.session, true], [second.session, true]].sort());
  assert.equal(curate('undo', made.session).status, 1, 'a fork that was continued stays');
  const last = fork(SESSION);
  assert.equal(curate('undo', last.session.slice(0, 8)).status, 0);
  assert.equal(readJsonLines(original).length > 0, true);
});
