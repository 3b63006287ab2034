// The report page in a real browser: it complains of nothing, loads nothing, runs nothing foreign,
// says what --json says, and moves by keyboard. Skips where there is no Chromium.
//
//   node page.test.mjs --bin FOLDER     the folder of the built programs

import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {runAsProgram, Skip} from '../client/outcome.mjs';
import {Browser, findBrowser, Page} from './browser.mjs';
import {hostileSession, longSession} from './sessions.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const bin = resolve(process.argv[process.argv.indexOf('--bin') + 1]);
const folder = mkdtempSync(join(tmpdir(), 'context-rot-report-'));

function health(transcript, options, language = 'C.UTF-8') {
  const run = spawnSync(join(bin, 'context-health'), ['--transcript', transcript, ...options], {
    encoding: 'utf8', maxBuffer: 1 << 28, cwd: folder,
    env: {HOME: folder, PATH: '/usr/bin:/bin', LANG: language, TZ: 'UTC'},
  });
  assert.equal(run.status, 0, run.stderr);
  return run.stdout;
}

function pageOf(name, transcript, language) {
  const file = join(folder, `${name}.html`);
  health(transcript, ['--html', file], language);
  return {file, url: pathToFileURL(file).href, json: JSON.parse(health(transcript, ['--json']))};
}

/** Every number that names its place in the JSON is the one that stands there. */
async function numbersAgree(page, json) {
  const numbers = await page.value(`[...document.querySelectorAll('[data-json]')]
    .map(one => [one.dataset.json, one.value, one.textContent])`);
  assert.ok(numbers.length > 10, `only ${numbers.length} numbers`);
  for (const [path, value, shown] of numbers) {
    const there = path.split('.').reduce((part, key) => part?.[key], json);
    assert.equal(value, String(there), path);
    assert.equal(shown.replace(/[.,]/g, ''), value, path);
  }
  return numbers.length;
}

/** What the script has of the last turn sums to the JSON's total; its noise is the JSON's. */
async function chartAgrees(page, json) {
  const data = await page.value(`JSON.parse(document.getElementById('data').textContent)`);
  const [, , , total, , , ...parts] = data.stops.at(-1);
  assert.equal(total, json.signal.total);
  assert.equal(parts.reduce((sum, part) => sum + part, 0), json.signal.total);
  if (json.signal.noise > 0) assert.equal(parts.at(-1), json.signal.noise);
}

function silent(page, url) {
  assert.deepEqual(page.problems, []);
  assert.deepEqual(page.requests.filter(one => one !== url), []);
}

async function everyFixture(browser) {
  for (const name of ['advice-rewind', 'advice-compact', 'auto_compact', 'compact_manual_1m']) {
    const transcript = join(here, '../data/transcripts', `${name}.jsonl`);
    for (const language of ['C.UTF-8', 'es_ES.UTF-8']) {
      const {url, json} = pageOf(name, transcript, language);
      const page = await Page.open(browser, url, {dark: language !== 'C.UTF-8'});
      silent(page, url);
      await numbersAgree(page, json);
      await chartAgrees(page, json);
    }
  }
}

async function hostile(browser) {
  const transcript = join(folder, 'hostile.jsonl');
  writeFileSync(transcript, hostileSession());
  const {url, json} = pageOf('hostile', transcript);
  const page = await Page.open(browser, url);
  silent(page, url);
  await numbersAgree(page, json);
  assert.ok(json.findings.length > 0, 'the hostile session has no finding');
  assert.equal(await page.value('document.querySelectorAll("script").length'), 2);
  assert.equal(await page.value('document.querySelectorAll("img, iframe, a, form").length'), 0);
  assert.equal(await page.value('globalThis.stolen'), undefined);
  assert.ok(await page.value('document.body.textContent.includes("</script><script>")'),
    'the hostile text is shown as text');

  // The policy holds against what the escaping would miss, and only then does it complain.
  await page.value(`(() => {
    const one = document.createElement('script');
    one.textContent = 'globalThis.stolen = 1';
    document.body.append(one);
    document.body.insertAdjacentHTML('beforeend', '<p style="color:red" onclick="1">x</p>');
  })()`);
  assert.equal(await page.value('globalThis.stolen'), undefined);
  assert.ok(page.problems.length >= 2, 'the policy let a foreign script or style pass');
}

async function fiveThousandTurns(browser) {
  const transcript = join(folder, 'long.jsonl');
  writeFileSync(transcript, longSession(5000));
  const {file, url, json} = pageOf('long', transcript);
  const size = statSync(file).size;
  assert.ok(size < 2 << 20, `the page has ${size} bytes`);
  const page = await Page.open(browser, url);
  silent(page, url);
  await numbersAgree(page, json);
  await chartAgrees(page, json);
  assert.equal(await page.value(`JSON.parse(document.getElementById('data').textContent)
    .stops.length`), 5000);
  const rows = await page.value('document.querySelectorAll(".by-turn tbody tr").length');
  assert.ok(rows <= 200, `${rows} rows`);
  console.log(`5,000 turns: ${Math.round(size / 1024)} KB`);
}

async function keyboard(browser) {
  const {url} = pageOf('keys', join(here, '../data/transcripts/advice-rewind.jsonl'));
  const page = await Page.open(browser, url);
  const readout = () => page.value('document.getElementById("readout").textContent');
  const focused = () => page.value('document.activeElement.tagName + document.activeElement.id');
  await page.key('Tab', 9);
  assert.equal(await focused(), 'INPUTturn');
  assert.match(await readout(), /^Turn 2 /);
  await page.key('ArrowLeft', 37);
  assert.match(await readout(), /^Turn 1 .*20,136 tokens/);
  assert.equal(await page.value('document.getElementById("turn").ariaValueText ?? ' +
    'document.getElementById("turn").getAttribute("aria-valuetext")'), 'Turn 1');
  await page.key('ArrowRight', 39);
  assert.match(await readout(), /^Turn 2 /);
  await page.key('Home', 36);
  assert.match(await readout(), /^Turn 1 /);
  await page.key('Tab', 9);
  assert.equal(await focused(), 'SUMMARY');
  silent(page, url);
}

async function narrowAndWithoutScript(browser) {
  const {url, json} = pageOf('plain', join(here, '../data/transcripts/advice-rewind.jsonl'));
  const narrow = await Page.open(browser, url, {width: 390, height: 844});
  assert.ok(await narrow.value('document.documentElement.scrollWidth <= 390'), 'it scrolls sideways');
  const plain = await Page.open(browser, url, {script: false});
  const text = (await plain.send('Page.captureSnapshot', {format: 'mhtml'})).data;
  assert.ok(text.includes(json.findings[0].target ?? 'npm'), 'the findings need a script');
  silent(plain, url);
}

await runAsProgram(async () => {
  const program = findBrowser();
  if (!program) throw new Skip('there is no Chromium (apt-get install chromium, or CHROMIUM=FILE)');
  const browser = new Browser(program);
  try {
    for (const test of
      [everyFixture, hostile, fiveThousandTurns, keyboard, narrowAndWithoutScript]) {
      await test(browser);
      console.log(`ok ${test.name}`);
    }
  } finally {
    await browser.close();
    rmSync(folder, {recursive: true, force: true});
  }
});
