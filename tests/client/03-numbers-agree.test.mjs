// One session, four readers of the same number: our meter, our status line, the
// client's own status line, and `context_tokens` of the next SessionStart.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { scenario } from './harness.mjs';
import { Recorder } from './recorder.mjs';

const CASES = [
  { model: 'claude-sonnet-4-5', window: 200_000, tokens: 136_000, shown: /68 % amber · 136k of 200k/ },
  { model: 'claude-sonnet-5-5', window: 1_000_000, tokens: 680_000, shown: /68 % amber · 680k of 1(M|000k)/ },
  { model: 'claude-opus-4-6[1m]', window: 1_000_000, tokens: 180_000, shown: /18 % green · 180k of 1(M|000k)/ },
];

async function numbersAgree(lab, { model, window, tokens, shown }) {
  lab.reset();
  const recorder = new Recorder(lab);
  const file = path.join(lab.project, 'a.txt');
  writeFileSync(file, 'text\n');

  lab.startInteractive('--model', model);
  await lab.terminal.see('waiting for the first answer');
  await lab.ask('alpha', { contextTokens: 20_000 });
  // Two tool calls in one answer: several transcript rows that repeat its usage.
  const read = { name: 'Read', input: { file_path: file } };
  await lab.ask('bravo', { contextTokens: tokens, tools: [read, read] });

  const host = await recorder.hostWindow(tokens);
  assert.equal(host.context_window_size, window, `${model}: the client's window`);
  await lab.terminal.see(shown);

  const transcript = lab.onlyTranscript;
  for (const knowsHost of [false, true]) {
    const meter = lab.toolkit.measure(lab, transcript, { knowsHost });
    const what = `${model}, meter ${knowsHost ? 'with' : 'without'} the client's numbers`;
    assert.equal(meter.used, tokens, `${what}: used`);
    assert.equal(meter.max, window, `${what}: max`);
    assert.equal(meter.pct, Math.floor((100 * tokens) / window), `${what}: pct`);
    if (!knowsHost) assert.equal(meter.source, 'transcript', `${what}: source`);
  }

  await lab.terminal.exit();
  lab.double.reply.tools = [];
  const run = await lab.runHeadless('--model', model, '--resume', path.basename(transcript, '.jsonl'), 'charlie');
  assert.equal(run.code, 0, `${model}: resume failed: ${run.stderr}`);
  const start = recorder.lastSessionStart();
  assert.equal(start.source, 'resume');
  assert.equal(start.context_tokens - lab.double.reply.outputTokens, tokens, `${model}: context_tokens less the output`);
}

await scenario({ terminal: true }, async (lab) => {
  for (const one of CASES) await numbersAgree(lab, one);
});
