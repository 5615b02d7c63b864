import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { signSubscriberId } from '../../../helpers/first-version.ts';
import { testSecret } from '../../../helpers/newsletter-app.ts';
import { age, storeKinds } from '../../../helpers/newsletter-stores.ts';
import { useVisits } from '../../../helpers/newsletter-visits.ts';
import { findOnly, parseHtml, readText } from '../../../helpers/parse-html.ts';
import { readLink } from '../../../helpers/smtp.ts';

/* The links of mails, old and new: what they do, and what they say. */

const hour = 3_600_000; // milliseconds
const heading = (html: string) => readText(findOnly(parseHtml(html), 'h1'));

describe.each(storeKinds)('with %s', (kind) => {
  const open = useVisits(kind);

  test('the link of any mail leaves, also after leaving and coming back', async () => {
    const { app, database, outbox, smtp, post, parts, stop } = await open();
    const key = 'asha@example.com';
    const comeBack = async () => {
      await post(key);
      await outbox.drain();
      const mail = smtp.mails.at(-1);
      if (!mail) throw new Error('No mail has arrived');
      await request(app).post(readLink(mail, 'confirm')).type('form').send('');
      expect(await parts.store.findSubscriber(key)).toMatchObject({ status: 'confirmed' });
      return readLink(mail, 'unsubscribe');
    };
    const oneClick = async (link: string) => {
      const { status, text } = await request(app)
        .post(link)
        .type('form')
        .send('List-Unsubscribe=One-Click');
      return [status, heading(text)];
    };
    const left = [200, 'You have left the newsletter'];
    const first = await comeBack();
    // A mail of the first version carried the subscriber's id.
    const id = (await parts.store.findSubscriber(key))?.id ?? '';
    const token = signSubscriberId(testSecret, id);
    const oldest = `/newsletter/unsubscribe?token=${token}`;
    for (const link of [first, first, oldest, first]) {
      expect(await oneClick(link)).toEqual(left);
      expect(await oneClick(oldest)).toEqual(left);
      expect(await parts.store.findSubscriber(key)).toBeUndefined();
      await comeBack();
    }
    // Without a trace of the former subscriber the oldest link cannot know whose it was, and says so.
    await parts.store.remove({ key }, undefined);
    await database.query('DELETE FROM newsletter_suppressions');
    await comeBack();
    expect(await oneClick(oldest)).toEqual([404, 'This link does not work']);
    expect(await parts.store.findSubscriber(key)).toMatchObject({ status: 'confirmed' });
    expect(await oneClick(first)).toEqual(left);
    expect(await parts.store.findSubscriber(key)).toBeUndefined();
    await stop();
  });

  test('a link that is expired or altered leads to a page with a way to ask again', async () => {
    const { app, database, outbox, smtp, post, stop } = await open();
    await post('asha@example.com');
    await outbox.drain();
    const [mail] = smtp.mails;
    if (!mail) throw new Error('No mail has arrived');
    const link = readLink(mail, 'confirm');
    await age(database, 72 * hour + 1);
    const swapped = link.endsWith('A') ? 'B' : 'A';
    for (const each of [
      link,
      link.slice(0, -1),
      `${link.slice(0, -2)}${swapped}A`,
      `${link}&token=x`,
    ]) {
      const shown = await request(app).get(each);
      const response = await request(app).post(each).type('form').send('');
      for (const { status, text } of [shown, response]) {
        expect([status, heading(text)]).toEqual([410, 'This link no longer works']);
        expect(text).toContain('action="/newsletter"');
      }
      expect((await request(app).head(each)).status).toBe(410);
    }
    const leave = readLink(mail, 'unsubscribe');
    const altered = await request(app).post(leave.slice(0, -2)).type('form').send('');
    expect([altered.status, heading(altered.text)]).toEqual([404, 'This link does not work']);
    expect((await request(app).get(leave.slice(0, -2))).status).toBe(404);
    expect((await request(app).post(leave).type('form').send('')).status).toBe(200);
    await stop();
  });
});
