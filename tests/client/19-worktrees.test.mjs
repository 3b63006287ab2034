// Where people really start: in a subfolder, with `claude -w`, in a worktree that shares the settings. No hook
// fails, the notes are with the main working tree, and git sees none of them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scenario } from './harness.mjs';
import { Skip } from './outcome.mjs';
import { until } from './terminal.mjs';

const MODEL = 'claude-sonnet-4-5';

function run(lab, program, args, cwd) {
  const done = spawnSync(program, args, {
    cwd, encoding: 'utf8', env: { HOME: lab.home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
  });
  assert.equal(done.status, 0, `${program} ${args.join(' ')}: ${done.stderr}`);
  return done.stdout;
}
const git = (lab, cwd, ...args) => run(lab, 'git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], cwd);
const setup = (lab, ...args) => run(lab, lab.toolkit.program('context-setup'), args, lab.project);
const install = (lab, ...place) => setup(lab, 'install', ...place, '--programs', lab.toolkit.folder);

// A repository with a subfolder, as on the first day.
function repository(lab) {
  lab.reset();
  mkdirSync(path.join(lab.project, 'packages', 'api'), { recursive: true });
  writeFileSync(path.join(lab.project, 'packages', 'api', 'a.txt'), 'x\n');
  writeFileSync(path.join(lab.project, '.gitignore'), '.claude/worktrees/\n');
  git(lab, lab.project, 'init', '-q');
  git(lab, lab.project, 'add', '-A');
  git(lab, lab.project, 'commit', '-qm', 'one');
}

// The hooks of a turn of a session that starts in `folder`; none may fail.
async function turn(lab, name, folder, ...options) {
  lab.startFolder = folder;
  lab.double.reply.contextTokens = 9_000;
  const turned = await lab.runHeadless(`plan the ${name}`, '--model', MODEL, '--output-format', 'stream-json', '--verbose',
    '--include-hook-events', ...options);
  assert.equal(turned.code, 0, turned.stderr);
  const hooks = turned.stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line))
    .filter(({ subtype }) => subtype === 'hook_response');
  console.log(`${name}: ${hooks.map(({ hook_event: event, exit_code: code }) => `${event} ${code}`).join(', ')}`);
  assert.ok(hooks.length >= 3, name);
  for (const hook of hooks) assert.equal(hook.exit_code, 0, `${name}, ${hook.hook_event}: ${hook.stderr}`);
}

await scenario({ terminal: true }, async (lab) => {
  if (spawnSync('git', ['--version']).error) throw new Skip('git is not installed');
  const notes = path.join(lab.project, '.claude', 'session-journal.md');
  const clean = (folder) => assert.equal(git(lab, folder, 'status', '--short', '-uall'), '', `git sees something in ${folder}`);

  // For one checkout: the programs are found from wherever the session starts, and the notes outlive the worktree.
  repository(lab);
  install(lab, '--project', lab.project, '--local');
  appendFileSync(path.join(lab.project, '.git', 'info', 'exclude'), 'settings.local.json\n'); // as people have it
  await turn(lab, 'main checkout', lab.project);
  await turn(lab, 'subfolder', path.join(lab.project, 'packages', 'api'));
  await turn(lab, 'worktree of the client', lab.project, '-w', 'feat');
  assert.match(readFileSync(notes, 'utf8'), /plan the main checkout/);
  assert.match(readFileSync(notes, 'utf8'), /plan the worktree of the client/, 'the notes of the worktree');
  clean(lab.project);

  // Settings that are shared: nothing is said where the programs are missing.
  repository(lab);
  assert.match(install(lab, '--project', lab.project), /in other worktrees, .* the hooks do nothing/);
  git(lab, lab.project, 'add', '.claude/settings.json');
  git(lab, lab.project, 'commit', '-qm', 'settings');
  const other = path.join(lab.root, 'tmp', 'other');
  git(lab, lab.project, 'worktree', 'add', '-q', other, '-b', 'other');
  await turn(lab, 'worktree with shared settings', other);
  clean(other);
  assert.match(setup(lab, 'doctor', '--project', lab.project), /^note {2}worktrees: /m);

  // For every project: a worktree in which nothing was changed goes at the end without a question.
  repository(lab);
  lab.startFolder = undefined;
  install(lab, '--user');
  lab.startInteractive('--model', MODEL, '-w', 'two');
  await lab.terminal.see(/❯|trust/);
  if (/trust/.test(lab.terminal.screen())) lab.terminal.press('Enter');
  await lab.terminal.see('❯');
  Object.assign(lab.double.reply, { text: 'answer to it', contextTokens: 9_000 });
  await lab.terminal.submit('draw the chart');
  await lab.terminal.see('answer to it');
  const worktree = path.join(lab.project, '.claude', 'worktrees', 'two');
  await until('the notes', () => existsSync(notes) && /draw the chart/.test(readFileSync(notes, 'utf8')), 20_000);
  assert.ok(existsSync(worktree));
  clean(worktree);
  await lab.terminal.exit();
  await until('the worktree to go', () => !existsSync(worktree), 20_000);
  clean(lab.project);
});
