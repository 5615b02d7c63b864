import type { Socket } from 'node:net';
import proxyAddr from 'proxy-addr';
import { findResponse } from './invalid-requests.ts';
import { getClientSubnet } from './proxy/client-subnet.ts';
import type { ProxyTrust } from './proxy/proxy-trust.ts';

interface ResponseDeadline {
  /** For a response of any size, in milliseconds. */
  readonly response: number;
  /** The minimum speed of a client. A response has as much more time as its bytes take at this speed. */
  readonly bytesPerSecond: number;
}

/** A response that was not finished at the last check. */
interface Unfinished {
  readonly response: object;
  /** When it was first seen, in milliseconds. */
  readonly since: number;
  /** Bytes that the socket had sent when it was first seen. */
  readonly sentBefore: number;
  readonly subnet: string;
}

/**
 * Responses that clients read slowly. A check of all connections every few seconds finds them. Following
 * each response would cost time for every hit of the cache.
 */
export function createUnfinishedResponses(
  { response: responseTime, bytesPerSecond }: ResponseDeadline,
  trust: ProxyTrust,
) {
  let bySocket = new Map<Socket, Unfinished>();

  return {
    /**
     * Checks every open connection and closes those whose response is past its deadline. Connections
     * without any traffic have a shorter timeout; this one is for clients that read very slowly.
     *
     * @param time in milliseconds, of a clock that never goes back
     */
    check(sockets: Iterable<Socket>, time: number): void {
      const known = bySocket;
      bySocket = new Map();
      for (const socket of sockets) {
        const response = findResponse(socket);
        if (!response || socket.destroyed) continue;
        let unfinished = known.get(socket);
        if (unfinished?.response !== response) {
          const sentBefore = socket.bytesWritten - socket.writableLength;
          const subnet = getClientSubnet(proxyAddr(response.req, trust));
          unfinished = { response, since: time, sentBefore, subnet };
        }
        const sent = socket.bytesWritten - unfinished.sentBefore;
        const deadline = unfinished.since + responseTime + (sent / bytesPerSecond) * 1000;
        if (time > deadline) socket.destroy();
        else bySocket.set(socket, unfinished);
      }
    },

    /** The connection with the oldest unfinished response of the subnet that has the most of them. */
    findOldestOfBusiest(): Socket | undefined {
      const open = [...bySocket].filter(
        ([socket, { response }]) => findResponse(socket) === response, // The others have finished since.
      );
      const bySubnet = Map.groupBy(open, ([, { subnet }]) => subnet);
      let busiest: typeof open = [];
      for (const each of bySubnet.values()) if (each.length > busiest.length) busiest = each;
      // Loops, because sorting thousands takes longer, once for each connection too many.
      let [oldest] = busiest;
      for (const each of busiest) if (oldest && each[1].since < oldest[1].since) oldest = each;
      return oldest?.[0];
    },
  };
}
