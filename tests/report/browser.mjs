// A headless Chromium, driven over a pipe with the DevTools protocol: no port, no library.

import {spawn, spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** The program to run: CHROMIUM, else the first of the usual names that answers; null for none. */
export function findBrowser() {
  const names = [process.env.CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome'];
  for (const name of names.filter(Boolean)) {
    const asked = spawnSync(name, ['--version'], {timeout: 30000});
    if (asked.status === 0) return name;
  }
  return null;
}

export class Browser {
  #child;
  #folder = mkdtempSync(join(tmpdir(), 'context-rot-browser-'));
  #next = 0;
  #waiting = new Map();
  #listeners = [];
  #rest = '';

  constructor(program) {
    // The sandbox needs rights that a container often lacks; the only pages here are ours.
    const options = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
      '--no-first-run', '--disable-background-networking', '--disable-component-update',
      '--hide-scrollbars', `--user-data-dir=${this.#folder}`, '--remote-debugging-pipe',
      'about:blank'];
    this.#child = spawn(program, options, {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    this.#child.stdio[4].on('data', bytes => this.#take(bytes.toString('utf8')));
    this.#child.stdio[3].on('error', () => {});
    this.#child.on('exit', () => {
      for (const {reject} of this.#waiting.values()) reject(new Error('the browser has ended'));
    });
  }

  #take(text) {
    const messages = (this.#rest + text).split('\0');
    this.#rest = messages.pop();
    for (const message of messages.map(one => JSON.parse(one))) {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (!waiting) this.#listeners.forEach(listen => listen(message));
      else if (message.error) waiting.reject(new Error(message.error.message));
      else waiting.resolve(message.result);
    }
  }

  send(method, params = {}, sessionId = undefined) {
    const id = ++this.#next;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${method}: no answer`)), 60000);
      const done = act => value => (clearTimeout(late), act(value));
      this.#waiting.set(id, {resolve: done(resolve), reject: done(reject)});
      this.#child.stdio[3].write(JSON.stringify({id, method, params, sessionId}) + '\0');
    });
  }

  listen(listener) {
    this.#listeners.push(listener);
  }

  async close() {
    const ended = new Promise(resolve => this.#child.once('exit', resolve));
    await this.send('Browser.close').catch(() => {});
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 5000);
    await ended;
    clearTimeout(late);
    rmSync(this.#folder, {recursive: true, force: true, maxRetries: 5});
  }
}

/** A tab. `problems` gathers whatever the page complains of, and every request that it makes. */
export class Page {
  problems = [];
  requests = [];
  #browser;
  #session;

  static async open(browser, url, {width = 1280, height = 900, dark = false, script = true} = {}) {
    const page = new Page();
    page.#browser = browser;
    const {targetId} = await browser.send('Target.createTarget', {url: 'about:blank'});
    const attached = await browser.send('Target.attachToTarget', {targetId, flatten: true});
    page.#session = attached.sessionId;
    let loaded;
    const load = new Promise(resolve => (loaded = resolve));
    browser.listen(message => {
      if (message.sessionId !== page.#session) return;
      const {method, params} = message;
      if (method === 'Page.loadEventFired') loaded();
      if (method === 'Network.requestWillBeSent') page.requests.push(params.request.url);
      if (method === 'Page.javascriptDialogOpening') page.problems.push(`dialog: ${params.message}`);
      if (method === 'Runtime.exceptionThrown') {
        page.problems.push(params.exceptionDetails.exception?.description ?? 'exception');
      }
      if (method === 'Runtime.consoleAPICalled') {
        page.problems.push(`console: ${params.args.map(one => one.value).join(' ')}`);
      }
      if (method === 'Log.entryAdded') page.problems.push(`log: ${params.entry.text}`);
    });
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await page.send(`${domain}.enable`);
    await page.send('Emulation.setDeviceMetricsOverride',
      {width, height, deviceScaleFactor: 1, mobile: width < 600});
    await page.send('Emulation.setEmulatedMedia',
      {features: [{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}]});
    if (!script) await page.send('Emulation.setScriptExecutionDisabled', {value: true});
    await page.send('Page.navigate', {url});
    await load;
    return page;
  }

  send(method, params) {
    return this.#browser.send(method, params, this.#session);
  }

  /** The value of an expression in the page. */
  async value(expression) {
    const {result, exceptionDetails} =
      await this.send('Runtime.evaluate', {expression, returnByValue: true, awaitPromise: true});
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? expression);
    return result.value;
  }

  /** Presses and releases a key that types nothing, such as ArrowLeft or Tab. */
  async key(name, code) {
    const key = {key: name, code: name, windowsVirtualKeyCode: code};
    await this.send('Input.dispatchKeyEvent', {type: 'rawKeyDown', ...key});
    await this.send('Input.dispatchKeyEvent', {type: 'keyUp', ...key});
  }

  async screenshot(whole = false) {
    const shot = await this.send('Page.captureScreenshot',
      {format: 'png', captureBeyondViewport: whole});
    return Buffer.from(shot.data, 'base64');
  }
}
