import { spawnSync } from 'node:child_process';

export type Block = { type: string; [key: string]: unknown };
export type Message = { role: 'user' | 'assistant'; content: string | Block[] };

export function curated(messages: Message[]): Message[] {
  const input = JSON.stringify(messages);
  const done = spawnSync('context-curate', ['messages'], { input, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return done.status === 0 ? JSON.parse(done.stdout) : messages;
}

/** Until no tool is called: ask(messages) is the model's answer, call(block) a tool's result. */
export async function turn(
  messages: Message[],
  ask: (messages: Message[]) => Promise<Block[]>,
  call: (block: Block) => Promise<Block>,
): Promise<Message[]> {
  for (;;) {
    messages = curated(messages);
    const answer = await ask(messages);
    messages.push({ role: 'assistant', content: answer });
    const calls = answer.filter(({ type }) => type === 'tool_use');
    if (calls.length === 0) return messages;
    messages.push({ role: 'user', content: await Promise.all(calls.map(call)) });
  }
}
