import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { gzipPage } from '#server/render/gzip-page.ts';
import { PageStart } from '#server/render/page-start.ts';
import { ask } from '../helpers/ask.ts';

test('any beginning and any rest are read as one text, as often as the beginning is used', () => {
  const bytes = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('', '<style>.css-1{color:red}</style>'.repeat(3_000)), // longer than the window
  );
  fc.assert(
    fc.property(bytes, fc.array(bytes, { minLength: 1, maxLength: 3 }), (beginning, rests) => {
      const start = new PageStart(Buffer.from(beginning));
      for (const rest of rests) {
        const page = gzipPage(start, Buffer.from(rest));
        expect(gunzipSync(page)).toEqual(Buffer.from(beginning + rest));
      }
    }),
  );
});

test('a damaged page is noticed by whoever opens it', () => {
  const page = gzipPage(new PageStart(Buffer.from('<head>')), Buffer.from('<body>'));
  const damaged = Buffer.from(page);
  damaged.writeUInt8(damaged.readUInt8(page.length - 8) ^ 1, page.length - 8);
  expect(() => gunzipSync(damaged)).toThrow();
});

test('a page in two parts is no larger than one that is compressed as a whole', async () => {
  for (const path of ['/', '/events', '/manifesto', '/no-such-page']) {
    const headers = { 'accept-encoding': 'gzip' };
    const { body } = await ask(createApp(), { path, headers });
    expect(body.length).toBeLessThan(gzipSync(gunzipSync(body)).length * 1.01);
  }
});

test('two visitors at once get the page each, with their own state', async () => {
  const app = createApp();
  const answers = await Promise.all(
    ['/about', '/events', '/about', '/events?tags=art', '/events'].map(async (path) => {
      const [packed, plain] = await Promise.all(
        ['gzip', 'identity'].map((coding) =>
          ask(app, { path, headers: { 'accept-encoding': coding } }),
        ),
      );
      return [packed && gunzipSync(packed.body).toString(), plain?.body.toString()];
    }),
  );
  for (const [packed, plain] of answers) expect(packed).toBe(plain);
  expect(new Set(answers.map(([, plain]) => plain)).size).toBeGreaterThan(1);
});
