import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getSecret, readSecret } from '#server/newsletter/keys/secrets.ts';
import { makeFolder } from '../../../helpers/until-test-ends.ts';

test('the secret is created once, and only its owner can read it', async () => {
  const umask = process.umask(0o000);
  try {
    const directory = join(await makeFolder(), 'data');
    const made = await Promise.all([getSecret(directory), getSecret(directory)]);
    expect(new Set([...made, await readSecret(directory)]).size).toBe(1);
    expect(readdirSync(directory)).toEqual(['secret']);
    expect(statSync(join(directory, 'secret')).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  } finally {
    process.umask(umask);
  }
});
