// /rewind writes nothing: until the next prompt only the status line knows.
// That prompt must not be told of a band that belongs to the dropped turns,
// and after it the dropped turns, still in the file, count for nothing.

import assert from 'node:assert/strict';
import { readJsonLines, scenario } from './harness.mjs';
import { Recorder } from './recorder.mjs';
import { until } from './terminal.mjs';

await scenario({ terminal: true }, async (lab) => {
  const recorder = new Recorder(lab);
  lab.startInteractive('--model', 'claude-sonnet-4-5');
  await lab.terminal.see('waiting for the first answer');
  await lab.ask('alpha', { contextTokens: 20_000 });
  await lab.ask('bravo', { contextTokens: 90_000 });
  await lab.ask('charlie', { contextTokens: 152_000 });
  await recorder.hostWindow(152_000);
  await lab.terminal.see('76 % red');
  const transcript = lab.onlyTranscript;
  const rows = () => readJsonLines(transcript).filter(({ uuid, explicit }) => uuid || explicit).length;
  const rowsBefore = rows();
  const measure = (knowsHost) => lab.toolkit.measure(lab, transcript, { knowsHost }).used;

  await lab.terminal.submit('/rewind');
  await lab.terminal.see('Restore the code');
  lab.terminal.press('Up', 'Up'); // (current) -> charlie -> bravo
  await lab.terminal.see(/Restore the code[^]*❯ bravo/);
  lab.terminal.press('Enter');
  await lab.terminal.see(/│ bravo[^]*❯ 1. Restore conversation/);
  lab.terminal.press('Enter');
  await recorder.hostWindow(20_000);
  await lab.terminal.see('10 % green');
  assert.equal(rows(), rowsBefore, 'the client now records a rewind at once: use it');
  assert.equal(measure(true), 20_000, 'the meter right after the rewind');

  // The replacement prompt fails: the newest usage in the file is a dropped turn's.
  lab.terminal.press('C-u'); // the dropped prompt is back in the input
  lab.double.reply.error = { status: 400, type: 'invalid_request_error', message: 'refused by the double' };
  await lab.terminal.submit('delta');
  const failed = await lab.terminal.see('refused by the double');
  assert.doesNotMatch(failed, /(?:Stop|UserPromptSubmit) says/, 'a notice about turns that were dropped');
  await until('the error row', () => readJsonLines(transcript).some((row) => row.isApiErrorMessage));
  lab.double.reply.error = null;
  for (const knowsHost of [false, true]) {
    assert.equal(measure(knowsHost), 20_000, 'the meter after the replacement prompt');
  }

  await lab.ask('echo', { contextTokens: 40_000 });
  await recorder.hostWindow(40_000);
  const answered = await lab.terminal.see('20 % green');
  assert.doesNotMatch(answered, /(?:Stop|UserPromptSubmit) says/, 'a notice about turns that were dropped');
  for (const knowsHost of [false, true]) {
    assert.equal(measure(knowsHost), 40_000, 'the meter after the next answer');
  }
});
