import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { signSubscriberId } from '../../helpers/first-version.ts';
import { testSecret } from '../../helpers/newsletter-app.ts';
import { age, findSubscriber, storeKinds } from '../../helpers/newsletter-stores.ts';
import { readHeading, useVisits } from '../../helpers/newsletter-visits.ts';
import { readLink } from '../../helpers/smtp.ts';

/* The links of mails, old and new: what they do, and what they say. */

const hour = 3_600_000; // milliseconds

describe.each(storeKinds)('with %s', (kind) => {
  const open = useVisits(kind);

  test('the link of any mail leaves, also after leaving and coming back', async () => {
    const { database, drain, post, press, store } = await open();
    const key = 'asha@example.com';
    const comeBack = async () => {
      await post(key);
      const mail = await drain();
      await press(readLink(mail, 'confirm'));
      expect(await findSubscriber(store, key)).toMatchObject({ status: 'confirmed' });
      return readLink(mail, 'unsubscribe');
    };
    const oneClick = (link: string) => press(link, 'List-Unsubscribe=One-Click');
    const left = [200, 'You have left the newsletter'];
    const first = await comeBack();
    // A mail of the first version carried the subscriber's id.
    const id = (await findSubscriber(store, key))?.id ?? '';
    const oldest = `/newsletter/unsubscribe?token=${signSubscriberId(testSecret, id)}`;
    for (const link of [first, first, oldest, first]) {
      expect(await oneClick(link)).toEqual(left);
      expect(await oneClick(oldest)).toEqual(left);
      expect(await findSubscriber(store, key)).toBeUndefined();
      await comeBack();
    }
    // Without a trace of the former subscriber the oldest link cannot know whose it was, and says so.
    for (const table of ['subscribers', 'suppressions']) {
      await database.query(`DELETE FROM newsletter_${table}`);
    }
    await comeBack();
    expect(await oneClick(oldest)).toEqual([404, 'This link does not work']);
    expect(await findSubscriber(store, key)).toMatchObject({ status: 'confirmed' });
    expect(await oneClick(first)).toEqual(left);
    expect(await findSubscriber(store, key)).toBeUndefined();
  });

  test('a link that is expired or altered leads to a page with a way to ask again', async () => {
    const { app, database, drain, post, press } = await open();
    await post('asha@example.com');
    const mail = await drain();
    const link = readLink(mail, 'confirm');
    await age(database, 72 * hour + 1);
    const swapped = link.endsWith('A') ? 'B' : 'A';
    for (const each of [link, `${link.slice(0, -2)}${swapped}A`, `${link}&token=x`]) {
      const { status, text } = await request(app).get(each);
      expect([status, readHeading(text)]).toEqual([410, 'This link no longer works']);
      expect(text).toContain('action="/newsletter"');
      expect(await press(each)).toEqual([410, 'This link no longer works']);
    }
    const leave = readLink(mail, 'unsubscribe');
    expect(await press(leave.slice(0, -2))).toEqual([404, 'This link does not work']);
    expect((await request(app).get(leave.slice(0, -2))).status).toBe(404);
    expect(await press(leave)).toContain(200);
  });
});
