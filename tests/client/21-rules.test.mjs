// A rule that was typed as a correction is offered once, kept by a command, told once after a compaction and after
// /clear, and held up at the Bash call that it is about, as the shell reads it: a line beside the result, a question,
// or a refusal. Nothing of it reaches the model before it is kept, and a session without a match is byte for byte the
// one without the hook.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJsonLines, scenario } from './harness.mjs';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const MODEL = 'claude-opus-4-6';
const OFFER = 'Keep this as a rule?';
const AT_CALL = 'The user keeps a rule about this call: \\"use pnpm, not npm\\".';
const AFTER = 'The user keeps a rule for this project: \\"use pnpm, not npm\\".';
const count = (text, part) => text.split(part).length - 1;
const withoutTimes = (raw) => raw.replace(/\d{4}-\d{2}-\d{2}/g, 'DATE').replaceAll(/"text":"x-anthropic-billing-header[^"]*"/g, '')
  .replaceAll(/toolu_\d+_/g, 'toolu_');

await scenario({ terminal: true }, async (lab) => {
  const programs = path.join(lab.root, 'programs');
  const marks = path.join(lab.root, 'ran');
  const settings = () => JSON.parse(readFileSync(path.join(lab.project, '.claude', 'settings.local.json'), 'utf8'));

  function ours(program, ...words) {
    const run = spawnSync(lab.toolkit.program(program), words, {
      cwd: lab.project, env: { HOME: lab.home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' }, encoding: 'utf8',
    });
    assert.equal(run.status, 0, `${program} ${words.join(' ')}: ${run.stderr}`);
    return run.stdout;
  }

  // Programs that only say that they ran stand in front of the real ones.
  function begin() {
    lab.reset();
    rmSync(programs, { recursive: true, force: true });
    mkdirSync(programs);
    for (const name of ['npm', 'npm-check', 'sudo']) {
      const file = path.join(programs, name);
      writeFileSync(file, `#!/bin/sh\necho ${name} "$@" >> '${marks}'\necho ran ${name}\n`);
      chmodSync(file, 0o755);
    }
    mkdirSync(path.join(lab.project, 'x'));
    lab.writeSettings({ env: { PATH: `${programs}:/usr/bin:/bin` } });
    ours('context-setup', 'install', '--project', lab.project, '--programs', lab.toolkit.folder,
      '--templates', path.join(REPOSITORY, 'settings-templates'));
    session = undefined;
  }

  let session;
  async function turn(prompt, reply, { tools = [], contextTokens = 1000, allowed = 'Bash' } = {}) {
    Object.assign(lab.double.reply, { text: reply, tools, contextTokens });
    const before = lab.double.requests.length;
    const run = await lab.runHeadless(prompt, '--model', MODEL, '--allowedTools', allowed,
      ...(session ? ['--resume', session] : ['--session-id', '88888888-8888-4888-8888-888888888888']));
    assert.equal(run.code, 0, `"${prompt}": ${run.stderr}`);
    session = '88888888-8888-4888-8888-888888888888';
    return lab.double.requests.slice(before).map(({ raw }) => raw);
  }
  const bash = (command) => ({ name: 'Bash', input: { command, description: 'run it' } });
  const lastResult = (raw) => JSON.parse(raw).messages.flatMap(({ content }) => content)
    .filter(({ type }) => type === 'tool_result').at(-1);
  const ran = () => (existsSync(marks) ? readFileSync(marks, 'utf8') : '');
  async function call(command) {
    rmSync(marks, { force: true });
    const requests = await turn('go on', 'done', { tools: [bash(command)] });
    const raw = requests.at(-1);
    return { raw, result: lastResult(raw), said: count(raw, AT_CALL) };
  }

  begin();
  await turn('set the project up', 'I ran npm install and it is done.');
  const noted = await turn("no, that's wrong. use pnpm, not npm", '[Correction: Previous response was wrong about the package manager. User clarified: use pnpm.]\nDone.');
  const shown = readJsonLines(lab.transcriptOf(session)).filter(({ attachment }) => attachment?.type === 'hook_system_message'
    && JSON.stringify(attachment).includes(OFFER));
  assert.equal(shown.length, 1, 'the offer, shown once to the person');
  assert.match(JSON.stringify(shown[0]), /use pnpm, not npm[^]*context-rules keep 1/);
  const [after] = await turn('thanks, go on', 'Went on.');
  assert.ok(![...noted, after].some((raw) => raw.includes(OFFER)), 'the offer costs no token');
  assert.ok(!existsSync(path.join(lab.project, '.claude', 'settings.local.json')), 'no hook before there is a rule');

  assert.match(ours('context-rules', 'keep', '1'), /1 {2}use pnpm, not npm\n {3}told at: command npm\n[^]*hook added: PreToolUse/);
  assert.equal(settings().hooks.PreToolUse[0].matcher, 'Bash');
  assert.match(ours('context-setup', 'doctor', '--project', lab.project), /^ok {4}hooks: (\d+) of \1 answer/m);

  for (const number of [1, 2]) assert.equal(count((await turn(`part ${number}`, 'ok')).at(-1), AT_CALL), 0);
  await turn('part 3', 'ok', { contextTokens: 170_000 });
  const compacted = await turn('part 4', 'ok');
  assert.equal(count(compacted.at(-1), 'SUMMARY of the session'), 1, 'a compaction');
  assert.equal(count(compacted.at(-1), AFTER), 1, 'told once after it');

  let said = 0;
  const expectLine = async (command, wanted) => {
    const { raw, said: now } = await call(command);
    said += wanted;
    assert.equal(now, said, `${command}: lines in the request`);
    return raw;
  };
  await expectLine('npm install', 1);
  assert.equal(ran(), 'npm install\n', 'the call ran');
  await expectLine('cd x && npm ci', 1);
  await expectLine('sudo npm i', 1);
  await expectLine('npm-check', 0);
  await expectLine('echo npm', 0);
  await expectLine("git log --grep 'npm install' || true", 0);
  assert.equal(count((await turn('and on', 'ok')).at(-1), AFTER), 1, 'and not told again');

  ours('context-rules', 'edit', '1', '--answer', 'deny');
  const denied = await call('npm install');
  assert.equal(denied.result.is_error, true, 'a denied call');
  assert.match(JSON.stringify(denied.result.content), /use pnpm, not npm/);
  assert.equal(ran(), '', 'and it did not run');
  ours('context-rules', 'edit', '1', '--answer', 'ask');
  const asked = await call('npm install');
  assert.equal(asked.result.is_error, true, 'a question that nobody can answer');
  assert.equal(ran(), '');

  // Whoever else writes the file: nothing of it counts.
  const file = path.join(lab.project, '.claude', 'context-rot', 'rules.yaml');
  const kept = readFileSync(file, 'utf8');
  writeFileSync(file, kept.replace('use pnpm', 'use PNPM'));
  assert.equal((await call('npm install')).result.is_error ?? false, false, 'a file that was changed does not count');
  writeFileSync(file, kept);

  // The person is asked in the terminal; /clear tells the rule once.
  rmSync(marks, { force: true });
  lab.startInteractive('--model', MODEL, '--permission-mode', 'default');
  await lab.terminal.see('❯');
  Object.assign(lab.double.reply, { text: 'an answer', tools: [bash('npm install')], contextTokens: 1000 });
  await lab.terminal.submit('install it');
  const question = await lab.terminal.see('Do you want to proceed?');
  assert.match(question.replace(/\s+/g, ' '), /use pnpm, not npm/, 'why');
  lab.terminal.press('Escape');
  await lab.terminal.see(/Interrupted|interrupted/);
  assert.equal(ran(), '', 'it did not run unasked');
  lab.double.reply.tools = [];
  await lab.terminal.submit('/clear');
  await lab.terminal.see('❯');
  const from = lab.double.requests.length;
  await lab.terminal.submit('begin anew');
  await lab.terminal.see('an answer');
  const cleared = lab.double.requests.slice(from).map(({ raw }) => raw).find((raw) => raw.includes('begin anew'));
  assert.equal(count(cleared, AFTER), 1, 'told once after /clear');
  await lab.terminal.exit();

  ours('context-rules', 'drop', '1');
  assert.ok(!existsSync(path.join(lab.project, '.claude', 'settings.local.json')) || !settings().hooks?.PreToolUse, 'no hook without a rule');

  // Nothing without a match, byte for byte.
  async function bodies(withRule) {
    begin();
    if (withRule) ours('context-rules', 'keep', 'use pnpm, not npm');
    const sent = [];
    for (const command of ['echo npm', 'npm-check', 'cd x && ls']) {
      sent.push(...(await turn('go on', 'done', { tools: [bash(command)] })).map(withoutTimes));
    }
    assert.equal(readJsonLines(lab.transcriptOf(session)).filter(({ attachment }) => attachment?.hookName?.startsWith('PreToolUse')
      && attachment.type !== 'hook_success').length, 0);
    return sent;
  }
  assert.deepEqual(await bodies(true), await bodies(false));
});
