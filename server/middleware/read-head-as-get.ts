import type { RequestHandler } from 'express';

/** Below this a HEAD is a GET, so both get the same headers, cached or not. Node leaves out the body. */
export const readHeadAsGet: RequestHandler = (request, _response, next) => {
  if (request.method === 'HEAD') request.method = 'GET';
  next();
};
