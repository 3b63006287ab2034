// A status line that takes a second is shown with ours as it is without it, and ours with it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { scenario } from './harness.mjs';

const MODEL = 'claude-sonnet-4-5';

await scenario({ terminal: true }, async (lab) => {
  const setup = (...args) => {
    const run = spawnSync(lab.toolkit.program('context-setup'), args, {
      encoding: 'utf8', env: { HOME: lab.home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    });
    assert.equal(run.status, 0, run.stderr);
    return run.stdout;
  };
  const session = async (...wanted) => {
    lab.startInteractive('--model', MODEL);
    await lab.terminal.see('❯');
    await lab.ask('hello', { contextTokens: 130_000 });
    for (const text of wanted) await lab.terminal.see(text);
    await lab.terminal.exit();
  };

  lab.writeSettings({ statusLine: { type: 'command', command: 'sleep 1; echo MY OWN LINE' } });
  await session('MY OWN LINE');
  setup('install', '--project', lab.project, '--status-line', '--programs', lab.toolkit.folder);
  await session(/MY OWN LINE\n +\S+ 65 % amber/);
  assert.match(setup('doctor', '--project', lab.project), /around yours: sleep 1; echo MY OWN LINE \(1\.\d s each time\)/);
});
