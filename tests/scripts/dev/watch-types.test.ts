import { expect, test } from 'vitest';
import { explainLine } from '#scripts/dev/watch-types.ts';

const unknown =
  "Object literal may only specify known properties, and 'cta' does not exist in type 'A'.";

test.each([
  ["shared/routes.ts(54,19): error TS1005: ',' expected.", []],
  [
    `shared/content/home.ts(8,3): error TS2353: ${unknown}`,
    ['shared/content/home.ts:8: cta is no field that exists: correct or delete it.'],
  ],
  [`client/app.tsx(8,3): error TS2353: ${unknown}`, undefined],
  ["client/app.tsx(54,19): error TS1005: ',' expected.", undefined],
  ["shared/routes.ts(4,1): error TS2304: Cannot find name 'row'.", undefined],
])('of “%s” editors read %j', (line, shown = [line]) => {
  expect(explainLine(line)).toEqual(shown);
});
