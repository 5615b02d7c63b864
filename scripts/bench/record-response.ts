import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A response as it was sent, which `bare-server.ts` can send again. */
export interface RecordedResponse {
  readonly status: number;
  /** Names and values one after the other, without those that Node writes by itself. */
  readonly headers: readonly string[];
  /** As it was sent, compressed or not. */
  readonly bodyBase64: string;
  /** As the response's Keep-Alive announced: it is part of the bytes. */
  readonly keepAliveSeconds: number;
}

type RequestHeaders = Readonly<Record<string, string>>;

const writtenByNode = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding']);

/** One GET with nothing added and nothing decoded, which `fetch` would do. */
export async function recordResponse(
  url: string,
  headers: RequestHeaders = {},
): Promise<RecordedResponse> {
  const sent = request(url, { headers });
  sent.end();
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (!response) throw new Error(`No response from ${url}`);
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { statusCode = 0, rawHeaders } = response;
  return {
    status: statusCode,
    headers: rawHeaders.flatMap((name, at) =>
      at % 2 === 0 && !writtenByNode.has(name.toLowerCase())
        ? [name, rawHeaders[at + 1] ?? '']
        : [],
    ),
    bodyBase64: Buffer.concat(chunks).toString('base64'),
    keepAliveSeconds: Number(/timeout=(\d+)/.exec(`${response.headers['keep-alive']}`)?.[1] ?? 5),
  };
}

/**
 * The response that the server gives in the long run: ours compresses a page quickly at first and
 * better in the background once it has been requested twice.
 */
export async function recordSettledResponse(
  url: string,
  headers: RequestHeaders,
): Promise<RecordedResponse> {
  let settled = await recordResponse(url, headers);
  for (let same = 0; same < 10; same += 1) {
    await sleep(200);
    const next = await recordResponse(url, headers);
    if (next.bodyBase64 !== settled.bodyBase64) same = 0;
    settled = next;
  }
  return settled;
}

/** The value of a header. Throws when the response has none of this name. */
export function getHeader({ headers }: RecordedResponse, name: string): string {
  const value = headers.find((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name);
  if (value === undefined) throw new Error(`No ${name} in the response`);
  return value;
}
