import type { RequestHandler } from 'express';
import { MemoryStore, rateLimit } from 'express-rate-limit';
import { labelResponse } from '../observe/access-log.ts';
import { endSiteFactor, findEndSite, getClientSubnet } from '../proxy/client-subnet.ts';
import { sendText } from './send-text.ts';

/**
 * Returns a copy of the count. The package's store returns the same object for each request of a client subnet, so all
 * requests of one turn of the event loop would read the last count.
 */
class CopyingStore extends MemoryStore {
  override async increment(key: string) {
    const counted = super.increment(key); // The call counts synchronously, before it is awaited.
    const { totalHits } = this.current.get(key) ?? {};
    const { resetTime, ...last } = await counted;
    return { totalHits: totalHits ?? last.totalHits, resetTime };
  }
}

interface NetworkLimitOptions {
  /** The length of a window, in milliseconds. */
  readonly window: number;
  /** Requests of one client subnet in a window: of an IPv4 address or an IPv6 /56. */
  readonly max: number;
  readonly onLimited?: () => void;
}

/**
 * Limits requests by client subnet, and the rest by IPv6 /48. The keys are ours, because `express-rate-limit` treats
 * the port that some proxies forward as part of an IPv4 address.
 */
export function limitNetworks(options: NetworkLimitOptions): RequestHandler[] {
  const { window, max, onLimited = () => {} } = options;
  const limitBy = (limit: number, findNetwork: (subnet: string) => string | undefined) =>
    rateLimit({
      store: new CopyingStore(),
      windowMs: window,
      limit,
      keyGenerator: ({ ip }) => findNetwork(getClientSubnet(ip)) ?? '',
      skip: ({ ip }) => findNetwork(getClientSubnet(ip)) === undefined,
      legacyHeaders: false,
      standardHeaders: false,
      validate: false, // Its warnings are about settings that it reads from Express; ours come from TRUST_PROXY.
      handler(_request, response) {
        onLimited();
        labelResponse(response, 'limited');
        response.set('retry-after', String(window / 1000));
        sendText(response, 429, 'Too many requests. Please try again in a few seconds.');
      },
    });
  return [limitBy(max, (subnet) => subnet), limitBy(max * endSiteFactor, findEndSite)];
}
