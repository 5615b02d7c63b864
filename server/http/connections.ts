import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface Connection {
  /** The responses that are not sent yet or whose request is still arriving; the oldest first. */
  readonly responses: Set<ServerResponse>;
  /** The response to the last request, until it closes. */
  last?: ServerResponse;
}

/** Lists a server's open connections, and keeps Node from closing a connection before its responses are sent. */
export function listConnections(server: Server): ReadonlyMap<Socket, Connection> {
  const connections = new Map<Socket, Connection>();
  server.on('connection', (socket) => {
    const connection: Connection = { responses: new Set() };
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
  });
  // Node counts a response as sent as soon as `end()` is called, although the client has not read it yet. Only Node
  // knows whether the beginning of a further request has arrived.
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    if ([...connections.values()].every(({ responses }) => responses.size === 0)) closeIdle();
  };
  return connections;
}
