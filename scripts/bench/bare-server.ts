import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RecordedResponse } from './record-response.ts';

/*
 * The upper bound: a bare node:http server that sends one recorded response to every request, from a
 * constant Buffer and a constant array of headers. It reads nothing of the request, not even the
 * address; each response has a process of its own. Run by Node itself: PORT=… node bare-server.ts FILE
 */

const recorded: RecordedResponse = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const headers = [...recorded.headers];
const body = Buffer.from(recorded.bodyBase64, 'base64');

const server = createServer((_request, response) => {
  response.writeHead(recorded.status, headers);
  if (body.length > 0) response.end(body);
  else response.end();
});
server.keepAliveTimeout = recorded.keepAliveSeconds * 1000;
server.listen(Number(process.env['PORT']), '127.0.0.1');
