// A terminal for the interactive client: tmux on a socket of its own.
// Everything waits for text on the screen; nothing sleeps for a fixed time.

import { spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { Skip } from './outcome.mjs';

const COLUMNS = 140;
const ROWS = 50;
const PATIENCE_MS = 60_000;
const LEAVING_MS = 20_000;
const LOOK_AGAIN_MS = 50;

export function requireTmux() {
  if (spawnSync('tmux', ['-V']).error) throw new Skip('tmux is not installed, so there is no terminal to test in');
}

export async function until(what, found, patience = PATIENCE_MS) {
  const deadline = Date.now() + patience;
  for (;;) {
    const value = found();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`waited ${patience / 1000} s in vain for ${what}`);
    await delay(LOOK_AGAIN_MS);
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export class Terminal {
  constructor(folder) {
    this.folder = folder;
    this.server = `context-rot-${process.pid}`;
  }

  run(...args) {
    const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', TERM: 'xterm-256color', TMUX_TMPDIR: this.folder };
    return spawnSync('tmux', ['-L', this.server, '-f', '/dev/null', ...args], { encoding: 'utf8', env });
  }

  tmux(...args) {
    const run = this.run(...args);
    if (run.status !== 0) throw new Error(`tmux ${args[0]}: ${run.stderr || run.error}`);
    return run.stdout;
  }

  start(program, args, { cwd, env, columns = COLUMNS, rows = ROWS }) {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    this.tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), '-c', cwd, '--', 'env', '-i', ...variables, program, ...args);
    this.pid = Number(this.tmux('display-message', '-p', '#{pane_pid}'));
  }

  // The client puts a no-break space behind its prompt sign.
  screen() {
    return this.tmux('capture-pane', '-p').replaceAll('\u00a0', ' ');
  }

  // The same with its colours, as escape sequences.
  colouredScreen() {
    return this.tmux('capture-pane', '-e', '-p').replaceAll('\u00a0', ' ');
  }

  async see(text) {
    let screen = '';
    try {
      return await until(`${text} on the screen`, () => {
        screen = this.screen();
        return (text instanceof RegExp ? text.test(screen) : screen.includes(text)) && screen;
      });
    } catch (error) {
      throw new Error(`${error.message}; the last screen:\n${screen.trim()}`);
    }
  }

  press(...keys) {
    this.tmux('send-keys', ...keys);
  }

  // Enter too soon after the text is taken for part of a paste.
  async submit(line) {
    this.tmux('send-keys', '-l', line);
    await this.see(`❯ ${line}`);
    this.press('Enter');
  }

  // Leaves the client, which writes a last line on its way out.
  async exit() {
    await this.submit('/exit');
    await this.ended();
  }

  // The client goes before its terminal, so that tmux collects it.
  async close() {
    if (!this.pid) return;
    for (const signal of ['SIGTERM', 'SIGKILL']) {
      if (isAlive(this.pid)) process.kill(this.pid, signal);
      if (await this.ended().then(() => true, () => false)) break;
    }
    this.run('kill-server');
  }

  async ended() {
    await until('the client to leave', () => !isAlive(this.pid), LEAVING_MS);
    this.pid = undefined;
  }
}
