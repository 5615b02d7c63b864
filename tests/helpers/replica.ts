import type { RequestListener } from 'node:http';

/** A stand-in for a replica, where a test has to decide how it responds. It is always ready. */
export function makeReplica(respond: RequestListener): RequestListener {
  return (request, response) => {
    if (request.url === '/readyz') response.end();
    else respond(request, response);
  };
}

/** A replica that reads each form to its end and then dies, as far as the proxy can see. */
export const dieWithForm: RequestListener = makeReplica((request, response) => {
  if (request.method !== 'POST') return void response.end();
  request.resume().on('end', () => request.socket.destroy());
});
