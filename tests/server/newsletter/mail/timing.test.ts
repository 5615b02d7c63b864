import { expect, test } from 'vitest';
import { maxStopTime, stopTimes } from '#server/graceful-stop.ts';
import {
  checkTiming,
  defaultTiming,
  getRejectionDelay,
  getRetryDelay,
  maxWait,
  smtpTimeouts,
} from '#server/newsletter/mail/timing.ts';
import { hour } from '#shared/durations.ts';

test('the times fit into each other: SMTP < attempt < lease, and a stop waits for an attempt', () => {
  const { attempt, note, lease } = checkTiming(defaultTiming);
  const { connectionTimeout, socketTimeout } = smtpTimeouts;
  // Whoever does not connect, or falls silent once, gets its own error and not that of the limit.
  expect(connectionTimeout + socketTimeout).toBeLessThanOrEqual(attempt);
  expect(lease).toBeLessThanOrEqual(60_000); // So long the mails of a killed process wait.
  expect(stopTimes.work).toBeGreaterThanOrEqual(attempt + note);
  expect(maxStopTime).toBeGreaterThanOrEqual(Math.max(stopTimes.work, stopTimes.requests));
});

test.each([[{ lease: 30_000 }], [{ attempt: 40_000 }], [{ note: 10_000 }]])(
  '%j does not fit, and is not accepted',
  (wrong) => {
    expect(() => checkTiming({ ...defaultTiming, ...wrong })).toThrow(/do not fit into a lease/);
  },
);

test('the delays grow from a minute to twelve hours; what is rejected for good is tried three times', () => {
  const deferrals = [1, 2, 3, 4, 10, 11, 1_000].map((attempts) => getRetryDelay(attempts));
  expect(deferrals.map((delay) => delay / 60_000)).toEqual([1, 2, 4, 8, 512, 720, 720]);
  const delays = [1, 2, 3, 4].map((rejections) => getRejectionDelay(rejections));
  expect(delays).toEqual([hour, 12 * hour, undefined, undefined]);
  expect(maxWait).toBeGreaterThan(24 * hour);
});
