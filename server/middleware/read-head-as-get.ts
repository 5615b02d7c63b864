import type { RequestHandler } from 'express';

/** Treats a HEAD as a GET, so that both get the same headers, cached or not. Node omits the body. */
export const readHeadAsGet: RequestHandler = (request, _response, next) => {
  if (request.method === 'HEAD') request.method = 'GET';
  next();
};
