import type { Request, RequestHandler, Response } from 'express';
import { describeResponse } from '../observe/request-log.ts';
import { getClientSubnet } from '../proxy/client-subnet.ts';
import { SubnetLimit } from '../proxy/subnet-limit.ts';

/**
 * Counts a request that is about to be rendered or to reach the database. Cached responses, health
 * checks and files do not come here.
 *
 * @returns whether it may go on; where not, it has been answered with 429
 */
export type LimitUncached = (request: Request, response: Response) => boolean;

export const noUncachedLimit: LimitUncached = () => true;

const window = 10_000; // milliseconds

/** With the limit's default this is as much as one process can render. */
const subnetsAtTheirLimit = 50;

/**
 * A coarse limit of each client subnet, before anything that costs a millisecond or more.
 *
 * @param maxPerSubnet requests of one subnet in 10 seconds
 */
export function createUncachedLimit(maxPerSubnet: number): LimitUncached {
  const maxOverall = maxPerSubnet * subnetsAtTheirLimit;
  const limit = new SubnetLimit({ window, maxPerSubnet, maxOverall });
  const counted = new WeakSet<Request>(); // A form is counted before the database, not again before its page.
  return (request, response) => {
    if (counted.has(request)) return true;
    counted.add(request);
    const retryAfter = limit.take(getClientSubnet(request.ip), performance.now());
    if (retryAfter === undefined) return true;
    describeResponse(response, 'limited');
    response.status(429).set({ 'retry-after': String(retryAfter), 'cache-control': 'no-store' });
    response.type('text/plain').send('Too many requests. Please try again in a few seconds.\n');
    return false;
  };
}

/** The limit as middleware, in front of routes that all reach the database. */
export function limitAll(limitUncached: LimitUncached): RequestHandler {
  return (request, response, next) => {
    if (limitUncached(request, response)) next();
  };
}
