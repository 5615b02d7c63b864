import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/* The upper bound (scripts/README.md, “Measurements”). PORT=… node bare-server.ts URL ENCODING */

const [url = '', encoding = ''] = process.argv.slice(2);
const writtenByNode = ['date', 'connection', 'keep-alive', 'transfer-encoding'];

// Not `fetch`, which would decode the body.
const [recorded]: IncomingMessage[] = await once(
  get(url, { headers: { 'accept-encoding': encoding } }),
  'response',
);
if (!recorded?.statusCode) throw new Error(`No response to ${url}`);
const { statusCode } = recorded;
const names = Object.keys(recorded.headers).filter((name) => !writtenByNode.includes(name));
const sent = names.flatMap((name) => [name, `${recorded.headers[name]}`]);
const body = await buffer(recorded);
createServer((_request, response) => {
  response.writeHead(statusCode, sent).end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1');
