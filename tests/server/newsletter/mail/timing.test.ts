import { expect, test } from 'vitest';
import {
  attemptTimeout,
  leaseTime,
  longLeaseTime,
  responseTimeout,
  smtpTimeouts,
  stopResponseTimeout,
  stopTimeout,
} from '#server/newsletter/mail/timing.ts';

test('times are nested: an attempt < a stop < a lease, and the wait for a response < the longer lease', () => {
  const { connectionTimeout, socketTimeout } = smtpTimeouts;
  expect(connectionTimeout).toBeLessThan(attemptTimeout);
  expect(stopResponseTimeout).toBeLessThan(attemptTimeout);
  expect(stopTimeout).toBeGreaterThan(attemptTimeout);
  expect(leaseTime).toBeGreaterThan(stopTimeout);
  expect(leaseTime).toBeLessThanOrEqual(60_000); // The mails of a killed process wait for this long.
  expect(responseTimeout).toBe(600_000); // RFC 5321, section 4.5.3.2.6
  expect(socketTimeout).toBeGreaterThanOrEqual(attemptTimeout + responseTimeout);
  expect(longLeaseTime).toBeGreaterThan(responseTimeout);
});
