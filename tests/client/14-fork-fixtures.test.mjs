// Every session in tests/data/transcripts that the client resumes: its fork, where nothing is left
// out, is for the model the same session, and where as much as possible is left out, still one that
// the API accepts.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { scenario } from './harness.mjs';
import { pairingFaults } from './pairing.mjs';

const FIXTURES = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'data', 'transcripts');
// No conversation of their own in them.
const NOT_RESUMED = ['subagent_sidechain.jsonl', 'user_prompt_blocked.jsonl'];
const KINDS = ['corrected', 'abandoned', 'failed', 'stale_read', 'duplicate', 'oversized', 'debug_noise'];
const uuid = (number) => `77777777-7777-4777-8777-${String(number).padStart(12, '0')}`;

// What a request says, without what the client makes anew each time.
const said = ({ messages }) => JSON.stringify(messages)
  .replace(/"cache_control":\{[^}]*\},?/g, '')
  .replace(/,\}/g, '}');

function firstDifference(a, b) {
  if (a === b) return '';
  let at = 0;
  while (a[at] === b[at]) ++at;
  return `${JSON.stringify(a.slice(at - 60, at + 120))} became ${JSON.stringify(b.slice(at - 60, at + 120))}`;
}

await scenario({}, async (lab) => {
  const faults = [];
  let count = 0;
  const resume = async (session) => {
    const before = lab.double.requests.length;
    const run = await lab.runHeadless('go on', '--resume', session, '--model', 'claude-opus-4-6');
    const request = lab.double.requests.slice(before).find(({ body }) => JSON.stringify(body).includes('go on'));
    if (!request) throw new Error(`no request: ${run.stdout}${run.stderr}`);
    return request.body;
  };
  const fork = (session, ...args) => {
    const run = spawnSync(lab.toolkit.program('context-curate'), ['fork', '--session', session, '--json', ...args], {
      cwd: lab.project, env: { HOME: lab.home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' }, encoding: 'utf8',
    });
    if (run.status !== 0) throw new Error(run.stderr);
    return JSON.parse(run.stdout);
  };

  const only = process.argv.indexOf('--only') > 0 ? process.argv[process.argv.indexOf('--only') + 1] : '';
  for (const name of readdirSync(FIXTURES).filter((file) => file.endsWith('.jsonl') && file.includes(only))) {
    if (NOT_RESUMED.includes(name)) continue;
    lab.reset();
    mkdirSync(lab.transcriptFolder, { recursive: true });
    const session = uuid(++count);
    copyFileSync(path.join(FIXTURES, name), lab.transcriptOf(session));
    utimesSync(lab.transcriptOf(session), new Date(2026, 0, 1), new Date(2026, 0, 1));
    try {
      const copy = fork(session, ...KINDS.flatMap((kind) => ['--keep', kind]));
      const least = fork(session, '--max-tokens', '1');
      const original = await resume(session);
      const known = pairingFaults(original.messages);
      const copied = await resume(copy.session);
      const difference = firstDifference(said(original).replaceAll(session, 'S'), said(copied).replaceAll(copy.session, 'S'));
      if (difference) faults.push(`${name}: the copy is another conversation: ${difference}`);
      if (least.changes.length > 0) {
        const squeezed = await resume(least.session);
        const own = pairingFaults(squeezed.messages).filter((fault) => !known.includes(fault));
        if (own.length > 0) faults.push(`${name}: ${own.join('; ')}`);
      }
      console.log(`${name}: ${least.changes.length} changes, ${least.lines.copied} lines copied`);
    } catch (error) {
      faults.push(`${name}: ${error.message}`);
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(only || count >= 25, `${count} sessions`);
});
