import { LRUCache } from 'lru-cache';
import { hour, second } from '#shared/dates/durations.ts';
import type { NewsletterSettings } from '../newsletter-settings.ts';
import { endSiteFactor, findEndSite } from '../proxy/client-subnet.ts';

/** The networks that are counted at the same time, so that nobody can fill the memory. */
const maxNetworks = 100_000;

/**
 * Counts requests to subscribe in an hour: of a client subnet, of its IPv6 /48, and of everybody. The counts are in the
 * memory of this process: each replica has its own, and a restart forgets them.
 */
export function createLimits(
  limits: NewsletterSettings['limits'],
  clock: Pick<Performance, 'now'> = performance,
) {
  // The hour of a network begins with its first request, and ends with its entry; resolution 0 needs no timer.
  const lifetime = { ttl: hour, noUpdateTTL: true, ttlResolution: 0, perf: clock } as const;
  const hits = new LRUCache<string, number>({ max: maxNetworks, ...lifetime });
  const getHits = (key: string) => hits.get(key) ?? 0;
  const listLimits = (subnet: string) => {
    const site = findEndSite(subnet);
    return [
      { key: subnet, max: limits.subnet },
      ...(site === undefined ? [] : [{ key: site, max: limits.subnet * endSiteFactor }]),
      { key: 'overall', max: limits.overall },
    ];
  };
  return {
    /** Counts a request, or returns the seconds after which the exceeded limit allows one again. */
    count(subnet: string): number | undefined {
      const all = listLimits(subnet);
      const exceeded = all.find(({ key, max }) => getHits(key) >= max);
      if (exceeded) return Math.ceil(hits.getRemainingTTL(exceeded.key) / second);
      for (const { key } of all) hits.set(key, getHits(key) + 1);
      return undefined;
    },
    /** A request that could not be stored does not count. */
    giveBack(subnet: string) {
      for (const { key } of listLimits(subnet)) hits.set(key, Math.max(0, getHits(key) - 1));
    },
  };
}
