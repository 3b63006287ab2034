// The session journal in the real client: guided compaction, what is told after it, /clear, two
// sessions in one project, and a session without events, in which nothing is added to any request.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { scenario } from './harness.mjs';
import { until } from './terminal.mjs';

const MODEL = 'claude-opus-4-6';
const SESSION = '55555555-5555-4555-8555-555555555555';
const SUMMARY = [
  '<analysis>short</analysis>', '<summary>',
  '1. Primary Request and Intent: the limits of the service',
  '9. Optional Next Step: none',
  '## Goal', '- move the limits into one file',
  '## Key decisions', '- ACTIVE: limits.toml holds the limits',
  '</summary>'].join('\n');

const count = (text, part) => text.split(part).length - 1;
const journalOf = (lab) => path.join(lab.project, '.claude', 'session-journal.md');
const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

// The texts of a request's messages, the client's own reminders among them.
function sent(request) {
  return request.body.messages
    .flatMap(({ content }) => [content].flat())
    .map((block) => block.text ?? (typeof block === 'string' ? block : JSON.stringify(block)))
    .join('\n');
}

// A session with a correction and a file that is gone, compacted with the user's own words.
async function compaction(lab) {
  lab.reset();
  lab.writeSettings(lab.toolkit.settings);
  const gone = path.join(lab.project, 'old.ts');
  writeFileSync(gone, 'export const old = 1;\n');
  lab.double.reply.summary = SUMMARY;
  lab.startInteractive('--model', MODEL, '--session-id', SESSION);
  await lab.ask('move the limits into one file', {
    contextTokens: 20_000, tools: [{ name: 'Read', input: { file_path: gone } }],
    says: 'The limits live in config.yaml now.',
  });
  lab.double.reply.tools = [];
  rmSync(gone);
  await lab.ask("no, that's wrong. I said the limits live in limits.toml, not in config.yaml", { contextTokens: 22_000 });
  const before = lab.double.requests.length;
  await lab.terminal.submit('/compact keep the api names');
  await lab.terminal.see('Compacted');
  await lab.terminal.see('just compacted');
  const compacting = lab.double.requests.slice(before).find((request) => sent(request).includes('Your task is to create a detailed summary'));
  assert.ok(compacting, 'no compaction request');
  const asked = sent(compacting);
  const words = asked.indexOf('keep the api names');
  assert.ok(words > 0, "the user's words");
  assert.ok(asked.indexOf('limits.toml', words) > words, 'our instructions stand behind the words of the user');
  assert.match(asked.slice(words), /old\.ts/, 'the file that is gone is named');

  const journal = read(journalOf(lab));
  assert.match(journal, /^## .*\(55555555\)/m, 'the section');
  assert.match(journal, /limits\.toml/, 'the correction or the decision');
  assert.doesNotMatch(journal, /<read-files>[^<]*old\.ts/, 'a file that is gone is named as current');

  const after = lab.double.requests.length;
  await lab.ask('go on', { contextTokens: 9_000 });
  const next = sent(lab.double.requests[after]);
  assert.equal(count(next, 'was wrong: "'), 1, 'the corrections, once');
  assert.equal(count(next, 'gone from disk: "'), 1, 'the files that are gone, once');
  await lab.ask('and on', { contextTokens: 10_000 });
  assert.equal(count(sent(lab.double.requests.at(-1)), 'does not have them'), count(next, 'does not have them'), 'the audit is told once');
  await lab.terminal.exit();
}

// /clear: the first request of the new session has the digest of the one that was cleared.
async function clearing(lab) {
  lab.reset();
  lab.writeSettings(lab.toolkit.settings);
  lab.startInteractive('--model', MODEL);
  await lab.ask('draw the sales chart with a legend', { contextTokens: 9_000 });
  // Another session of the same project, written meanwhile.
  const other = await lab.runHeadless('--session-id', '66666666-6666-4666-8666-666666666666', '--model', MODEL, 'translate the manual');
  assert.equal(other.code, 0, other.stderr);
  Object.assign(lab.double.reply, { text: 'answer to it' });
  await lab.terminal.submit('/clear');
  await new Promise((resolve) => { setTimeout(resolve, 1500); });
  const before = lab.double.requests.length;
  await lab.ask('what now', { contextTokens: 5_000 });
  const first = sent(lab.double.requests[before]);
  assert.equal(count(first, 'That session was cleared'), 1, 'the digest');
  assert.match(first, /draw the sales chart with a legend/);
  assert.doesNotMatch(first, /translate the manual/, "another session's notes");
  await lab.terminal.exit();
  const journal = read(journalOf(lab));
  assert.equal(count(journal, '### Goal'), 3, 'a section for each session');
}

// The client compacts by itself: the same instructions, and a section of the journal before it.
async function automatic(lab) {
  lab.reset();
  lab.writeSettings(lab.toolkit.settings);
  lab.double.reply.summary = SUMMARY;
  lab.startInteractive('--model', MODEL);
  await lab.ask('move the limits into one file', { contextTokens: 20_000 });
  await lab.ask('and the names of the fields', { contextTokens: 170_000 });
  const before = lab.double.requests.length;
  await lab.ask('go on', { contextTokens: 9_000 });
  const compacting = lab.double.requests.slice(before).find((request) => sent(request).includes('Your task is to create a detailed summary'));
  assert.ok(compacting, 'the client did not compact by itself');
  assert.match(sent(compacting), /Recorded by the Context Rot Toolkit in this session, for the summary/);
  assert.match(read(journalOf(lab)), /ACTIVE: limits\.toml holds the limits/, 'the summary is in the journal');
  await lab.terminal.exit();
}

// The client is killed in the middle of a turn: the journal is whole and has the turn before.
async function killed(lab) {
  lab.reset();
  lab.writeSettings(lab.toolkit.settings);
  lab.startInteractive('--model', MODEL);
  await lab.ask('draw the sales chart with a legend', { contextTokens: 9_000 });
  lab.double.reply.text = 'never seen';
  lab.double.reply.silent = true;
  const before = lab.double.requests.length;
  await lab.terminal.submit('now the axis labels');
  await until('the request of the turn', () => lab.double.requests.length > before);
  process.kill(lab.terminal.pid, 'SIGKILL');
  await until('the end of the client', () => !existsSync(`/proc/${lab.terminal.pid}`) || process.platform !== 'linux');
  lab.double.reply.silent = false;
  const journal = read(journalOf(lab));
  assert.match(journal, /draw the sales chart with a legend/);
  assert.match(journal, /<!-- context-rot: lines [0-9a-f ]+ -->\n$/, 'the section is whole');
  await lab.terminal.close();
}

// Nothing happens: every request is the same, byte for byte, with the hooks and without.
async function quiet(lab) {
  const bodies = [];
  for (const settings of [lab.toolkit.settings, {}]) {
    lab.reset();
    lab.writeSettings(settings);
    lab.double.requests = [];
    lab.double.reply.contextTokens = 9_000;
    for (const [index, prompt] of ['read the parser', 'add a test for it'].entries()) {
      const run = await lab.runHeadless(...(index === 0 ? ['--session-id', SESSION] : ['--resume', SESSION]), '--model', MODEL, prompt);
      assert.equal(run.code, 0, run.stderr);
    }
    if (settings.hooks) assert.match(read(journalOf(lab)), /add a test for it/, 'the journal is current');
    bodies.push(lab.double.requests.map(({ raw }) => raw.replace(/\d{4}-\d{2}-\d{2}/g, 'DATE')));
  }
  assert.deepEqual(bodies[0], bodies[1]);
}

await scenario({ terminal: true }, async (lab) => {
  await quiet(lab);
  await compaction(lab);
  await clearing(lab);
  await automatic(lab);
  await killed(lab);
});
