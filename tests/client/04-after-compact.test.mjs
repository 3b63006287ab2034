// Right after /compact nobody knows the size: the status line says so, the
// meter gives the boundary's estimate. The next answer makes both exact.

import assert from 'node:assert/strict';
import { readJsonLines, scenario } from './harness.mjs';
import { Recorder } from './recorder.mjs';

await scenario({ terminal: true }, async (lab) => {
  const recorder = new Recorder(lab);
  lab.startInteractive('--model', 'claude-sonnet-4-5');
  await lab.terminal.see('waiting for the first answer');
  await lab.ask('alpha', { contextTokens: 90_000 });
  await lab.ask('bravo', { contextTokens: 152_000 });
  await recorder.hostWindow(152_000);
  await lab.terminal.see('76 % red');

  await lab.terminal.submit('/compact');
  await recorder.hostWindow(0);
  const screen = await lab.terminal.see('just compacted');
  const line = screen.split('\n').find((text) => text.includes('just compacted'));
  assert.doesNotMatch(line, /76|152k/, 'the status line still shows the size before the compaction');
  assert.doesNotMatch(line, /(^|[^~\d])\d+ %/, 'the status line shows an estimate as if it were measured');

  const transcript = lab.onlyTranscript;
  const boundary = readJsonLines(transcript).findLast((row) => row.subtype === 'compact_boundary');
  assert.ok(boundary, 'the client wrote no compact_boundary');
  const { postTokens } = boundary.compactMetadata;
  assert.ok(postTokens > 0 && postTokens < 90_000, `postTokens ${postTokens}`);
  for (const knowsHost of [false, true]) {
    const estimate = lab.toolkit.measure(lab, transcript, { knowsHost });
    assert.equal(estimate.used, postTokens, 'the meter right after the compaction');
    assert.equal(estimate.estimate, true, 'the meter does not call it an estimate');
  }

  await lab.ask('charlie', { contextTokens: 30_000 });
  await recorder.hostWindow(30_000);
  const line2 = (await lab.terminal.see('15 % green')).split('\n').find((text) => text.includes('15 % green'));
  assert.doesNotMatch(line2, /~|estimate/, 'the status line calls a measured size an estimate');
  for (const knowsHost of [false, true]) {
    const exact = lab.toolkit.measure(lab, transcript, { knowsHost });
    assert.equal(exact.used, 30_000, 'the meter after the next answer');
    assert.notEqual(exact.estimate, true, 'the meter calls a measured size an estimate');
  }
});
