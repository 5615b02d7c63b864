import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import { describeResponse } from '../observe/access-log.ts';

/** How late the event loop may be on average: visitors do not notice it yet. Milliseconds. */
const maxDelay = 250;
/** Over so much time, in milliseconds. */
const window = 500;
/** Between two samples, in milliseconds; a sample contains it. */
const resolution = 20;

/** Whether the process is late with everything that it has to do. */
export type IsOverloaded = () => boolean;

/** Watches the event loop. */
export function watchEventLoop(): IsOverloaded {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  let isLate = false;
  setInterval(() => {
    isLate = delay.mean / 1e6 - resolution > maxDelay;
    delay.reset();
  }, window).unref();
  return () => isLate;
}

/**
 * Refuses what costs much while the process is overloaded. Cached pages and files, above it, are still sent. A proxy
 * with a copy of the page sends that.
 */
export function shedLoad(isOverloaded: IsOverloaded): RequestHandler {
  return (_request, response, next) => {
    if (!isOverloaded()) return next();
    describeResponse(response, 'limited');
    response.status(503).set({ 'retry-after': '2', 'cache-control': 'no-store' });
    response.type('text/plain').send('The site is very busy. Please try again in a few seconds.\n');
  };
}
