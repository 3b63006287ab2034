// Each model of our table, asked of the real client: the size of its window and, where we say that
// it compacts ahead of the limit, the point. One process answers for all of them, with the numbers
// that its /context draws.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { scenario } from './harness.mjs';

const TABLE = fileURLToPath(new URL('../../src/client/models.cpp', import.meta.url));
const ANSWER_TIMEOUT_MS = 60_000;

// A client that is told what to do by lines of JSON.
class Conversation {
  constructor(lab) {
    const args = ['-p', '--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
    this.child = spawn(lab.client, args, { cwd: lab.project, env: lab.environment, stdio: ['pipe', 'pipe', 'ignore'] });
    this.waiting = new Map();
    let text = '';
    this.child.stdout.setEncoding('utf8').on('data', (part) => {
      text += part;
      const lines = text.split('\n');
      text = lines.pop();
      for (const line of lines.filter(Boolean)) this.take(JSON.parse(line));
    });
  }

  take({ type, response }) {
    if (type !== 'control_response') return;
    this.waiting.get(response.request_id)?.(response);
    this.waiting.delete(response.request_id);
  }

  ask(request) {
    const id = `request-${this.waiting.size}-${Math.random()}`;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no answer to ${JSON.stringify(request)}`)), ANSWER_TIMEOUT_MS);
      this.waiting.set(id, (response) => {
        clearTimeout(timer);
        if (response.subtype === 'success') resolve(response.response ?? {});
        else reject(new Error(`${JSON.stringify(request)}: ${response.error}`));
      });
      this.child.stdin.write(`${JSON.stringify({ type: 'control_request', request_id: id, request })}\n`);
    });
  }
}

function ourAnswer(lab, model) {
  const transcript = path.join(lab.root, 'model.jsonl');
  const usage = { input_tokens: 1000, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 5 };
  writeFileSync(transcript, `${JSON.stringify({
    type: 'assistant', uuid: 'a', parentUuid: null, isSidechain: false, timestamp: '2026-01-05T10:00:00.000Z',
    message: { id: 'm', role: 'assistant', model, content: [{ type: 'text', text: 'x' }], usage },
  })}\n`);
  const env = { HOME: lab.emptyHome, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' };
  const run = spawnSync(lab.toolkit.program('context-meter'), ['--json', '--explain', '--transcript', transcript],
    { cwd: lab.root, env, encoding: 'utf8' });
  assert.equal(run.status, 0, run.stderr);
  return JSON.parse(run.stdout);
}

await scenario({}, async (lab) => {
  const models = [...readFileSync(TABLE, 'utf8').matchAll(/Row\{"(claude-[a-z0-9-]+)"/g)].map(([, name]) => name);
  for (const name of ['opus-4-7', 'opus-4-8', 'opus-5', 'opus-5-5', 'sonnet-5', 'sonnet-5-5', 'fable-5', 'fable-5-1']) {
    assert.ok(models.includes(`claude-${name}`), `the table lacks claude-${name}`);
  }
  const conversation = new Conversation(lab);
  try {
    await conversation.ask({ subtype: 'initialize' });
    let asked = 0;
    for (const model of models) {
      await conversation.ask({ subtype: 'set_model', model });
      const shown = await conversation.ask({ subtype: 'get_context_usage' });
      // A model that is gone: the client runs another one in its place.
      if (shown.model !== model) continue;
      asked += 1;
      const ours = ourAnswer(lab, model);
      assert.equal(ours.max, shown.rawMaxTokens, `${model}: the window`);
      if (ours.explain.compaction.at !== null) {
        assert.equal(ours.explain.compaction.at, shown.autoCompactThreshold, `${model}: the compaction point`);
      }
    }
    assert.ok(asked > 15, `only ${asked} of ${models.length} models could be asked`);
  } finally {
    conversation.child.kill();
  }
});
