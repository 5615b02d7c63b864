import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/**
 * One line for each answer: method, path without the query, status, milliseconds. No address, no
 * header, no query, since those can carry personal data. A path nobody knows is logged in full as a
 * `not found` line, which is how broken links are noticed.
 */
export function requestLog(logger: Logger): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method, path } = request;
    response.once('close', () => {
      const status = response.statusCode;
      const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
      const line = { method, path, status, milliseconds };
      if (!response.writableFinished) logger.info(line, 'client went away');
      else if (status === 404) logger.warn(line, 'not found');
      else logger.info(line, 'answered');
    });
    next();
  };
}
