// What the installer wires fires in the real client: in a project, for the user and as a
// plugin, beside a foreign hook on the same event. After uninstall only the foreign one is left.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { scenario } from './harness.mjs';
import { MODEL, hookRuns } from './hook-runs.mjs';
import { hookEntry } from './toolkit.mjs';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
function setup(lab, ...words) {
  const run = spawnSync(lab.toolkit.program('context-setup'), words, {
    env: { HOME: lab.home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    encoding: 'utf8',
  });
  assert.equal(run.status, 0, `context-setup ${words.join(' ')}: ${run.stderr}`);
  return run.stdout;
}

function install(lab, ...place) {
  setup(lab, 'install', ...place, '--status-line', '--programs', lab.toolkit.folder,
    '--templates', path.join(REPOSITORY, 'settings-templates'));
}

await scenario({ terminal: true }, async (lab) => {
  const foreign = hookEntry(lab.writeScript('foreign', '#!/bin/sh\necho foreign hook\n'));
  const foreignOnly = { hooks: { UserPromptSubmit: [foreign] } };
  const settings = path.join(lab.project, '.claude', 'settings.json');

  lab.writeSettings(foreignOnly);
  const before = readFileSync(settings, 'utf8');
  install(lab, '--project', lab.project);
  assert.deepEqual((await hookRuns(lab)).counts, { ours: 1, foreign: 1, all: 2 }, 'in a project');
  assert.match(setup(lab, 'doctor', '--project', lab.project), /^ok {4}settings: (\d+) of \1 hooks are wired$/m);

  // The status line as installed: a command for the shell, with the project's own path in it.
  lab.startInteractive('--model', MODEL);
  await lab.terminal.see('waiting for the first answer');
  await lab.ask('hello', { contextTokens: 130_000 });
  await lab.terminal.see('65 % amber');
  await lab.terminal.close();

  setup(lab, 'uninstall', '--project', lab.project, '--purge');
  assert.equal(readFileSync(settings, 'utf8'), before, 'the settings after uninstall');
  assert.deepEqual((await hookRuns(lab)).counts, { ours: 0, foreign: 1, all: 1 }, 'after uninstall');

  lab.reset();
  lab.writeSettings(foreignOnly);
  install(lab, '--user');
  assert.deepEqual((await hookRuns(lab)).counts, { ours: 1, foreign: 1, all: 2 }, 'for the user');
  setup(lab, 'uninstall', '--user', '--purge');
  assert.ok(!existsSync(path.join(lab.home, '.claude', 'context-rot')), 'something is left');
  assert.deepEqual((await hookRuns(lab)).counts, { ours: 0, foreign: 1, all: 1 }, 'after uninstall');

  lab.reset();
  lab.writeSettings(foreignOnly);
  const plugin = path.join(lab.root, 'plugin');
  mkdirSync(plugin);
  cpSync(path.join(REPOSITORY, '.claude-plugin'), path.join(plugin, '.claude-plugin'), { recursive: true });
  cpSync(path.join(REPOSITORY, 'hooks', 'plugin.json'), path.join(plugin, 'hooks', 'hooks.json'));
  cpSync(lab.toolkit.folder, path.join(plugin, 'bin'), { recursive: true });
  const valid = spawnSync(lab.client, ['plugin', 'validate', plugin], { env: lab.environment, encoding: 'utf8' });
  assert.equal(valid.status, 0, valid.stdout + valid.stderr);
  assert.deepEqual((await hookRuns(lab, '--plugin-dir', plugin)).counts, { ours: 1, foreign: 1, all: 2 }, 'as a plugin');

  // The repository itself has no programs: no hook fails, and one line says what to do.
  lab.reset();
  const clone = path.join(lab.root, 'clone');
  mkdirSync(clone);
  for (const part of ['.claude-plugin', 'hooks', 'skills']) {
    cpSync(path.join(REPOSITORY, part), path.join(clone, part), { recursive: true });
  }
  const first = await lab.runHeadless('--model', MODEL, '--output-format', 'stream-json', '--verbose',
    '--include-hook-events', '--plugin-dir', clone, 'one');
  assert.equal(first.code, 0, first.stderr);
  const runs = first.stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line))
    .filter(({ subtype }) => subtype === 'hook_response');
  assert.deepEqual(runs.map(({ exit_code: code }) => code), [0], JSON.stringify(runs));
  assert.match(runs[0].stdout, /comes from a clone without programs/);
});
