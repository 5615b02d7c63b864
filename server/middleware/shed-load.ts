import type { RequestHandler } from 'express';
import { lifetimes } from '#shared/lifetimes.ts';
import { labelResponse } from '../observe/access-log.ts';

/** Maximum delay of the event loop, in milliseconds. Visitors hardly notice it. */
const maxLag = 300;
/** Between two checks, in milliseconds. */
const period = 100;

/** The command line option that turns this off, so that tests and measurements do not depend on other load. */
export const noShedding = '--no-shedding';

/** Whether the event loop is too late. */
export type IsOverloaded = () => boolean;

/**
 * Measures how late a timer of the event loop is. Overload means two late checks in a row. A single one is a pause, for
 * example of the garbage collector, of a frozen container or of a closed laptop.
 */
export function watchEventLoop(): IsOverloaded {
  let wasLate = false;
  let isOverloaded = false;
  let expected = performance.now() + period;
  setInterval(() => {
    const now = performance.now();
    const isLate = now - expected > maxLag;
    isOverloaded = isLate && wasLate;
    wasLate = isLate;
    expected = now + period;
  }, period).unref();
  return () => isOverloaded;
}

/**
 * Refuses expensive requests while the process is overloaded. Cached pages and files are handled before it, so they are
 * still sent. A proxy with a copy of the page sends its copy.
 */
export function shedLoad(isOverloaded: IsOverloaded): RequestHandler {
  return (_request, response, next) => {
    if (!isOverloaded()) return next();
    labelResponse(response, 'limited');
    response.status(503).set({ 'retry-after': '2', 'cache-control': lifetimes.error });
    response.type('text/plain').send('The site is very busy. Please try again in a few seconds.\n');
  };
}
