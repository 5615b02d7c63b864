import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getClientSubnet } from './proxy/client-subnet.ts';

/** An open connection, and what is known of it. */
export interface Connection {
  readonly socket: Socket;
  /** The client subnet of who has opened it: a visitor or a proxy. */
  readonly peer: string;
  /** That of the visitor who sent the last request, and when it came, in milliseconds. */
  subnet: string;
  since: number;
  /** Those that are not sent yet, and those whose request is still arriving; the oldest first. */
  readonly responses: Set<ServerResponse>;
  /** That of the last request, until it closes. */
  last?: ServerResponse;
  /** Closes it when a response takes too long. */
  deadline?: NodeJS.Timeout;
  /** Whether a response has been sent. */
  hasServed: boolean;
  /** When it was opened, or its last response had been sent, and how many bytes had been read by then. */
  restsSince: number;
  restsAfter: number;
}

/** The connections of a server, the oldest first. */
export type Connections = ReadonlyMap<Socket, Connection>;

/** Keeps the list of a server's open connections, and closes none of them before its responses are sent. */
export function listConnections(server: Server): Connections {
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket) => {
    const peer = getClientSubnet(socket.remoteAddress);
    const [now, responses] = [performance.now(), new Set<ServerResponse>()];
    const times = { since: now, restsSince: now, restsAfter: 0 };
    const connection: Connection = {
      ...{ socket, peer, subnet: peer, responses, hasServed: false, ...times },
    };
    connections.set(socket, connection);
    socket.once('close', () => {
      endDeadline(connection);
      connections.delete(socket);
    });
  });
  // Node takes a response for sent as soon as `end()` is called, although the client has yet to read it.
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    const busy = [...connections.values()].filter(({ responses }) => responses.size > 0);
    for (const { socket } of busy) socket.destroy = () => socket;
    closeIdle();
    for (const { socket } of busy) Reflect.deleteProperty(socket, 'destroy');
  };
  return connections;
}

/** Notes that a response is due. */
export function addResponse(connection: Connection, response: ServerResponse): void {
  connection.responses.add(response);
  connection.last = response;
}

/** Notes that a response is sent and its request has arrived. */
export function removeResponse(connection: Connection, response: ServerResponse): void {
  const { socket, responses } = connection;
  responses.delete(response);
  connection.hasServed = true;
  connection.restsSince = performance.now();
  connection.restsAfter = socket.bytesRead;
  if (responses.size > 0) connection.deadline?.refresh();
  else endDeadline(connection);
}

/** Whether nothing is to be sent, and nothing of a request has come since. */
export function isIdle({ socket, responses, restsAfter }: Connection): boolean {
  return responses.size === 0 && socket.bytesRead === restsAfter;
}

function endDeadline(connection: Connection): void {
  clearTimeout(connection.deadline);
  delete connection.deadline;
}
