import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

/* The upper bound (scripts/README.md, “Measurements”). PORT=… node bare-server.ts URL '{ "header": "value" }' */

const [url = '', headers = '{}'] = process.argv.slice(2);
const writtenByNode = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

/** Not `fetch`, which would decode the body. */
async function record() {
  const [response]: IncomingMessage[] = await once(
    get(url, { headers: JSON.parse(headers) }),
    'response',
  );
  if (!response?.statusCode) throw new Error(`No response to ${url}`);
  const names = Object.keys(response.headers).filter((name) => !writtenByNode.includes(name));
  const sent = names.flatMap((name) => [name, `${response.headers[name]}`]);
  return { status: response.statusCode, sent, body: await buffer(response) };
}

// A page is compressed quickly at first, and better in the background once it has been requested twice.
for (let visit = 0; visit < 3; visit += 1) {
  await record();
  await sleep(1_000);
}
const { status, sent, body } = await record();
createServer((_request, response) => {
  response.writeHead(status, sent).end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1');
