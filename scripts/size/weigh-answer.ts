import { get } from 'node:http';

/** One answer as it went over the line. */
export interface WeighedAnswer {
  readonly status: number;
  /** Bytes of the headers and the body as they were sent, compressed. */
  readonly bytes: number;
}

/** Asks on a connection of its own, so that every byte on it belongs to this answer. */
export function weighAnswer(url: string): Promise<WeighedAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br', connection: 'keep-alive' };
    get(url, { agent: false, headers }, (response) => {
      const { socket, statusCode: status = 0 } = response;
      response.resume();
      response.on('end', () => {
        resolve({ status, bytes: socket.bytesRead });
        socket.destroy();
      });
    }).on('error', reject);
  });
}

/**
 * The same from the cache: the second answer has the headers and the body that all but the first
 * visitor get, and its body is compressed again, better, soon after.
 */
export async function weighKeptAnswer(url: string): Promise<WeighedAnswer> {
  let smallest = await weighAnswer(url);
  for (let round = 0; round < 5; round += 1) {
    await new Promise((wake) => setTimeout(wake, 150));
    const answer = await weighAnswer(url);
    if (answer.bytes < smallest.bytes) smallest = answer;
  }
  return smallest;
}
