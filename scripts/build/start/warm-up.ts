import { writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../find-free-port.ts';
import { findCacheFile, loadProgram } from './load-program.ts';

/* Runs the built server once, asks it for what a start and the first visitors need, and keeps what
   V8 has compiled for that. A process of its own, with the very flags of `npm start`: V8 takes a
   cache only from a V8 like itself. Its argument is the folder of the bundle. */

const asked = ['/', '/events', '/healthz', '/assets/none', '/nowhere'];

const [, , folder = ''] = process.argv;
const port = await findFreePort();
Object.assign(process.env, { HOST: '127.0.0.1', PORT: port, LOG_LEVEL: 'silent', MAIL: 'off' });
const program = loadProgram(folder);
program.run(createRequire(import.meta.url));
await waitUntilReady();
for (const path of asked) await ask(path);
writeFileSync(findCacheFile(folder), program.createCache());
process.exit(0);

async function waitUntilReady(): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    if ((await ask('/readyz').catch(() => undefined)) === 200) return;
    await sleep(20);
  }
  throw new Error('The built server does not start');
}

function ask(path: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br, gzip' };
    get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    }).on('error', reject);
  });
}
