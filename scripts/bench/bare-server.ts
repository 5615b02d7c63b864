import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/*
 * The upper bound: a bare node:http server that sends one recorded response to every request, from
 * constants. It reads nothing of the request. Run by Node itself: PORT=… node bare-server.ts FILE
 */

/** A response as it was sent, compressed or not. */
export interface RecordedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bodyBase64: string;
}

const recorded: RecordedResponse = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const headers = Object.entries(recorded.headers).flatMap(([name, value = '']) => [
  name,
  `${value}`,
]);
const body = Buffer.from(recorded.bodyBase64, 'base64');

createServer((_request, response) => {
  response.writeHead(recorded.status, headers).end(body);
}).listen(Number(process.env['PORT']), '127.0.0.1');
