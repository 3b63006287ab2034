// The hooks run at every turn, the notice of a crossed band reaches the user at
// the end of the turn that crossed it, and the model is sent exactly what it is
// sent without the hooks.

import assert from 'node:assert/strict';
import { scenario } from './harness.mjs';

const MODEL = 'claude-sonnet-4-5';
const SESSION = '11111111-1111-4111-8111-111111111111';
const TURNS = [
  { prompt: 'first', leavesTokens: 100_000, notice: null },
  { prompt: 'second, over 60 %', leavesTokens: 130_000, notice: /^Context 65 % \(amber\): 130k of 200k/ },
  { prompt: 'third, in the same band', leavesTokens: 135_000, notice: null },
  { prompt: 'fourth, over 75 %', leavesTokens: 152_000, notice: /^Context 76 % \(red\): 152k of 200k/ },
  { prompt: 'fifth, in the same band', leavesTokens: 152_000, notice: null },
];
const SAYS = 'Stop says: ';

async function runSession(lab, settings) {
  lab.reset();
  lab.writeSettings(settings);
  lab.double.requests = [];
  const turns = [];
  for (const [index, { prompt, leavesTokens }] of TURNS.entries()) {
    lab.double.reply.contextTokens = leavesTokens;
    const run = await lab.runHeadless(
      ...(index === 0 ? ['--session-id', SESSION] : ['--resume', SESSION]),
      '--model', MODEL, '--output-format', 'stream-json', '--verbose', '--include-hook-events',
      prompt,
    );
    assert.equal(run.code, 0, `the client failed at "${prompt}": ${run.stderr}`);
    turns.push(run.stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line)));
  }
  return { turns, bodies: lab.double.requests.map(({ raw }) => raw) };
}

// The day is all that two runs may differ in: paths and ids are the same.
const withoutDates = (body) => body.replace(/\d{4}-\d{2}-\d{2}/g, 'DATE');

// A body has tens of thousands of bytes: show where two of them part.
function assertSame(on, off, message) {
  if (on === off) return;
  let at = 0;
  while (at < off.length && on[at] === off[at]) at += 1;
  const around = (body) => JSON.stringify(body.slice(Math.max(0, at - 80), at + 200));
  assert.fail(`${message}\n  with the hook:    ${around(on)}\n  without the hook: ${around(off)}`);
}

await scenario({}, async (lab) => {
  const on = await runSession(lab, lab.toolkit.settings);
  const off = await runSession(lab, {});

  for (const [index, { prompt, notice }] of TURNS.entries()) {
    const events = on.turns[index];
    for (const name of ['UserPromptSubmit', 'Stop']) {
      const hookRuns = events.filter(({ subtype, hook_event: event }) => subtype === 'hook_response' && event === name);
      assert.equal(hookRuns.length, 1, `"${prompt}": the hook of ${name} ran ${hookRuns.length} times`);
      assert.equal(hookRuns[0].exit_code, 0, `"${prompt}": the hook of ${name} failed: ${hookRuns[0].stderr}`);
      if (name === 'UserPromptSubmit' || !notice) assert.equal(hookRuns[0].stdout, '', `"${prompt}": ${name} printed`);
    }

    const shown = events
      .filter(({ subtype, content }) => subtype === 'informational' && content.startsWith(SAYS))
      .map(({ content }) => content.slice(SAYS.length));
    if (notice) {
      assert.equal(shown.length, 1, `"${prompt}": the user saw ${shown.length} notices`);
      assert.match(shown[0], notice, `"${prompt}": the notice`);
      // A command to paste has a line of its own; the client marks each line.
      assert.match(shown[0], /^[^\n]+(\nStop says: \/compact [^\n]+)?$/, `"${prompt}": the notice's lines`);
    } else {
      assert.deepEqual(shown, [], `"${prompt}": nothing was crossed`);
    }
  }

  assert.equal(on.bodies.length, TURNS.length, 'requests with the hook');
  assert.equal(off.bodies.length, TURNS.length, 'requests without the hook');
  for (const [index, { prompt }] of TURNS.entries()) {
    assertSame(withoutDates(on.bodies[index]), withoutDates(off.bodies[index]), `"${prompt}": the hook changed what the model was sent`);
    assert.ok(off.bodies[index].includes(prompt), `"${prompt}" is not in its own request`);
  }
});
