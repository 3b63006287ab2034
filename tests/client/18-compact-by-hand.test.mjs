// What a compaction costs with the hooks, in bytes: by hand the client shows PreCompact's text and sends it with
// every later request, by itself it does neither. The same session runs with the toolkit and without it; the screen
// and the next three requests are compared.

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { scenario } from './harness.mjs';

const MODEL = 'claude-opus-4-6';
const SESSION = '77777777-7777-4777-8777-777777777777';
// A summary that has lost nothing, so that the next prompt has nothing to tell.
const SUMMARY = [
  '<analysis>short</analysis>', '<summary>', '1. Primary Request and Intent: move the limits into one file',
  'The limits live in limits.toml, not in config.yaml. We use one file for all limits. The file old.ts is gone.',
  '## Goal', '- move the limits into one file', '## Key decisions', "- ACTIVE: let's use one file for all limits",
  '## Corrections', '- was wrong: The limits live in config.yaml now. | is right: the limits live in limits.toml',
  '## Next steps', '- write the test of the limits', '</summary>'].join('\n');

const textOf = (screen) => screen.split('\n').map((line) => line.trim()).join('');
const mainRequests = (double, from) => double.requests.slice(from).filter(({ body }) => body.tools?.length > 0
  && !JSON.stringify(body.messages.at(-1)).includes('Your task is to create a detailed summary'));

// The session up to its compaction; then three prompts. Returns the bytes of their requests and the screen.
async function run(lab, settings, { byHand }) {
  lab.reset();
  lab.writeSettings(settings);
  const { double, terminal } = lab;
  // Notices of the window's bands are shown, too, but are not what is measured here.
  mkdirSync(path.join(lab.project, '.claude', 'context-rot'));
  writeFileSync(path.join(lab.project, '.claude', 'context-rot', 'config.yaml'), 'notify: off\n');
  double.requests = [];
  double.reply.summary = SUMMARY;
  const old = path.join(lab.project, 'old.ts');
  writeFileSync(old, 'export const old = 1;\n');
  lab.startInteractive('--model', MODEL, '--session-id', SESSION);
  await terminal.see('❯');
  await lab.ask('move the limits into one file', {
    contextTokens: 20_000, tools: [{ name: 'Read', input: { file_path: old } }], says: 'The limits live in config.yaml now.',
  });
  rmSync(old);
  await lab.ask("no, that's wrong. I said the limits live in limits.toml, not in config.yaml", { contextTokens: 22_000 });
  await lab.ask("let's use one file for all limits", { contextTokens: 23_000 });
  for (const number of [1, 2, 3]) await lab.ask(`look at part ${number}`, { contextTokens: number === 3 && !byHand ? 170_000 : 24_000 });
  let screen = '';
  if (byHand) {
    await terminal.submit('/compact keep the api names');
    screen = await terminal.see(/Compacted[^]*❯/);
  }
  const after = double.requests.length;
  await lab.ask('go on', { contextTokens: 9_000 });
  screen ||= terminal.screen();
  await lab.ask('and on', { contextTokens: 9_100 });
  await lab.ask('and further', { contextTokens: 9_200 });
  const requests = mainRequests(double, after);
  assert.equal(requests.length, 3, 'three requests behind the compaction');
  assert.match(requests[0].raw, /limits\.toml, not in config\.yaml/, 'the summary');
  await terminal.exit();
  return { screen, requests: requests.map(({ raw }) => raw) };
}

await scenario({ terminal: true }, async (lab) => {
  const { statusLine: _, ...hooks } = lab.toolkit.settings;
  for (const byHand of [true, false]) {
    const plain = await run(lab, {}, { byHand });
    const ours = await run(lab, hooks, { byHand });
    const more = ours.requests.map((raw, at) => Buffer.byteLength(raw) - Buffer.byteLength(plain.requests[at]));
    const shown = Buffer.byteLength(textOf(ours.screen)) - Buffer.byteLength(textOf(plain.screen));
    if (process.env.CONTEXT_ROT_KEEP) console.log(ours.screen, ours.requests[0]);
    const name = byHand ? 'by hand' : 'automatic';
    console.log(`${name}: ${shown} bytes more on the screen, requests larger by ${more.join(', ')} bytes`);
    assert.equal(new Set(more).size, 1, 'what comes with the first request comes once');
    assert.match(ours.requests[0], /was wrong/, 'the correction is told');
    assert.match(ours.requests[0], /old\.ts/, 'the file that is gone is told');
    if (byHand) {
      assert.ok(more[0] > 0 && more[0] <= 700, `${more[0]} bytes more`);
      assert.ok(shown <= 600, `${shown} bytes on the screen`);
      assert.doesNotMatch(ours.requests[0], /Form of the summary|of no further use|no longer in effect/);
      assert.equal(ours.requests[0].split('was wrong: \\"').length - 1, 1, 'once');
    } else {
      // The words that the client shows while it works differ by some bytes; ours would be hundreds.
      assert.ok(shown <= 40, `${shown} bytes on the screen`);
      assert.doesNotMatch(ours.requests[0], /Form of the summary/);
      assert.ok(more[0] <= 1700, `${more[0]} bytes more`);
    }
  }
});
