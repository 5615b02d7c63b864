import { expect, test } from 'vitest';
import { RawConnection, utf8, write } from '../../helpers/hostile/raw-connection.ts';
import { askPort } from '../../helpers/site/ask.ts';
import { readPort } from '../../helpers/site/start-server.ts';
import { startServer } from '../../helpers/until-test-ends.ts';

test('`node dist/server/index.js` starts the server, and no address causes a warning of Node', async () => {
  const server = await startServer({ PORT: '0' });
  const port = await readPort(server);
  const { body } = await askPort(port, { path: '/' });
  expect(body.toString()).toMatch(/<style>[^<]*\._/); // The bundle does not contain Emotion's runtime.
  const statuses: unknown[] = [];
  // For all except the first, Express's parser would use Node's deprecated `url.parse`; Node's own parser or
  // `parseRequestTarget` rejects them earlier.
  for (const target of ['http://other.example/about', '/about?city=à', '/about?\t', '/#', '*']) {
    const connection = new RawConnection(port);
    connection.write(write({ target: utf8(target) }));
    statuses.push((await connection.expect()).status);
    connection.destroy();
  }
  expect(statuses).toEqual([200, 400, 400, 400, 400]);
  expect(await server.end()).toEqual({ code: 0, stderr: '' });
});
