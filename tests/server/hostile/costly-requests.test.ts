import { expect, test } from 'vitest';
import { parsedNames, repeatedParts } from '../../helpers/hostile/hostile-requests.ts';
import { openHttpServer } from '../../helpers/hostile/http-server.ts';
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
