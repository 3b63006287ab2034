// A double of the Messages API on loopback, so that the real client runs
// without the internet and without an account. `reply` says how it answers and
// can be changed between prompts:
//
//   a compaction (the client's own "summarise this" prompt)  -> reply.summary
//   a prompt, where reply.tools names tools                   -> calls to them, all in one answer
//   any other prompt, and the results of those calls          -> reply.text
//
// Older clients ask small things on the side, without tools and some of them without streaming.
//
// With reply.thinking every answer of the main conversation begins with thinking, bound to all that the
// request says; `binding` counts or refuses what comes back in another place (binding.mjs).
//
// Every request is kept in `requests`, as the bytes that came in and as JSON.

import http from 'node:http';
import { Binding } from './binding.mjs';

// Three unequal parts, so that a meter that forgets one of them is found out.
const FRESH_INPUT = 7;
const CACHE_WRITE = 500;

// What the model would read of a request, in characters: every text in it, without JSON around it.
export function charactersIn(value) {
  if (typeof value === 'string') return value.length;
  if (value === null || typeof value !== 'object') return 0;
  return Object.values(value).reduce((sum, part) => sum + charactersIn(part), 0);
}

function usageFor(body, reply) {
  const tokens = typeof reply.contextTokens === 'function' ? reply.contextTokens(body) : reply.contextTokens;
  return {
    input_tokens: FRESH_INPUT,
    cache_creation_input_tokens: CACHE_WRITE,
    cache_read_input_tokens: tokens - FRESH_INPUT - CACHE_WRITE,
    output_tokens: reply.outputTokens,
    service_tier: 'standard',
  };
}

// The newest user message. Newer models also get `system` messages in the list.
function lastUserBlocks(body) {
  const content = body.messages?.findLast((message) => message.role === 'user')?.content ?? [];
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

function thinkingFor(body, { reply, binding }) {
  const wanted = reply.thinking && body.thinking && body.thinking.type !== 'disabled' && body.tools?.length > 0;
  return wanted ? [binding.make(body, reply.thinking)] : [];
}

function answerTo(body, double, number) {
  const { reply } = double;
  const blocks = lastUserBlocks(body);
  if (blocks.some(({ text }) => text?.includes('Your task is to create a detailed summary'))) {
    return { stop: 'end_turn', content: [{ type: 'text', text: reply.summary }] };
  }
  if (reply.tools.length > 0 && body.tools?.length > 0 && !blocks.some(({ type }) => type === 'tool_result')) {
    const calls = reply.tools.map(({ name, input }, index) => (
      { type: 'tool_use', id: `toolu_${number}_${index}`, name, input }
    ));
    return { stop: 'tool_use', content: [...thinkingFor(body, double), { type: 'text', text: 'calling tools' }, ...calls] };
  }
  return { stop: 'end_turn', content: [...thinkingFor(body, double), { type: 'text', text: reply.text }] };
}

function messageFor(body, number, parts) {
  return {
    id: `msg_${String(number).padStart(20, '0')}`, type: 'message', role: 'assistant', model: body.model, stop_sequence: null, ...parts,
  };
}

function wholeAnswer(body, double, number) {
  const { content, stop } = answerTo(body, double, number);
  return messageFor(body, number, { content, stop_reason: stop, usage: usageFor(body, double.reply) });
}

// How a block begins and what is then added to it.
function partsOf(block) {
  switch (block.type) {
    case 'text':
      return [{ ...block, text: '' }, { type: 'text_delta', text: block.text }];
    case 'thinking':
      return [{ ...block, thinking: '', signature: '' },
        ...(block.thinking ? [{ type: 'thinking_delta', thinking: block.thinking }] : []),
        { type: 'signature_delta', signature: block.signature }];
    case 'redacted_thinking':
      return [block];
    default:
      return [{ ...block, input: {} }, { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }];
  }
}

function* streamEvents(body, double, number) {
  const { content, stop } = answerTo(body, double, number);
  const usage = usageFor(body, double.reply);
  const begun = { content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  yield ['message_start', { message: messageFor(body, number, begun) }];
  for (const [index, block] of content.entries()) {
    const [empty, ...deltas] = partsOf(block);
    yield ['content_block_start', { index, content_block: empty }];
    for (const delta of deltas) yield ['content_block_delta', { index, delta }];
    yield ['content_block_stop', { index }];
  }
  yield ['message_delta', {
    delta: { stop_reason: stop, stop_sequence: null },
    usage: { output_tokens: usage.output_tokens },
  }];
  yield ['message_stop', {}];
}

export async function startApiDouble() {
  const double = {
    requests: [],
    binding: new Binding(),
    reply: {
      text: 'an answer',
      tools: [], // { name, input }
      thinking: '', // 'text', 'omitted', 'redacted': with each answer, of this kind
      summary: '<analysis>short</analysis>\n<summary>SUMMARY of the session</summary>',
      contextTokens: 1000, // or a function of the request's body
      outputTokens: 33,
      silent: false, // true: no answer comes
      error: null, // { status, type, message }: every request fails with it
    },
  };

  const server = http.createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      if (request.method !== 'POST' || !request.url.startsWith('/v1/messages')) {
        response.writeHead(404).end();
        return;
      }
      const body = JSON.parse(raw);
      double.requests.push({ raw, body });
      const { reply } = double;
      if (reply.error) {
        const { status, type, message } = reply.error;
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ type: 'error', error: { type, message } }));
        return;
      }
      const refusal = double.binding.check(body);
      if (refusal) {
        response.writeHead(400, { 'content-type': 'application/json', ...refusal.headers });
        response.end(JSON.stringify({ type: 'error', error: refusal.error }));
        return;
      }
      if (!body.stream) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(wholeAnswer(body, double, double.requests.length)));
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      if (reply.silent) return; // a turn that does not end
      for (const [type, data] of streamEvents(body, double, double.requests.length)) {
        response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
      }
      response.end();
    });
  });

  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  double.url = `http://127.0.0.1:${server.address().port}`;
  double.close = () => {
    server.close();
    server.closeAllConnections();
  };
  return double;
}
