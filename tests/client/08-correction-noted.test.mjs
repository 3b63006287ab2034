// A prompt that corrects the last answer puts one note into that prompt's request; the model's
// own words settle the ledger; a prompt without a cue changes no byte of what is sent.

import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { readJsonLines, scenario } from './harness.mjs';

const SESSION = '22222222-2222-4222-8222-222222222222';
const NOTE = 'The user seems to correct the last answer';
const QUESTION = 'If this message says the last answer was wrong or fails, open with a line [Correction: WRONG -> RIGHT]; if not, ignore this note.';
const DOUBTFUL = 'wait, the list has two of them';
const PLAIN = ['where does the cache live', 'add a test for the parser'];

async function turn(lab, number, prompt, reply) {
  lab.double.reply.text = reply;
  const before = lab.double.requests.length;
  const start = number === 0 ? ['--session-id', SESSION] : ['--resume', SESSION];
  const run = await lab.runHeadless(...start, '--model', 'claude-sonnet-4-5', prompt);
  assert.equal(run.code, 0, `"${prompt}": ${run.stderr}`);
  const requests = lab.double.requests.slice(before);
  assert.equal(requests.length, 1, `"${prompt}": requests`);
  return requests[0].raw;
}

const count = (text, part) => text.split(part).length - 1;
const withoutDates = (body) => body.replace(/\d{4}-\d{2}-\d{2}/g, 'DATE');

async function plainSession(lab, settings) {
  lab.reset();
  lab.writeSettings(settings);
  const bodies = [];
  for (const [number, prompt] of PLAIN.entries()) {
    bodies.push(await turn(lab, number, prompt, 'The cache lives in Redis, so I changed the client.'));
  }
  return bodies;
}

await scenario({}, async (lab) => {
  const on = await plainSession(lab, lab.toolkit.settings);
  const ledger = path.join(lab.home, '.claude', 'context-rot', 'projects', lab.project.replace(/[^A-Za-z0-9]/g, '-'), 'corrections.jsonl');
  assert.ok(!existsSync(ledger), 'a ledger without a correction');
  const off = await plainSession(lab, {});
  for (const [number, prompt] of PLAIN.entries()) {
    assert.equal(withoutDates(on[number]), withoutDates(off[number]), `"${prompt}" was sent with something added`);
  }

  lab.reset();
  lab.writeSettings(lab.toolkit.settings);
  await turn(lab, 0, PLAIN[0], 'The cache lives in Redis, so I changed the client.');
  const noted = await turn(
    lab, 1, "no, that's wrong. I said the cache is in Postgres, table kv, not in Redis",
    '[Correction: Previous response was wrong about the cache store. User clarified: Postgres, table kv.]\nChanged.',
  );
  assert.equal(count(noted, NOTE), 1, 'notes in the request of the correction');
  assert.match(noted, /wrong \\*"The cache lives in Redis/, 'the note quotes what was wrong');
  assert.equal(statSync(ledger).mode & 0o777, 0o600, 'the ledger is private');
  const [detected, settled, ...more] = readJsonLines(ledger);
  assert.equal(detected.event, 'detected');
  assert.equal(detected.session, SESSION);
  assert.deepEqual(
    { id: settled.id, standing: settled.standing, wrong: settled.wrong, clarified: settled.clarified },
    { id: detected.id, standing: 'confirmed', wrong: 'the cache store', clarified: 'Postgres, table kv' },
  );
  assert.deepEqual(more, []);

  const later = await turn(lab, 2, 'thanks, now add a test', 'Added. The tests use the Redis double.');
  assert.equal(count(later, NOTE), 1, 'the note is in the history, and only there');
  await turn(lab, 3, "no, that's not what I asked, it should use the kv table", '[Not a correction]\nFine.');
  const events = readJsonLines(ledger).slice(2);
  assert.deepEqual(events.map(({ event, standing }) => [event, standing]), [['detected', undefined], ['settled', 'refuted']]);

  // A doubtful prompt: one line in the request, none in the answer, and silence settles it.
  const plainly = await turn(lab, 4, 'now show me the list', 'Here it is.');
  assert.equal(count(plainly, QUESTION), 0, 'a question where nothing is doubtful');
  const asked = await turn(lab, 5, DOUBTFUL, 'Both are there.');
  assert.equal(count(asked, QUESTION), 1, 'the question is asked once');
  assert.equal(count(asked, NOTE), count(plainly, NOTE), 'and no note');
  const [question, silence] = readJsonLines(ledger).slice(4);
  assert.equal(question.asked, true);
  assert.deepEqual([silence.id, silence.standing, silence.by], [question.id, 'refuted', 'silence']);
});
