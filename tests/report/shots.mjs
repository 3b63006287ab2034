// Pictures of a page for people to look at: node shots.mjs PAGE.html FOLDER

import {mkdirSync, writeFileSync} from 'node:fs';
import {basename, join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {Browser, findBrowser, Page} from './browser.mjs';

const [page, folder] = process.argv.slice(2);
const program = findBrowser();
if (!page || !folder || !program) {
  console.error(program ? 'usage: node shots.mjs PAGE.html FOLDER' : 'there is no Chromium');
  process.exit(2);
}
mkdirSync(folder, {recursive: true});
const browser = new Browser(program);
for (const [width, height] of [[1280, 900], [390, 844]]) {
  for (const dark of [false, true]) {
    const tab = await Page.open(browser, pathToFileURL(resolve(page)).href, {width, height, dark});
    const name = `${basename(page, '.html')}-${width}-${dark ? 'dark' : 'light'}.png`;
    writeFileSync(join(folder, name), await tab.screenshot());
    const open = `document.querySelectorAll('.block, section > details:first-of-type')
      .forEach(one => one.open = true)`;
    await tab.value(open);
    writeFileSync(join(folder, 'whole-' + name), await tab.screenshot(true));
    console.log(join(folder, name), tab.problems.length ? tab.problems : '');
  }
}
await browser.close();
