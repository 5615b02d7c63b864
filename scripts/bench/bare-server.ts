import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { RecordedAnswer } from './recorded-answer.ts';

/*
 * The upper bound: a bare node:http server that gives one recorded answer to every request, from a
 * constant Buffer and a constant array of headers. It looks at nothing, not even at the address; each
 * answer has a process of its own, so that it does not have to. Run by Node itself (which strips the
 * types), not by tsx: PORT=… node bare-server.ts FILE
 */

const recorded: RecordedAnswer = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const { status, keepAlive } = recorded;
const headers = [...recorded.headers];
const body = Buffer.from(recorded.bodyBase64, 'base64');

const server = createServer(
  body.length === 0
    ? (_request, response) => {
        response.writeHead(status, headers);
        response.end();
      }
    : (_request, response) => {
        response.writeHead(status, headers);
        response.end(body);
      },
);
server.keepAliveTimeout = keepAlive * 1000;
server.listen(Number(process.env['PORT']), '127.0.0.1');
