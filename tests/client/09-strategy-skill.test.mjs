// /context-rot-strategy puts the advice, measured on this very session, in front of the model:
// headless and in the terminal; and it still works where the program is missing.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { scenario } from './harness.mjs';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const MODEL = 'claude-sonnet-4-5';
const SESSION = '33333333-3333-4333-8333-333333333333';
const MEASURED = /\*\*Measured now\.\*\* Continue, and pick a stopping point soon/;

function install(lab) {
  const run = spawnSync(lab.toolkit.program('context-setup'), [
    'install', '--project', lab.project, '--programs', lab.toolkit.folder,
    '--skills', path.join(REPOSITORY, 'skills'), '--templates', path.join(REPOSITORY, 'settings-templates'),
  ], { cwd: lab.project, env: { HOME: lab.home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' }, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
}

// The text of the newest user message.
function sent(lab) {
  const { body } = lab.double.requests.at(-1);
  const message = body.messages.findLast(({ role }) => role === 'user');
  return [message.content].flat().map((block) => block.text ?? block).join('\n');
}

await scenario({ terminal: true }, async (lab) => {
  install(lab);
  lab.double.reply.contextTokens = 136_000;
  const first = await lab.runHeadless('--session-id', SESSION, '--model', MODEL, 'read the parser');
  assert.equal(first.code, 0, first.stderr);

  const run = await lab.runHeadless('--resume', SESSION, '--model', MODEL, '/context-rot-strategy run all tests');
  assert.equal(run.code, 0, run.stderr);
  assert.match(sent(lab), MEASURED);
  assert.match(sent(lab), /68 % \(amber\): 136k of 200k tokens/);
  assert.match(sent(lab), /what the user is about to do, if they said so: run all tests/i);
  assert.doesNotMatch(sent(lab), /!`/);

  // In the terminal, in its own permission mode.
  lab.startInteractive('--model', MODEL, '--resume', SESSION);
  await lab.ask('go on with the parser', { contextTokens: 138_000 });
  await lab.ask('/context-rot-strategy', { contextTokens: 138_000 });
  assert.match(sent(lab), MEASURED);
  assert.match(sent(lab), /69 % \(amber\): 138k of 200k tokens/);
  await lab.terminal.exit();

  // The skill for the moment before /clear drafts this session's section.
  const drafted = await lab.runHeadless('--resume', SESSION, '--model', MODEL, '/session-journal');
  assert.equal(drafted.code, 0, drafted.stderr);
  assert.match(sent(lab), /### (Goal|Latest prompts)\n/);
  assert.match(sent(lab), /go on with the parser/);

  // The fork's plan is of this very session, whose running turn is not part of it.
  const planned = await lab.runHeadless('--resume', SESSION, '--model', MODEL, '/context-fork');
  assert.equal(planned.code, 0, planned.stderr);
  assert.match(sent(lab), /Would fork 33333333: no noise (?:was found|is worth its cost)/);

  rmSync(path.join(lab.project, '.claude', 'context-rot', 'bin', 'context-advise'));
  const without = await lab.runHeadless('--resume', SESSION, '--model', MODEL, '/context-rot-strategy');
  assert.equal(without.code, 0, without.stderr);
  assert.match(sent(lab), /## The five options/);
  assert.doesNotMatch(sent(lab), MEASURED);
});
