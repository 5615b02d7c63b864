import type { RequestHandler } from 'express';

/** INDEXING=off: every answer, files included, asks search engines not to keep it. */
export const noIndexing: RequestHandler = (_request, response, next) => {
  response.setHeader('x-robots-tag', 'noindex');
  next();
};
