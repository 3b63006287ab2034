// Our own programs as a user's project has them: which ones, how they are
// wired into settings.json, and what the meter says of a transcript.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const PROGRAMS = ['context-meter', 'context-status-line', 'hook-user-prompt-submit', 'hook-stop',
  'hook-session-start', 'hook-pre-compact', 'hook-post-compact', 'hook-session-end', 'hook-post-tool-use', 'hook-pre-tool-use',
  'context-rules'];

export class Toolkit {
  constructor(folder) {
    this.folder = path.resolve(folder);
    const missing = PROGRAMS.filter((name) => !existsSync(this.program(name)));
    if (missing.length > 0) throw new Error(`${this.folder} lacks ${missing.join(', ')}; build first`);
  }

  static fromCommandLine() {
    const flag = process.argv.indexOf('--bin');
    const folder = flag > 0 ? process.argv[flag + 1] : process.env.CONTEXT_ROT_BIN;
    if (!folder) throw new Error('say where our programs are: --bin DIR or CONTEXT_ROT_BIN');
    return new Toolkit(folder);
  }

  program(name) {
    return path.join(this.folder, name);
  }

  get settings() {
    return {
      hooks: {
        UserPromptSubmit: [hookEntry(this.program('hook-user-prompt-submit'))],
        Stop: [hookEntry(this.program('hook-stop'))],
        SessionStart: [hookEntry(this.program('hook-session-start'))],
        PreCompact: [hookEntry(this.program('hook-pre-compact'))],
        PostCompact: [hookEntry(this.program('hook-post-compact'))],
        SessionEnd: [hookEntry(this.program('hook-session-end'))],
      },
      statusLine: statusLineEntry(this.program('context-status-line')),
    };
  }

  // `knowsHost` false hides the numbers that the status line saved in the HOME
  // of the client, so that only what the transcript itself says can come out.
  measure(lab, transcript, { knowsHost }) {
    const home = knowsHost ? lab.home : lab.emptyHome;
    const env = { HOME: home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };
    const run = spawnSync(this.program('context-meter'), ['--json', '--rot', '--transcript', transcript], {
      cwd: lab.project,
      env,
      encoding: 'utf8',
    });
    if (run.error) throw run.error;
    if (run.status !== 0) throw new Error(`context-meter: exit ${run.status}: ${run.stderr}`);
    return JSON.parse(run.stdout);
  }
}

// With `args`, even empty, the client starts the program itself: no shell.
export function hookEntry(command, ...args) {
  return { hooks: [{ type: 'command', command, args, timeout: 10 }] };
}

// A status line always goes through a shell.
export function statusLineEntry(...words) {
  return { type: 'command', command: words.map((word) => `'${word}'`).join(' ') };
}
