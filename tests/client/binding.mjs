// "Preserved thinking" as the Messages API keeps it on newer models: every block of thinking is signed
// for all that stands before it, and a block whose prefix is no longer that one is invalid.
//
//   prefix: the system prompt, the set of tools, every block of every message before it;
//           thinking, cache_control and deferred tools that nothing has referenced are left out
//   run:    each block knows the one before it. All of them may go, or the first ones, or the last
//           ones; behind a gap, or behind one that was put back, a block is invalid
//
// (Documentation: "Preserved thinking", "Prefix checks".) Blocks that the double did not make itself, as
// those in stored sessions, are learned from a request that is held to be right.

import crypto from 'node:crypto';

const hash = (text) => crypto.createHash('sha256').update(text).digest('hex').slice(0, 16);
const blocksOf = (content) => {
  if (typeof content !== 'string') return content ?? [];
  return content === '' ? [] : [{ type: 'text', text: content }];
};
const isThinking = ({ type }) => type === 'thinking' || type === 'redacted_thinking';
const sealOf = (block) => (block.type === 'thinking' ? block.signature : block.data) ?? '';

// The same text for everything that means the same: keys sorted, marks for the cache left out.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const keys = Object.keys(value).filter((key) => key !== 'cache_control' && value[key] !== undefined).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)}}`;
}

function referencedTools(value, names = new Set()) {
  if (value === null || typeof value !== 'object') return names;
  if (value.type === 'tool_reference') names.add(value.tool_name ?? value.name);
  for (const part of Object.values(value)) referencedTools(part, names);
  return names;
}

// A request as the check sees it: what stands around the messages, and the blocks of thinking, each with
// the hash of what stands before it.
function view(body) {
  const system = blocksOf(body.system)
    .filter(({ text }) => !text?.startsWith('x-anthropic-billing-header')).map(canonical).join('\n');
  const referenced = referencedTools(body.messages ?? []);
  const tools = (body.tools ?? []).filter(({ name, defer_loading: deferred }) => !deferred || referenced.has(name))
    .map(({ defer_loading: _, ...tool }) => canonical(tool)).sort().join('\n');
  let prefix = '';
  let count = 0;
  const thoughts = [];
  (body.messages ?? []).forEach((message, at) => blocksOf(message.content).forEach((block, index) => {
    if (isThinking(block)) {
      thoughts.push({ seal: sealOf(block), path: `messages.${at}.content.${index}`, prefix, count });
      return;
    }
    const same = block.type === 'tool_result' ? { ...block, content: blocksOf(block.content) } : block;
    prefix = hash(`${prefix}${message.role}${canonical(same)}`);
    count += 1;
  }));
  return { system: hash(system), tools: hash(tools), thoughts, prefix, count };
}

export class Binding {
  mode = 'off'; // 'report': invalid blocks are counted; 'reject': and the request fails
  sent = 0; // blocks of thinking in all requests that were looked at
  invalid = []; // { path, why, text }: `why` is system, tools, prefix, run or signature
  rejected = 0; // requests
  #made = new Map();

  // Forgets the counts, not the signatures.
  reset(mode) {
    Object.assign(this, { mode, sent: 0, invalid: [], rejected: 0 });
  }

  #bind({ system, tools }, seal, prefix, count, before) {
    this.#made.set(seal, { system, tools, prefix, count, before });
  }

  // A new block at the end of a request, of one of the kinds 'text', 'omitted', 'redacted'.
  make(body, kind) {
    const seen = view(body);
    const seal = `bound-${this.#made.size + 1}-${hash(seen.prefix + this.#made.size)}`;
    this.#bind(seen, seal, seen.prefix, seen.count, seen.thoughts.at(-1)?.seal ?? null);
    if (kind === 'redacted') return { type: 'redacted_thinking', data: seal };
    return { type: 'thinking', thinking: kind === 'omitted' ? '' : `thinking about it, part ${this.#made.size}`, signature: seal };
  }

  // Takes blocks that are not known as signed for where they stand in this request.
  learn(body) {
    const seen = view(body);
    let before = null;
    for (const { seal, prefix, count } of seen.thoughts) {
      if (!this.#made.has(seal)) this.#bind(seen, seal, prefix, count, before);
      before = seal;
    }
    return seen.thoughts.length;
  }

  faultsIn(body) {
    const seen = view(body);
    const faults = [];
    let before;
    for (const { seal, path, prefix, count } of seen.thoughts) {
      const made = this.#made.get(seal);
      const why = !made ? 'signature'
        : made.system !== seen.system ? 'system'
          : made.tools !== seen.tools ? 'tools'
            : made.prefix !== prefix || made.count !== count ? 'prefix'
              : before !== undefined && made.before !== before ? 'run' : '';
      if (why) faults.push({ path, why });
      before = seal;
    }
    return { faults, sent: seen.thoughts.length };
  }

  // What the API answers to a request: nothing, or { headers, error } of a 400.
  check(body) {
    if (this.mode === 'off') return undefined;
    const { faults, sent } = this.faultsIn(body);
    this.sent += sent;
    this.invalid.push(...faults);
    if (this.mode !== 'reject' || faults.length === 0) return undefined;
    this.rejected += 1;
    const { path, why } = faults[0];
    const message = `${path}: Invalid \`signature\` in \`thinking\` block.${why === 'signature' ? '' : ' The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'}`;
    const kind = why === 'run' ? 'thinking_chain' : why;
    return { headers: { 'anthropic-thinking-prefix-mismatch': `block=${path};kind=${kind}` }, error: { type: 'invalid_request_error', message } };
  }
}
