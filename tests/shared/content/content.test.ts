import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listContentProblems } from '#shared/check-content.ts';
import { siteContent } from '#shared/content.ts';

const publicFolder = new URL('../../../public/', import.meta.url);

test('nothing is wrong with any entry', () => {
  const hasFile = (path: string) => existsSync(new URL(`.${path}`, publicFolder));
  expect(listContentProblems(siteContent, hasFile)).toEqual([]);
});
