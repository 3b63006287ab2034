// The plugin with its programs, as a release has it on a branch: from a marketplace in a git repository
// into the real client, its hooks fire, it says once how to get a status line, it is updated, and it is
// taken out again. Git is told that the repository's address is a folder here; the rest is the client's.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { scenario } from './harness.mjs';
import { hookRuns } from './hook-runs.mjs';
import { Skip } from './outcome.mjs';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const ADDRESS = 'https://toolkit.invalid/owner/context-rot-toolkit.git';
const PLUGIN = 'context-rot-toolkit@context-rot-toolkit';
const COMMITTER = ['-c', 'user.name=x', '-c', 'user.email=x@localhost', '-c', 'commit.gpgsign=false'];

function run(env, command, ...args) {
  const done = spawnSync(command, args, { env, encoding: 'utf8' });
  assert.equal(done.status, 0, `${command} ${args.join(' ')}: ${done.error ?? ''}${done.stdout}${done.stderr}`);
  return done.stdout;
}

// A release with this machine's programs; its branch `plugin` is in the repository of the marketplace.
function release(lab) {
  const env = { ...lab.environment, PATH: process.env.PATH };
  if (spawnSync('python3', ['--version']).error) throw new Skip('python3 is not here: no release is made');
  const out = path.join(lab.root, 'release');
  run(env, 'python3', '-B', path.join(REPOSITORY, 'tests/package/release'), '--out', out, '--draft',
    '--native', path.dirname(lab.toolkit.folder), '--repository', ADDRESS);
  const repository = path.join(out, 'plugin');
  const git = (...words) => run(env, 'git', '-C', repository, ...COMMITTER, ...words);
  const main = path.join(lab.root, 'main');
  git('worktree', 'add', '--quiet', '--detach', main);
  const inMain = (...words) => run(env, 'git', '-C', main, ...COMMITTER, ...words);
  inMain('checkout', '--quiet', '--orphan', 'main');
  inMain('rm', '-rqf', '.');
  mkdirSync(path.join(main, '.claude-plugin'));
  cpSync(path.join(out, 'marketplace.json'), path.join(main, '.claude-plugin/marketplace.json'));
  inMain('add', '-A');
  inMain('commit', '-qm', 'the repository');
  // What a server says is its main branch.
  const served = path.join(lab.root, 'served.git');
  run(env, 'git', 'clone', '--quiet', '--bare', repository, served);
  run(env, 'git', '-C', served, 'symbolic-ref', 'HEAD', 'refs/heads/main');
  writeFileSync(path.join(lab.home, '.gitconfig'),
    `[url "file://${served}"]\n\tinsteadOf = ${ADDRESS}\n[safe]\n\tdirectory = *\n`);
  return { repository, git, push: () => git('push', '--quiet', served, 'plugin:plugin') };
}

await scenario({}, async (lab) => {
  const { repository, git, push } = release(lab);
  const claude = (...words) => run(lab.environment, lab.client, 'plugin', ...words);
  const installed = () => JSON.parse(readFileSync(path.join(lab.home, '.claude/plugins/installed_plugins.json')))
    .plugins[PLUGIN]?.[0];
  assert.match(claude('validate', repository), /passed/i);

  claude('marketplace', 'add', ADDRESS);
  claude('install', PLUGIN);
  const root = installed().installPath;
  const [platform] = readdirSync(path.join(root, 'bin'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.ok(existsSync(path.join(root, 'bin', platform.name, 'hook-stop')), 'links survive the client');

  const first = await hookRuns(lab);
  assert.deepEqual(first.counts, { ours: 1, foreign: 0, all: 1 }, 'the hooks fire');
  const told = /A plugin cannot bring a status line\. To get one, run: (sh \S+install\.sh --user --template status-line)/;
  const [, command] = told.exec(JSON.parse(first.start).systemMessage);
  assert.doesNotMatch((await hookRuns(lab)).start, /status line/, 'it is said once');

  // The line that is said, pasted into a shell.
  run({ ...lab.environment, PATH: '/usr/bin:/bin' }, 'sh', '-c', command);
  const settings = () => JSON.parse(readFileSync(path.join(lab.home, '.claude/settings.json')));
  assert.match(settings().statusLine.command, /context-status-line/);
  assert.equal(settings().hooks, undefined, 'the hooks are the plugin\'s');
  assert.deepEqual((await hookRuns(lab)).counts, { ours: 1, foreign: 0, all: 1 }, 'and stay one each');

  // A new release on the branch.
  const manifest = path.join(repository, '.claude-plugin/plugin.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": "[^"]*"/, '"version": "9.9.9"'));
  git('commit', '-qam', 'the next one');
  push();
  claude('marketplace', 'update', 'context-rot-toolkit');
  claude('update', PLUGIN);
  assert.equal(installed().version, '9.9.9');
  assert.notEqual(installed().installPath, root);
  const updated = await hookRuns(lab);
  assert.deepEqual(updated.counts, { ours: 1, foreign: 0, all: 1 }, 'after the update');
  assert.doesNotMatch(updated.start, /status line/, 'nor is it said again');

  claude('uninstall', PLUGIN);
  assert.equal(installed(), undefined);
  assert.deepEqual((await hookRuns(lab)).counts, { ours: 0, foreign: 0, all: 0 }, 'after uninstall');

  // On a system that no programs are for: one line, and no hook fails.
  rmSync(path.join(repository, 'bin', platform.name), { recursive: true });
  const other = await hookRuns(lab, '--plugin-dir', repository);
  assert.deepEqual(other.counts, { ours: 0, foreign: 0, all: 1 });
  assert.match(JSON.parse(other.start).systemMessage, /this plugin has no programs for \S+ \S+; a clone builds them/);
});
