// In the terminal: the status line and the notice are on the screen, the
// notice once, and no request holds it.

import assert from 'node:assert/strict';
import { scenario } from './harness.mjs';

await scenario({ terminal: true }, async (lab) => {
  lab.writeSettings(lab.toolkit.settings);
  lab.startInteractive('--model', 'claude-sonnet-4-5');
  await lab.terminal.see('waiting for the first answer');

  await lab.ask('alpha', { contextTokens: 100_000 });
  await lab.terminal.see(/50 % green · 100k of 200k/);
  assert.doesNotMatch(lab.terminal.screen(), /Stop says/, 'a notice before anything was crossed');

  await lab.ask('bravo', { contextTokens: 136_000 });
  await lab.terminal.see(/Stop says: Context 68 % \(amber\): 136k of 200k/);
  await lab.terminal.see(/68 % amber · 136k of 200k/);

  await lab.ask('charlie', { contextTokens: 137_000 });
  const notices = lab.terminal.screen().match(/(?:Stop|UserPromptSubmit) says/g);
  assert.equal(notices.length, 1, 'the same band was announced twice');

  assert.equal(lab.double.requests.length, 3);
  for (const { raw } of lab.double.requests) {
    assert.doesNotMatch(raw, /amber/, 'a request holds the notice');
  }
});
