import { expect, test } from 'vitest';
import { manifesto } from '#shared/content/manifesto.ts';

test('every section of the manifesto has a statement and something that follows it', () => {
  for (const { statement, paragraphs } of manifesto.sections) {
    expect(statement.length).toBeGreaterThan(20);
    expect(paragraphs.length).toBeGreaterThan(0);
  }
});
