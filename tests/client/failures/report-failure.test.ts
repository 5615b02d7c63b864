import { expect, onTestFinished, test, vi } from 'vitest';
import { describeFailure, reportFailure } from '#client/failures/report-failure.ts';

const here = { origin: 'https://circle.example', pathname: '/blog' };

test('a report has the message of the error, its component stack and the path of the page', () => {
  const stack = '\n    at p (https://circle.example/assets/x.js:1:2)\n    at main';
  expect(describeFailure('uncaught', new TypeError('No such thing'), stack, here)).toEqual({
    kind: 'uncaught',
    message: 'TypeError: No such thing',
    stack: 'at p (/assets/x.js:1:2)\n    at main',
    page: '/blog',
  });
});

test.each([
  ['Minified React error #418; visit https://react.dev/errors/418?args[]=HTML', 'hydration'],
  ['Minified React error #423; visit https://react.dev/errors/423', 'hydration'],
  ["Hydration failed because the server rendered text didn't match the client.", 'hydration'],
  ['There was an error while hydrating but React was able to recover', 'hydration'],
  ['Minified React error #4180; visit …', 'recovered'],
  ['Something else', 'recovered'],
])('an error from which React has recovered has its own kind: %s', (message, kind) => {
  expect(describeFailure('recovered', new Error(message), '', here).kind).toBe(kind);
});

test('only React’s own message makes it a hydration error; without a component stack the report has the stack', () => {
  const { kind, stack } = describeFailure('script', new Error('hydration'), undefined, here);
  expect(kind).toBe('script');
  expect(stack).toContain('report-failure.test.ts');
});

test.each([undefined, null, 5, 'text', { toString: () => 'an object' }, Symbol('s')])(
  'a thrown value that is not an error is reported: %s',
  (thrown) => {
    const report = { kind: 'rejection', message: String(thrown), stack: '', page: '/blog' };
    expect(describeFailure('rejection', thrown, undefined, here)).toEqual(report);
  },
);

test('a report is small enough for a beacon', () => {
  const error = new Error('m'.repeat(100_000));
  const report = describeFailure('script', error, 's'.repeat(100_000), here);
  expect(JSON.stringify(report).length).toBeLessThan(2_000);
});

test('a page reports each error once and five at most; without beacons it reports none', () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('location', here);
  vi.stubGlobal('navigator', {});
  reportFailure('script', new Error('first'));
  const sendBeacon = vi.fn();
  vi.stubGlobal('navigator', { sendBeacon });
  for (const error of Array.from({ length: 9 }, () => new Error('again'))) {
    reportFailure('script', error);
    reportFailure('rejection', error);
  }
  expect(sendBeacon).toHaveBeenCalledTimes(4);
});
