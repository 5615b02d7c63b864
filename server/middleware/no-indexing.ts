import type { RequestHandler } from 'express';

/** INDEXING=off: every response, files included, asks search engines not to index it. */
export const noIndexing: RequestHandler = (_request, response, next) => {
  response.setHeader('x-robots-tag', 'noindex');
  next();
};
