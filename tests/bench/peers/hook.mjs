// The smallest prompt hook for Node.js.
import { readFileSync } from 'node:fs';

JSON.parse(readFileSync(0, 'utf8')).prompt.startsWith('no,');
