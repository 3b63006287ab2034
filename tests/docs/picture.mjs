// Draws the picture of the README: a session of the real client, with the hooks and the status line.
//
//   node tests/docs/picture.mjs --bin build/release/bin [--out docs/images/session.svg]

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { scenario } from '../client/harness.mjs';
import { until } from '../client/terminal.mjs';
import { screenSvg } from './screen_svg.mjs';

const COLUMNS = 104;
const out = process.argv.includes('--out') ? process.argv[process.argv.indexOf('--out') + 1]
  : path.join(import.meta.dirname, '../../docs/images/session.svg');

await scenario({ terminal: true }, async (lab) => {
  const { double, terminal } = lab;
  lab.writeSettings(lab.toolkit.settings);
  terminal.start(lab.client, ['--model', 'claude-opus-4-6'], {
    cwd: lab.project, env: lab.environment, columns: COLUMNS, rows: 40,
  });
  await terminal.see('waiting for the first answer');
  const turn = async (prompt, contextTokens, text) => {
    Object.assign(double.reply, { contextTokens, text });
    const before = lab.turnsEnded;
    await terminal.submit(prompt);
    await until(`the end of the turn "${prompt}"`, () => lab.turnsEnded > before);
  };
  await turn('add a silent token refresh to the auth client', 152_000,
    'The refresh is in src/auth/refresh.ts. The lock that keeps two tabs apart lives in Redis.');
  await turn('no, the lock is in Postgres, not in Redis', 153_000,
    '[Correction: Previous response was wrong about the lock. User clarified: the lock is in Postgres.]\n\n'
    + 'The refresh takes the lock from Postgres now.');
  await terminal.see('76 % red');
  const screen = terminal.colouredScreen();
  const first = screen.split('\n').findIndex((line) => line.includes('add a silent token refresh'));
  writeFileSync(out, screenSvg(screen.split('\n').slice(first).join('\n'), {
    columns: COLUMNS,
    title: 'A session of Claude Code: the notice with the /compact command, and the status line',
  }));
  console.log(`wrote ${out}`);
});
