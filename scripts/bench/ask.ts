import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export type RequestHeaders = Readonly<Record<string, string>>;

export interface Answer {
  readonly status: number;
  /** Names and values one after the other, as they came. */
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingMessage['headers'];
  /** As it was sent, compressed or not. */
  readonly body: Buffer;
}

/** One GET with nothing added and nothing decoded, which `fetch` would do. */
export async function ask(url: string, headers: RequestHeaders, agent?: Agent): Promise<Answer> {
  const sent = request(url, { headers, ...(agent ? { agent } : {}) });
  sent.end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (!answer) throw new Error(`No answer from ${url}`);
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const { statusCode = 0, rawHeaders } = answer;
  return { status: statusCode, rawHeaders, headers: answer.headers, body: Buffer.concat(chunks) };
}

/** How long an answer has to stay the same to be the one that stays: milliseconds. */
const settledAfter = 2_000;

/**
 * The answer that the server gives in the long run: ours compresses a page quickly at first and well
 * when it has been asked for more than once, and the reference has to send the same bytes.
 */
export async function askUntilSettled(url: string, headers: RequestHeaders): Promise<Answer> {
  let settled = await ask(url, headers);
  for (let since = performance.now(); performance.now() - since < settledAfter; ) {
    await sleep(100);
    const next = await ask(url, headers);
    if (!next.body.equals(settled.body)) since = performance.now();
    settled = next;
  }
  return settled;
}
