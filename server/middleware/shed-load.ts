import type { RequestHandler } from 'express';
import { lifetimes } from '#shared/lifetimes.ts';
import { labelResponse } from '../observe/access-log.ts';

/** How late the event loop may be, in milliseconds: visitors hardly notice it yet. */
const maxLag = 300;
/** Between two looks, in milliseconds. */
const period = 100;

/** An argument of the server: tests and measurements do not depend on what else their machine does. */
export const noShedding = '--no-shedding';

/** Whether the process is late with everything that it has to do. */
export type IsOverloaded = () => boolean;

/**
 * Watches the event loop: how late a timer is. Overload is two late looks in a row. One alone is a pause, such as one of
 * the garbage collector, or the whole process was stopped: a frozen container, a closed laptop.
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
 * Refuses what costs much while the process is overloaded. Cached pages and files, above it, are still sent. A proxy
 * with a copy of the page sends that.
 */
export function shedLoad(isOverloaded: IsOverloaded): RequestHandler {
  return (_request, response, next) => {
    if (!isOverloaded()) return next();
    labelResponse(response, 'limited');
    response.status(503).set({ 'retry-after': '2', 'cache-control': lifetimes.error });
    response.type('text/plain').send('The site is very busy. Please try again in a few seconds.\n');
  };
}
