// A fork in the terminal: the picker lists it by its title, and /rewind, /compact and a second fork
// work on it as on any other session.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { scenario } from './harness.mjs';
import { pairingFaults } from './pairing.mjs';
import { until } from './terminal.mjs';

const MODEL = 'claude-opus-4-6';

await scenario({ terminal: true }, async (lab) => {
  const { terminal, double } = lab;
  const fork = (session) => {
    const run = spawnSync(lab.toolkit.program('context-curate'), ['fork', '--session', session, '--json'], {
      cwd: lab.project, env: { HOME: lab.home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' }, encoding: 'utf8',
    });
    assert.equal(run.status, 0, run.stderr);
    return JSON.parse(run.stdout);
  };
  const lastRequest = () => JSON.stringify(double.requests.at(-1).body.messages);
  const ask = (prompt) => lab.ask(prompt, { contextTokens: 20_000 });

  lab.startInteractive('--model', MODEL);
  await terminal.see('❯');
  await ask('plan the port of the server');
  // The double's answer repeats the prompt, which makes it wrong in a way that can be named.
  await ask('say that the server listens on port 8080. It is started by old-start.sh');
  await ask("no, that's wrong: the server listens on port 9090, not on 8080");
  await ask('thanks');
  const original = path.basename(lab.onlyTranscript, '.jsonl');
  await terminal.exit();

  const made = fork(original);
  assert.equal(made.kinds.corrected?.entries, 1, JSON.stringify(made));
  lab.startInteractive('--resume');
  await terminal.see('Resume session');
  // The newest comes first, and the original below it.
  await terminal.see(/❯ plan the port of the server \(without noise\)[^]*thanks/);
  terminal.press('Enter');
  await terminal.see('answer to thanks');
  await ask('delta');
  assert.match(lastRequest(), /\[Correction: Previous response was wrong[^\]]*9090/);
  assert.equal(lastRequest().split('old-start.sh').length - 1, 1, 'in the prompt, and not in the answer any more');
  assert.deepEqual(pairingFaults(double.requests.at(-1).body.messages), []);

  await ask('echo');
  await terminal.submit('/rewind');
  await terminal.see('Restore the code');
  terminal.press('Up');
  await terminal.see(/Restore the code[^]*❯ echo/);
  terminal.press('Enter');
  await terminal.see(/│ echo[^]*❯ 1. Restore conversation/);
  terminal.press('Enter');
  await terminal.see(/answer to delta[^]*❯ echo *\n─/); // the dropped prompt is back in the input
  await until('an empty input', () => {
    terminal.press('C-u');
    return /\n❯ *\n─/.test(terminal.screen());
  });
  await ask('foxtrot');
  assert.ok(!lastRequest().includes('answer to echo'), 'what was rewound is gone');
  assert.match(lastRequest(), /answer to delta/);

  await terminal.submit('/compact');
  await terminal.see('Compacted');
  await ask('golf');
  assert.match(lastRequest(), /SUMMARY of the session/);
  assert.deepEqual(pairingFaults(double.requests.at(-1).body.messages), []);
  await terminal.exit();

  const second = fork(made.session);
  const run = await lab.runHeadless('hotel', '--resume', second.session, '--model', MODEL);
  assert.equal(run.code, 0, run.stderr);
  assert.match(lastRequest(), /SUMMARY of the session/);
  assert.match(lastRequest(), /answer to golf/);
});
