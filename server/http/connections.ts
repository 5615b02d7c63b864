import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { findEndSite, getClientSubnet } from '../proxy/client-subnet.ts';
import type { ProxyTrust } from '../proxy/proxy-trust.ts';

/** The state of an open connection. */
export interface Connection {
  readonly socket: Socket;
  /** The client subnet of the socket's remote address, and its IPv6 /48; none for one of our proxies. */
  readonly networks: readonly string[];
  /** The subnet of the visitor that sent the last request. */
  subnet: string;
  /** When the last request came, in milliseconds. */
  since: number;
  /** The responses that are not sent yet or whose request is still arriving; the oldest first. */
  readonly responses: Set<ServerResponse>;
  /** The response to the last request, until it closes. */
  last?: ServerResponse;
  /** Closes the connection when a response takes too long. */
  deadline?: NodeJS.Timeout;
  /** Whether a response has been sent. */
  hasServed: boolean;
  /** When the connection was opened or its last response was sent, in milliseconds. */
  idleSince: number;
  /** The bytes that had been read by then. */
  bytesBeforeIdle: number;
}

/** The connections of a server, the oldest first. */
export type Connections = ReadonlyMap<Socket, Connection>;

/** Lists a server's open connections, and keeps Node from closing a connection before its responses are sent. */
export function listConnections(server: Server, trust: ProxyTrust): Connections {
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket) => {
    const subnet = getClientSubnet(socket.remoteAddress);
    const isProxy = trust(socket.remoteAddress ?? '', 0);
    const networks = isProxy ? [] : [subnet, findEndSite(subnet) ?? []].flat();
    const [now, responses] = [performance.now(), new Set<ServerResponse>()];
    const times = { since: now, idleSince: now, bytesBeforeIdle: 0 };
    const connection: Connection = {
      ...{ socket, networks, subnet, responses, hasServed: false, ...times },
    };
    connections.set(socket, connection);
    socket.once('close', () => {
      endDeadline(connection);
      connections.delete(socket);
    });
  });
  // Node counts a response as sent as soon as `end()` is called, although the client has not read it yet.
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const busy = [...connections.values()].filter(({ responses }) => responses.size > 0);
    for (const { socket } of busy) socket.destroy = () => socket;
    closeIdle();
    for (const { socket } of busy) Reflect.deleteProperty(socket, 'destroy');
  };
  return connections;
}

/** Records that a response is pending. */
export function addResponse(connection: Connection, response: ServerResponse): void {
  connection.responses.add(response);
  connection.last = response;
}

/** Records that a response is sent and its request has arrived. */
export function removeResponse(connection: Connection, response: ServerResponse): void {
  const { socket, responses } = connection;
  responses.delete(response);
  connection.hasServed = true;
  connection.idleSince = performance.now();
  connection.bytesBeforeIdle = socket.bytesRead;
  if (responses.size > 0) connection.deadline?.refresh();
  else endDeadline(connection);
}

/** Whether no response is pending, and no byte of a further request has arrived. */
export function isIdle({ socket, responses, bytesBeforeIdle }: Connection): boolean {
  return responses.size === 0 && socket.bytesRead === bytesBeforeIdle;
}

function endDeadline(connection: Connection): void {
  clearTimeout(connection.deadline);
  delete connection.deadline;
}
