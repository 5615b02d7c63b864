import type { ProxyTrust } from '#server/proxy/proxy-trust.ts';

/** The test stands in for a proxy of ours: its `X-Forwarded-…` and its `X-Request-Id` count. */
export const trustLoopback: ProxyTrust = (address, distance) =>
  distance === 0 && address.endsWith('127.0.0.1');
