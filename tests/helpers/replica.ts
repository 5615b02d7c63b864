import type { RequestListener } from 'node:http';

/** A stand-in for a replica, where a test has to decide how it responds. It is always ready. */
export function makeReplica(respond: RequestListener): RequestListener {
  return (request, response) => {
    if (request.url === '/readyz') response.end();
    else respond(request, response);
  };
}
