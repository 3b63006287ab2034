// Wired by itself, hook-post-tool-use gives the model less of what it does not need: the shortened
// output is what is sent, at once and after --resume; the full text can be read; a file that is in
// the window already is a note; Edit works on what was shortened. What is small, and the hook when
// it is switched off, changes no byte.

import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scenario } from './harness.mjs';
import { hookEntry } from './toolkit.mjs';

const SESSION = '55555555-5555-4555-8555-555555555555';
const MARK = '[Context Rot Toolkit: ';
const lines = (name, count) => Array.from({ length: count }, (_, i) => `${name} ${i}\n`).join('');

await scenario({}, async (lab) => {
  const file = (name) => path.join(lab.project, name);
  const read = (name, more = {}) => ({ name: 'Read', input: { file_path: file(name), ...more } });
  const bash = (command) => ({ name: 'Bash', input: { command, description: 'run it' } });
  const hook = { matcher: 'Bash|Grep|Read', ...hookEntry(lab.toolkit.program('hook-post-tool-use')) };

  function begin(wired) {
    lab.reset();
    lab.writeSettings({
      hooks: wired ? { PostToolUse: [hook] } : {},
    });
    writeFileSync(file('small.ts'), lines('const small', 100));
    writeFileSync(file('large.log'), lines('this is a line of the log, and not a short one', 1200) + lines('error: number', 20) + lines('x', 500));
    writeFileSync(file('wide.txt'), lines(`needle ${'w'.repeat(200)}`, 150));
  }

  let first = true;
  async function turn(...tools) {
    Object.assign(lab.double.reply, { text: 'an answer', tools });
    const before = lab.double.requests.length;
    const run = await lab.runHeadless('go on', ...(first ? ['--session-id', SESSION] : ['--resume', SESSION]),
      '--model', 'claude-sonnet-4-5', '--allowedTools', 'Read,Edit,Bash,Grep');
    first = false;
    assert.equal(run.code, 0, run.stderr);
    return lab.double.requests.slice(before);
  }
  const results = ({ body }) => body.messages.flatMap(({ content }) => content)
    .filter(({ type }) => type === 'tool_result').map(({ content }) => content);
  const lastResult = (requests) => results(requests.at(-1)).at(-1);

  begin(true);
  const made = lastResult(await turn(bash('seq 1 3500; echo error: it broke; seq 1 1500')));
  assert.ok(made.startsWith('1\n2\n3\n'), 'the beginning');
  assert.match(made, /\n3501: error: it broke\n/, 'the line that tells');
  assert.match(made, /\n1499\n1500\n/, 'the end');
  assert.ok(made.length < 7000, `${made.length} characters were sent`);
  const full = /The full text is in "([^"]+)"/.exec(made)[1];
  assert.equal(statSync(full).mode & 0o777, 0o600, 'the full text is private');
  assert.equal(statSync(path.dirname(full)).mode & 0o777, 0o700);
  assert.ok(readFileSync(full, 'utf8').includes('\n3000\n'), 'the full text');
  assert.match(lastResult(await turn({ name: 'Read', input: { file_path: full, offset: 3000, limit: 2 } })), /^3000\t3000\n3001\t3001/);
  assert.match(lastResult(await turn(bash(`cat ${full}`))), /\n2999\n3000\n3001\n/, 'reading the full text is not shortened again');

  const shown = lastResult(await turn(read('large.log')));
  assert.match(shown, /^1\tthis is a line of the log, and not a short one 0\n2\t/);
  assert.match(shown, /\n(\d+)\t\[Context Rot Toolkit: lines \1 to 1721 of this file are left out here\. Of those, these look like errors: 1201, 1202, .* and more\./);
  assert.match(lastResult(await turn(read('large.log', { offset: 1201, limit: 2 }))), /^1201\terror: number 0\n1202\terror: number 1/);
  assert.match(lastResult(await turn({
    name: 'Edit', input: { file_path: file('large.log'), old_string: 'error: number 19\n', new_string: 'fixed\n' },
  })), /has been updated/, 'Edit of a line that was left out');
  assert.ok(readFileSync(file('large.log'), 'utf8').includes('\nfixed\n'));

  const found = lastResult(await turn({ name: 'Grep', input: { pattern: 'needle', path: lab.project, output_mode: 'content' } }));
  assert.match(found, /bytes are left out here, lines \d+ to \d+ of 150\. The full text is in/);

  const whole = lastResult(await turn(read('small.ts')));
  assert.match(whole, /^1\tconst small 0\n/);
  const again = lastResult(await turn(read('small.ts')));
  assert.match(again, /^1\t\[Context Rot Toolkit: unchanged since last read; /, 'the note');
  assert.match(lastResult(await turn(read('small.ts'))), /^1\tconst small 0\n/, 'and the text for who insists');
  assert.match(lastResult(await turn({
    name: 'Edit', input: { file_path: file('small.ts'), old_string: 'const small 99\n', new_string: 'const last\n' },
  })), /has been updated/, 'Edit after a note');
  assert.match(lastResult(await turn(read('small.ts'))), /const last/, 'a file that was written is read');

  const [resumed] = await turn();
  const kept = results(resumed);
  assert.ok(kept.some((text) => text.includes('bytes are left out here')) && !kept[0].includes("\n3000\n"), 'what was sent is what stays');
  assert.equal(resumed.raw.split('hookSpecificOutput').length, 1, 'the hook\'s own answer is not sent');

  // The same session without the hook, and with a hook that has nothing to do or is off.
  const withoutTimes = (raw) => raw.replace(/\d{4}-\d{2}-\d{2}/g, 'DATE').replaceAll(/"text":"x-anthropic-billing-header[^"]*"/g, '');
  async function bodies(wired, tools, off) {
    begin(wired);
    if (off) {
      lab.writeSettings({
        env: { CONTEXT_ROT_TRIM: 'off', CONTEXT_ROT_REPEATS: 'off' },
        hooks: { PostToolUse: [hook] },
      });
    }
    first = true;
    const sent = [];
    for (const tool of tools) sent.push(...(await turn(tool)).map(({ raw }) => withoutTimes(raw)));
    return sent;
  }
  const ids = (sent) => sent.map((raw) => raw.replace(/toolu_\d+_/g, 'toolu_'));
  const small = [bash('seq 1 100'), read('small.ts'), { name: 'Grep', input: { pattern: 'small', path: lab.project } }];
  assert.deepEqual(ids(await bodies(true, small)), ids(await bodies(false, small)), 'small outputs');
  const large = [bash('seq 1 5000'), read('large.log'), read('large.log')];
  const plain = ids(await bodies(false, large));
  assert.deepEqual(ids(await bodies(true, large, true)), plain, 'switched off');
  assert.ok(plain.every((raw) => !raw.includes(MARK)));
});
