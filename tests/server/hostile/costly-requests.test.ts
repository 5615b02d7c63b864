import { expect, test } from 'vitest';
import { parsedNames, repeatedParts } from '../../helpers/hostile/hostile-requests.ts';
import { openConnection, openHttpServer } from '../../helpers/hostile/http-server.ts';
import { host, write } from '../../helpers/hostile/raw-connection.ts';

test('no header of 15 kB costs more than a page does, whatever is repeated in it', async () => {
  const { open } = await openHttpServer();
  const slow: string[] = [];
  for (const name of parsedNames) {
    for (const part of repeatedParts) {
      const value = `a${part.repeat(15_000 / part.length)}a`;
      const lines = name === 'Host' ? [`Host: ${value}`] : [host, `${name}: ${value}`];
      const measure = async () => {
        const connection = open();
        const before = process.threadCpuUsage();
        connection.write(write({ target: '/favicon.svg', headers: lines }));
        await connection.read();
        connection.destroy();
        return process.threadCpuUsage(before).user;
      };
      // What is costly is so each time; one time alone may be the machine's.
      if ((await measure()) <= 80_000) continue;
      const user = Math.min(await measure(), await measure());
      if (user > 80_000) slow.push(`${name}: ${JSON.stringify(part)} ${user} µs`);
    }
  }
  expect(slow).toEqual([]);
});

test.each([
  ['Accept-Encoding', 'gzip, '],
  ['If-None-Match', '"a", '],
  ['X-Forwarded-For', '192.0.2.1, '],
])('a %s of more than 1 kB is 431, one that is shorter is not', async (name, part) => {
  for (const length of [1_000, 1_100]) {
    const connection = await openConnection();
    const value = part.repeat(length / part.length);
    connection.write(write({ target: '/favicon.svg', headers: [host, `${name}: ${value}`] }));
    expect((await connection.expect()).status).toBe(length > 1_024 ? 431 : 200);
  }
});
