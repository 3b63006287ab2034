// Made-up transcripts for the page: a hostile one and a long one.

const HOSTILE = '</script><script>globalThis.stolen=1</script><img src=x onerror="globalThis.stolen=2">'
  + '\'"&lt;\u202Egnp.exe <!-- ${1} `';

class Rows {
  #lines = [];
  #last = null;
  #count = 0;
  #time = Date.parse('2026-01-05T10:00:00.000Z');

  add(row) {
    const uuid = `00000000-0000-4000-8000-${String(++this.#count).padStart(12, '0')}`;
    this.#time += 1000;
    this.#lines.push(JSON.stringify({
      uuid, parentUuid: this.#last, isSidechain: false, timestamp: new Date(this.#time).toISOString(),
      ...row,
    }));
    this.#last = uuid;
    return uuid;
  }

  prompt(text) {
    this.add({type: 'user', promptSource: 'typed', origin: {kind: 'human'},
      message: {role: 'user', content: text}});
  }

  answer(content, used) {
    return this.add({type: 'assistant', requestedModel: 'claude-opus-4-6[1m]', message: {
      id: `msg_${this.#count}`, role: 'assistant', model: 'claude-opus-4-6', content,
      usage: {input_tokens: 3, cache_creation_input_tokens: 0, cache_read_input_tokens: used - 3,
        output_tokens: 40}}});
  }

  call(name, input, result, used, failed = false) {
    const id = `toolu_${this.#count}`;
    const source = this.answer([{type: 'tool_use', id, name, input}], used);
    this.add({type: 'user', sourceToolAssistantUUID: source, message: {role: 'user', content: [
      {type: 'tool_result', tool_use_id: id, content: result, is_error: failed}]}});
  }

  say(text, used) {
    this.answer([{type: 'text', text}], used);
  }

  toString() {
    return this.#lines.join('\n') + '\n';
  }
}

/** A session in which prompts, paths, commands, tools and results all try to break out. */
export function hostileSession() {
  const rows = new Rows();
  rows.prompt(HOSTILE);
  rows.call('Read', {file_path: `/p/${HOSTILE}.ts`}, HOSTILE, 20000);
  rows.call('Bash', {command: `cat ${HOSTILE}`}, `Exit code 1\nError: ${HOSTILE}`, 21000, true);
  rows.call('Bash', {command: `cat ${HOSTILE}`}, `Exit code 1\nError: ${HOSTILE}`, 22000, true);
  rows.call('Bash', {command: `cat ${HOSTILE}`}, 'fine', 23000);
  rows.call(`mcp__x__${HOSTILE}`, {q: HOSTILE}, HOSTILE.repeat(40), 24000);
  rows.call('Edit', {file_path: `/p/${HOSTILE}.ts`, old_string: 'a', new_string: HOSTILE},
    `The file /p/${HOSTILE}.ts has been updated successfully.`, 30000);
  rows.say(`The cache lives in Redis ${HOSTILE}`, 31000);
  rows.prompt(`no, the cache lives in Postgres, not in Redis ${HOSTILE}`);
  rows.say(`Right, Postgres. ${HOSTILE}`, 32000);
  return rows.toString();
}

/** `turns` prompts, each with a call and an answer, in one window that is never compacted. */
export function longSession(turns) {
  const rows = new Rows();
  let used = 18000;
  for (let turn = 1; turn <= turns; ++turn) {
    rows.prompt(`step ${turn}: look at module ${turn % 97} and say what it does`);
    const file = `/p/src/module-${turn % 97}.ts`;
    if (turn % 40 === 0) {
      rows.call('Bash', {command: `npm test -- module-${turn % 7}`},
        'Exit code 1\nError: expected 3, got 4', used += 60, true);
    } else if (turn % 13 === 0) {
      rows.call('Edit', {file_path: file, old_string: 'a', new_string: 'b'},
        `The file ${file} has been updated successfully.`, used += 50);
    } else {
      rows.call(['Read', 'Read', 'Grep', 'Glob'][turn % 4],
        turn % 4 < 2 ? {file_path: file} : {pattern: `word${turn}`},
        `1\texport const value${turn} = ${turn};\n`.repeat(4), used += 100);
    }
    rows.say(`Module ${turn % 97} holds value ${turn}.`, used += 60);
  }
  return rows.toString();
}
