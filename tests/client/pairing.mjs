// The API's rules about calls and results, as far as a request shows whether they are kept.

const blocksOf = ({ content }) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content);

export function pairingFaults(messages) {
  const faults = [];
  const turns = messages.filter(({ role }) => role !== 'system');
  turns.forEach((message, at) => {
    const blocks = blocksOf(message);
    if (blocks.length === 0) faults.push(`message ${at} is empty`);
    for (const block of blocks) {
      if (block.type === 'text' && block.text.trim() === '') faults.push(`message ${at} has an empty text`);
    }
    if (at > 0 && turns[at - 1].role === message.role) faults.push(`messages ${at - 1} and ${at} are both ${message.role}`);
    const calls = blocks.filter(({ type }) => type === 'tool_use').map(({ id }) => id);
    const results = blocksOf(turns[at + 1] ?? { content: [] })
      .filter(({ type }) => type === 'tool_result').map((block) => block.tool_use_id);
    if (message.role === 'assistant' && String([...calls].sort()) !== String([...results].sort())) {
      faults.push(`message ${at} calls ${calls}, answered are ${results}`);
    }
    if (message.role === 'user' && at === 0 && blocks.some(({ type }) => type === 'tool_result')) {
      faults.push('a result without a call');
    }
  });
  return faults;
}
