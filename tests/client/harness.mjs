// One scenario with the real client: an empty HOME and project of its own, a
// double of the API, an environment built from nothing, and all of it gone at
// the end, whatever happened. CONTEXT_ROT_KEEP=1 keeps the folder.

import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startApiDouble } from './api-double.mjs';
import { CLIENT_VERSION, findClient } from './client.mjs';
import { runAsProgram } from './outcome.mjs';
import { Terminal, requireTmux, until } from './terminal.mjs';
import { Toolkit } from './toolkit.mjs';

const API_KEY = 'key-for-the-double';
const HEADLESS_TIMEOUT_MS = 90_000;

// Whole lines only: the file may be growing.
export function readJsonLines(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole.split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

class Lab {
  constructor(client, toolkit, double) {
    Object.assign(this, { client, toolkit, double });
    // The client shows real paths; on macOS the temporary folder is a link.
    this.root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'context-rot-client-')));
    this.home = path.join(this.root, 'home');
    this.emptyHome = path.join(this.root, 'empty-home');
    this.project = path.join(this.root, 'project');
    this.temporary = path.join(this.root, 'tmp');
    this.startFolder = undefined; // where the client starts, where that is not the project
    this.terminal = new Terminal(this.root);
    this.reset();
  }

  // As on the first day: no session, no settings; setup and folder trust answered.
  reset() {
    for (const folder of [this.home, this.emptyHome, this.project, this.temporary]) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
    }
    mkdirSync(path.join(this.home, '.claude'));
    mkdirSync(path.join(this.project, '.claude'));
    writeFileSync(path.join(this.home, '.claude.json'), JSON.stringify({
      hasCompletedOnboarding: true,
      lastOnboardingVersion: CLIENT_VERSION,
      userID: '0'.repeat(64),
      customApiKeyResponses: { approved: [API_KEY.slice(-20)], rejected: [] },
      projects: { [this.project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    }));
  }

  writeSettings(settings) {
    writeFileSync(path.join(this.project, '.claude', 'settings.json'), JSON.stringify(settings, null, 2));
  }

  writeScript(name, text) {
    const file = path.join(this.root, name);
    writeFileSync(file, text);
    chmodSync(file, 0o755);
    return file;
  }

  get environment() {
    return {
      HOME: this.home,
      PATH: '/usr/bin:/bin',
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      TMPDIR: this.temporary,
      ANTHROPIC_BASE_URL: this.double.url,
      ANTHROPIC_API_KEY: API_KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
    };
  }

  // Asynchronous, because the double answers from this very process.
  runHeadless(...args) {
    return new Promise((resolve, reject) => {
      const child = spawn(this.client, ['-p', ...args], {
        cwd: this.startFolder ?? this.project,
        env: this.environment,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: HEADLESS_TIMEOUT_MS,
      });
      const output = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr']) {
        child[name].setEncoding('utf8').on('data', (text) => { output[name] += text; });
      }
      child.on('error', reject);
      child.on('close', (code, signal) => {
        if (signal) reject(new Error(`claude -p ${args.join(' ')}: ${signal}\n${output.stderr}`));
        else resolve({ code, ...output });
      });
    });
  }

  startInteractive(...args) {
    this.terminal.start(this.client, args, { cwd: this.project, env: this.environment });
  }

  // One turn in the terminal. It is over when the client has written how long
  // it took; a prompt typed before that would only be queued.
  async ask(prompt, { contextTokens, tools = [], says = '' }) {
    Object.assign(this.double.reply, { text: `answer to ${prompt}${says && `\n\n${says}`}`, contextTokens, tools });
    const before = this.turnsEnded;
    await this.terminal.submit(prompt);
    await this.terminal.see(`answer to ${prompt}`);
    await until(`the end of the turn "${prompt}"`, () => this.turnsEnded > before);
  }

  get turnsEnded() {
    return this.transcripts.flatMap(readJsonLines).filter(({ subtype }) => subtype === 'turn_duration').length;
  }

  get transcriptFolder() {
    return path.join(this.home, '.claude', 'projects', this.project.replace(/[^A-Za-z0-9]/g, '-'));
  }

  transcriptOf(sessionId) {
    return path.join(this.transcriptFolder, `${sessionId}.jsonl`);
  }

  get transcripts() {
    if (!existsSync(this.transcriptFolder)) return [];
    return readdirSync(this.transcriptFolder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => path.join(this.transcriptFolder, name));
  }

  // For an interactive session, whose id the client chose.
  get onlyTranscript() {
    const files = this.transcripts;
    if (files.length !== 1) throw new Error(`expected one session, found ${files.join(', ') || 'none'}`);
    return files[0];
  }

  async close() {
    await this.terminal.close();
    this.double.close();
    if (process.env.CONTEXT_ROT_KEEP) console.log(`kept ${this.root}`);
    else rmSync(this.root, { recursive: true, force: true });
  }
}

// Runs `body` as this process's test: exit 0 passed, 1 failed, 77 skipped.
export function scenario({ terminal = false }, body) {
  return runAsProgram(async () => {
    const toolkit = Toolkit.fromCommandLine();
    if (terminal) requireTmux();
    const lab = new Lab(findClient(), toolkit, await startApiDouble());
    for (const signal of ['SIGINT', 'SIGTERM']) {
      process.once(signal, () => lab.close().finally(() => process.exit(1)));
    }
    try {
      await body(lab);
    } finally {
      await lab.close();
    }
    console.log('PASS');
  });
}
