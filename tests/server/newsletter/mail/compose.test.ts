import { expect, test } from 'vitest';
import { createKeys } from '#server/newsletter/keys/keys.ts';
import { createComposer } from '#server/newsletter/mail/compose.ts';
import { site } from '#shared/site.ts';

test('a name with dollar signs is unchanged in both mails', () => {
  const name = "Setu $& $1 $' Circle";
  const keys = createKeys(['a-secret-for-tests-with-thirty-two-characters']);
  const compose = createComposer({ site: { ...site, name }, origin: site.origin, keys });
  const address = 'asha@example.com';
  const head = { id: 'a', subscriberId: 'c', address, key: address };
  const words = { subject: 's', text: 't', html: 'h' };
  for (const mail of [
    compose({ ...head, kind: 'confirmation' }, 'token'),
    compose({ ...head, ...words, kind: 'edition', editionId: 'e' }, ''),
  ]) {
    expect(mail.text).toContain(`newsletter of ${name} `);
  }
});
