import { expect, test } from 'vitest';
import {
  attemptTimeout,
  findDelay,
  leaseTime,
  longestWait,
  smtpTimeouts,
  stopTimeout,
} from '#server/newsletter/mail/timing.ts';

test('timeouts are nested: SMTP < attempt < lease, and a stop waits for an attempt', () => {
  const { connectionTimeout, socketTimeout } = smtpTimeouts;
  // A server that does not connect or respond causes its own error before the time limit.
  expect(connectionTimeout + socketTimeout).toBeLessThanOrEqual(attemptTimeout);
  expect(stopTimeout).toBeGreaterThan(attemptTimeout);
  expect(leaseTime).toBeGreaterThan(stopTimeout);
  expect(leaseTime).toBeLessThanOrEqual(60_000); // The mails of a killed process wait for this long.
});

test.each([
  ['deferred', [1, 2, 3, 4, 10, 11, 300], [1, 2, 4, 8, 512, 720, 720]],
  ['rejected', [1, 2, 3, 4], [60, 720, undefined, undefined]],
] as const)('a mail %s %j times is tried again after %j minutes', (kind, times, minutes) => {
  const delays = times.map((count) => findDelay(kind, count, count));
  expect(delays.map((delay) => delay && delay / 60_000)).toEqual(minutes);
  for (const delay of delays) expect(delay ?? 0).toBeLessThan(longestWait);
});
