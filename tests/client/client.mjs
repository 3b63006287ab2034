// The pinned Claude Code that these tests run: found, or installed from npm
// into a cache folder outside the tree. Run on its own it fills that cache and
// prints the path, so that tests which run in parallel do not all install.
//
//   CONTEXT_ROT_CLIENT        a `claude` program to use instead
//   CONTEXT_ROT_CLIENT_CACHE  where the pinned one is kept

import { spawnSync } from 'node:child_process';
import { accessSync, constants, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Skip, runAsProgram } from './outcome.mjs';

export const CLIENT_VERSION = '2.1.332';

const INSTALL_TIMEOUT_MS = 10 * 60_000;
// npm's codes for "no way to get it from here", as opposed to a broken install.
const UNREACHABLE = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED|E401|E403|E404|E5\d\d|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+)\b/;

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function cacheFolder() {
  const { CONTEXT_ROT_CLIENT_CACHE, XDG_CACHE_HOME } = process.env;
  if (CONTEXT_ROT_CLIENT_CACHE) return path.resolve(CONTEXT_ROT_CLIENT_CACHE);
  const base = XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  return path.join(base, 'context-rot-toolkit', `claude-code-${CLIENT_VERSION}`);
}

// The native program sits in the package of this platform, which npm picks.
function programIn(folder) {
  const scope = path.join(folder, 'node_modules', '@anthropic-ai');
  let packages = [];
  try {
    packages = readdirSync(scope);
  } catch {
    return undefined;
  }
  return packages
    .filter((name) => name.startsWith('claude-code-'))
    .map((name) => path.join(scope, name, 'claude'))
    .find(isExecutable);
}

function npmInstall(folder) {
  const npm = spawnSync(
    'npm',
    ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error',
      '--fetch-retries=1', `@anthropic-ai/claude-code@${CLIENT_VERSION}`],
    { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], timeout: INSTALL_TIMEOUT_MS },
  );
  if (npm.error?.code === 'ENOENT') throw new Skip('npm is not installed, so there is no client to test with');
  if (npm.error?.code === 'ETIMEDOUT') throw new Skip('npm did not finish in time, so there is no client to test with');
  if (npm.error) throw npm.error;
  if (npm.status === 0) return;
  const code = UNREACHABLE.exec(npm.stderr)?.[0];
  if (code) throw new Skip(`npm cannot reach the package of the client (${code})`);
  throw new Error(`npm install failed:\n${npm.stderr}`);
}

// Installs beside the cache and renames, so that a cache folder is always whole
// and of two installs at once the second gives way.
function installInto(cache) {
  mkdirSync(path.dirname(cache), { recursive: true });
  const fresh = mkdtempSync(`${cache}.new-`);
  try {
    npmInstall(fresh);
    if (!programIn(fresh)) throw new Skip(`the client has no program for ${process.platform}-${process.arch}`);
    renameSync(fresh, cache);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

export function findClient() {
  const given = process.env.CONTEXT_ROT_CLIENT;
  if (given) {
    if (!isExecutable(given)) throw new Error(`CONTEXT_ROT_CLIENT is not a program: ${given}`);
    return path.resolve(given);
  }
  const cache = cacheFolder();
  const program = programIn(cache) ?? (installInto(cache), programIn(cache));
  if (!program) throw new Error(`${cache} holds no client; remove it to install again`);
  return program;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runAsProgram(() => console.log(findClient()));
}
