import { expect } from 'playwright/test';
import { test } from '../helpers/browser-test.ts';

test('no script can make a Trusted Types policy, and so none can turn text into markup', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/policy violation: trusted-types/);
  expectConsole(/policy violation: require-trusted-types-for/);
  expectConsole(/console\.error: (?!policy violation)/); // The browser's own words about both.
  await page.goto('/');
  const outcomes = await page.evaluate(() => {
    const attempt = (act: () => void) => {
      try {
        act();
        return 'allowed';
      } catch (error) {
        return error instanceof TypeError ? 'rejected' : String(error);
      }
    };
    const types = Reflect.get(window, 'trustedTypes'); // TypeScript's DOM library does not have it.
    return [
      attempt(() => types.createPolicy('default', { createHTML: String })),
      attempt(() => document.body.insertAdjacentHTML('beforeend', '<p>markup</p>')),
    ];
  });
  expect(outcomes).toEqual(['rejected', 'rejected']);
});
