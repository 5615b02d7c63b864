import request from 'supertest';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { askPort } from '../../helpers/ask.ts';
import { RawConnection, write } from '../../helpers/hostile/raw-connection.ts';
import { levels, makeLogger, type RecordedLog } from '../../helpers/make-logger.ts';
import { makeSlowAbout } from '../../helpers/slow-page.tsx';
import { serve } from '../../helpers/until-test-ends.ts';

const listErrors = ({ lines }: RecordedLog) => lines.filter(({ level }) => level === levels.error);

function fail(): never {
  throw new Error('on purpose');
}

test('when the failure page fails too, both are logged and the visitor still finds a way home', async () => {
  const log = makeLogger();
  const app = createApp({ getPageModule: () => ({ Page: fail }), logger: log.logger });
  const { status, headers, text } = await request(app).get('/');
  expect([status, headers['cache-control']]).toEqual([500, 'no-store']);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(text).toContain('<h1>Unexpected Application Error!</h1>');
  expect(text).toContain('<a href="/">');
  // Nor anything that the strict policy of a response without a page forbids.
  expect(text).not.toMatch(/stack|on purpose|<style|<script|style=/);
  const messages = [{ msg: 'request failed' }, { msg: 'the failure page failed too' }];
  expect(listErrors(log)).toMatchObject(messages);
});

test('a part that fails at once, inside a boundary, makes the page a 500', async () => {
  const log = makeLogger();
  const { getPageModule, fail: failPart } = makeSlowAbout();
  failPart(new Error('The quick part has failed'));
  const { status, text } = await request(createApp({ getPageModule, logger: log.logger })).get(
    '/about',
  );
  expect(status).toBe(500);
  expect(text).toContain('Unexpected Application Error!');
  expect(listErrors(log)).toMatchObject([{ msg: 'request failed' }]);
});

test('a part that fails after the shell was sent is logged once, and the page ends all the same', async () => {
  const log = makeLogger();
  const { getPageModule, fail } = makeSlowAbout();
  const port = await serve(createApp({ getPageModule, logger: log.logger }));
  const response = await fetch(`http://127.0.0.1:${port}/about`); // It resolves with the head.
  fail(new Error('The slow part has failed'));
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(/Quick part.*<\/html>/s);
  const err = { message: 'The slow part has failed' };
  const line = { msg: 'a late part of a page failed', page: 'about', err };
  expect(listErrors(log)).toMatchObject([line]);
});

test('a visitor who goes away while the page is being rendered is noted, and is no error', async () => {
  const log = makeLogger();
  const { getPageModule } = makeSlowAbout();
  const port = await serve(createApp({ getPageModule, logger: log.logger }));
  const visitor = new RawConnection(port);
  visitor.write(write({ target: '/about' }));
  await expect.poll(() => visitor.rest.length).toBeGreaterThan(0);
  visitor.destroy();
  await log.waitFor(({ msg }) => msg === 'client went away');
  expect((await askPort(port, { path: '/' })).status).toBe(200);
  expect(listErrors(log)).toEqual([]);
  expect(log.lines[0]).toMatchObject({ path: '/about', level: levels.info });
});
