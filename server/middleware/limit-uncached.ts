import type { Request, Response } from 'express';
import { second } from '#shared/durations.ts';
import { describeResponse } from '../observe/access-log.ts';
import { getClientSubnet } from '../proxy/client-subnet.ts';
import { createSubnetLimit } from '../proxy/subnet-limit.ts';

/**
 * Counts a request before it is rendered or reaches the database. It does not count cached responses,
 * health checks and whole files.
 *
 * @returns whether the request may go on; otherwise the response is a 429
 */
export type LimitUncached = (request: Request, response: Response) => boolean;

const window = 10 * second;

/** With the default of LIMIT_UNCACHED this is as much as one process can render. */
const subnetsAtTheirLimit = 50;

/** @param maxPerSubnet requests of one client subnet in 10 seconds */
export function createUncachedLimit(maxPerSubnet: number): LimitUncached {
  const maxOverall = maxPerSubnet * subnetsAtTheirLimit;
  const take = createSubnetLimit({ window, maxPerSubnet, maxOverall });
  return (request, response) => {
    if (response.locals['counted']) return true; // A form counts before the database, and not again before its page.
    response.locals['counted'] = true;
    const retryAfter = take(getClientSubnet(request.ip), performance.now());
    if (retryAfter === undefined) return true;
    describeResponse(response, 'limited');
    response.status(429).set({ 'retry-after': String(retryAfter), 'cache-control': 'no-store' });
    response.type('text/plain').send('Too many requests. Please try again in a few seconds.\n');
    return false;
  };
}
