// What the client itself says of a session, to compare our numbers with: the
// JSON it hands to the status line and to the SessionStart hooks.

import { rmSync } from 'node:fs';
import path from 'node:path';
import { readJsonLines } from './harness.mjs';
import { until } from './terminal.mjs';
import { hookEntry, statusLineEntry } from './toolkit.mjs';

export class Recorder {
  constructor(lab) {
    this.statusLines = path.join(lab.root, 'status-lines.jsonl');
    this.sessionStarts = path.join(lab.root, 'session-starts.jsonl');
    for (const file of [this.statusLines, this.sessionStarts]) rmSync(file, { force: true });
    const tee = lab.writeScript('tee-status-line', [
      '#!/bin/sh',
      'input=$(cat)',
      `printf '%s\\n' "$input" >> '${this.statusLines}'`,
      `printf '%s\\n' "$input" | "$1"`,
      '',
    ].join('\n'));
    const { hooks } = lab.toolkit.settings;
    lab.writeSettings({
      hooks: {
        ...hooks,
        SessionStart: [hookEntry('/bin/sh', '-c', '{ cat; echo; } >> "$0"', this.sessionStarts)],
      },
      statusLine: statusLineEntry(tee, lab.toolkit.program('context-status-line')),
    });
  }

  // Waits until the client's newest status line says so.
  hostWindow(totalInputTokens) {
    return until(`${totalInputTokens} tokens in the client's status line`, () => {
      const window = readJsonLines(this.statusLines).at(-1)?.context_window;
      return window?.total_input_tokens === totalInputTokens && window;
    });
  }

  lastSessionStart() {
    return readJsonLines(this.sessionStarts).at(-1);
  }
}
