// Plays scene.json through agent.ts, compiled to the file that is named, as play.py does.

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const { turn } = await import(pathToFileURL(process.argv[2]).href);
const scene = JSON.parse(readFileSync(new URL('scene.json', import.meta.url), 'utf8'));
const sent = [];
const end = await turn(
  [{ role: 'user', content: scene.prompt }],
  async (messages) => {
    sent.push(structuredClone(messages));
    return scene.answers[sent.length - 1];
  },
  async ({ id }) => ({ type: 'tool_result', tool_use_id: id, ...scene.results[id] }),
);
console.log(JSON.stringify({ sent, end }));
