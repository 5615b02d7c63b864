import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the image has the version of package.json', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const dockerfile = readFileSync('Dockerfile', 'utf8');
  expect(dockerfile).toContain(`org.opencontainers.image.version="${version}"`);
});
