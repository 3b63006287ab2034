// --fork-session copies the conversation into a new file: the meter reads the
// same size there as the client does, and the two files part from then on.

import assert from 'node:assert/strict';
import { scenario } from './harness.mjs';
import { Recorder } from './recorder.mjs';

const ORIGINAL = '22222222-2222-4222-8222-222222222222';

await scenario({}, async (lab) => {
  const recorder = new Recorder(lab);
  const { reply } = lab.double;
  const ask = async (contextTokens, ...args) => {
    reply.contextTokens = contextTokens;
    return lab.runHeadless('--model', 'claude-sonnet-4-5', ...args);
  };
  const used = (session) => lab.toolkit.measure(lab, lab.transcriptOf(session), { knowsHost: false }).used;

  assert.equal((await ask(60_000, '--session-id', ORIGINAL, 'alpha')).code, 0);
  assert.equal((await ask(126_000, '--resume', ORIGINAL, 'bravo')).code, 0);

  // The first prompt of the fork fails, so the fork holds the copied rows and an error row.
  reply.error = { status: 400, type: 'invalid_request_error', message: 'refused by the double' };
  assert.notEqual((await ask(0, '--resume', ORIGINAL, '--fork-session', 'charlie')).code, 0, 'the request was to fail');
  reply.error = null;
  const start = recorder.lastSessionStart();
  const fork = start.session_id;
  assert.equal(start.source, 'fork');
  assert.notEqual(fork, ORIGINAL);
  assert.equal(start.context_tokens - reply.outputTokens, 126_000, 'context_tokens less the output');
  assert.equal(used(fork), 126_000, 'the meter on the fork');

  assert.equal((await ask(150_000, '--resume', fork, 'delta')).code, 0);
  assert.equal(used(fork), 150_000, 'the meter on the fork after its own answer');
  assert.equal(used(ORIGINAL), 126_000, 'the meter on the original');
});
