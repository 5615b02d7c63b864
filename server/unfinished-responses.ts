import type { Socket } from 'node:net';
import proxyAddr from 'proxy-addr';
import { findAnswer } from './invalid-requests.ts';
import { getClientSubnet } from './proxy/client-subnet.ts';
import type { ProxyTrust } from './proxy/proxy-trust.ts';

export interface ResponseDeadline {
  /** For a response of any size, in milliseconds. */
  readonly response: number;
  /** The slowest that a client may read; a response has as much more time as its bytes then take. */
  readonly bytesPerSecond: number;
}

/** A response that was not finished when the connections were last looked at. */
interface Unfinished {
  readonly response: object;
  /** When it was first seen, in milliseconds. */
  readonly since: number;
  /** `bytesWritten` of the socket, less what was waiting to be sent when it was first seen. */
  readonly sentBefore: number;
  /** The client subnet that asked for it. */
  readonly subnet: string;
}

/**
 * Responses that clients take slowly. The connections are looked at every few seconds instead of each
 * response being followed: a response from the cache then costs nothing, and whatever is found here is
 * at least that old.
 */
export class UnfinishedResponses {
  readonly #bySocket = new Map<Socket, Unfinished>();
  readonly #deadline: ResponseDeadline;
  readonly #trust: ProxyTrust;

  /** @param trust whose `X-Forwarded-For` says which client a request comes from */
  constructor(deadline: ResponseDeadline, trust: ProxyTrust) {
    this.#deadline = deadline;
    this.#trust = trust;
  }

  /**
   * Looks at every open connection and closes those whose response is past its deadline. One that is
   * silent has a shorter timeout of its own; this is for clients that read, but only just.
   *
   * @param time in milliseconds, of a clock that never goes back
   */
  check(sockets: Iterable<Socket>, time: number): void {
    const known = new Map(this.#bySocket);
    this.#bySocket.clear();
    for (const socket of sockets) {
      const response = findAnswer(socket);
      if (!response || socket.destroyed) continue;
      const before = known.get(socket);
      const unfinished = before?.response === response ? before : this.#create(socket, time);
      if (!unfinished) continue;
      if (time > this.#findDeadline(socket, unfinished)) socket.destroy();
      else this.#bySocket.set(socket, unfinished);
    }
  }

  /** The oldest unfinished response of the client subnet that has most of them. */
  findOldestOfBusiest(): Socket | undefined {
    const counts = new Map<string, number>();
    let busiest: string | undefined;
    for (const [socket, { response, subnet }] of this.#bySocket) {
      if (findAnswer(socket) !== response) continue; // finished since
      const count = (counts.get(subnet) ?? 0) + 1;
      counts.set(subnet, count);
      if (busiest === undefined || count > (counts.get(busiest) ?? 0)) busiest = subnet;
    }
    let oldest: { readonly socket: Socket; readonly since: number } | undefined;
    for (const [socket, { response, subnet, since }] of this.#bySocket) {
      if (subnet !== busiest || findAnswer(socket) !== response) continue;
      if (!oldest || since < oldest.since) oldest = { socket, since };
    }
    return oldest?.socket;
  }

  #create(socket: Socket, time: number): Unfinished | undefined {
    const response = findAnswer(socket);
    if (!response) return undefined;
    return {
      response,
      since: time,
      sentBefore: socket.bytesWritten - socket.writableLength,
      subnet: getClientSubnet(proxyAddr(response.req, this.#trust)),
    };
  }

  #findDeadline(socket: Socket, { since, sentBefore }: Unfinished): number {
    const { response, bytesPerSecond } = this.#deadline;
    return since + response + ((socket.bytesWritten - sentBefore) / bytesPerSecond) * 1000;
  }
}
