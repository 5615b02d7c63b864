import request from 'supertest';
import { expect, test, vi } from 'vitest';
import { createApp } from '#server/app.ts';
import { RawConnection, write } from '../../helpers/hostile/raw-connection.ts';
import { askPort } from '../../helpers/site/ask.ts';
import { levels, makeLogger, type RecordedLog } from '../../helpers/site/make-logger.ts';
import { makeSlowAbout } from '../../helpers/site/slow-page.tsx';
import { serve } from '../../helpers/until-test-ends.ts';

const listErrors = ({ lines }: RecordedLog) => lines.filter(({ level }) => level === levels.error);

function fail(): never {
  throw new Error('on purpose');
}

test('if the failure page fails too, both errors are logged and the response still has a link home', async () => {
  const log = makeLogger();
  const app = createApp({ getPageModule: () => ({ Page: fail }), logger: log.logger });
  const { status, headers, text } = await request(app).get('/');
  expect([status, headers['cache-control']]).toEqual([500, 'no-store']);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(text).toContain('<h1>Unexpected Application Error!</h1>');
  expect(text).toContain('<a href="/">');
  // The response contains nothing that the strict policy of a response without a page forbids.
  expect(text).not.toMatch(/stack|on purpose|<style|<script|style=/);
  const messages = [{ msg: 'request failed' }, { msg: 'the failure page failed too' }];
  expect(listErrors(log)).toMatchObject(messages);
});

test('a part in a boundary that fails immediately makes the page a 500', async () => {
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

test('a part that fails after the shell is logged once, and the page is complete', async () => {
  const log = makeLogger();
  const { getPageModule, fail } = makeSlowAbout();
  const port = await serve(createApp({ getPageModule, logger: log.logger }));
  const response = await fetch(`http://127.0.0.1:${port}/about`); // The promise resolves when the head arrives.
  fail(new Error('The slow part has failed'));
  expect(response.status).toBe(200);
  expect(await response.text()).toMatch(/Quick part.*<\/html>/s);
  const err = { message: 'The slow part has failed' };
  const line = { msg: 'a deferred part of a page failed', page: 'about', err };
  expect(listErrors(log)).toMatchObject([line]);
});

test('a part that never arrives fails after a timeout, and the page is complete', async () => {
  const log = makeLogger();
  const { getPageModule } = makeSlowAbout();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const port = await serve(createApp({ getPageModule, logger: log.logger }));
  const response = await fetch(`http://127.0.0.1:${port}/about`); // The promise resolves when the head arrives.
  vi.advanceTimersByTime(20_000);
  expect(await response.text()).toMatch(/Quick part.*wait.*<\/html>/s);
  const err = { message: 'A deferred part took too long' };
  expect(listErrors(log)).toMatchObject([{ msg: 'a deferred part of a page failed', err }]);
});

test.each(['part', 'shell'] as const)(
  'a client that disconnects before a %s is rendered is logged, but not as an error',
  async (what) => {
    const log = makeLogger();
    const { getPageModule } = makeSlowAbout(what);
    const port = await serve(createApp({ getPageModule, logger: log.logger }));
    const visitor = new RawConnection(port);
    visitor.write(write({ target: '/about' }));
    if (what === 'part') await expect.poll(() => visitor.rest.length).toBeGreaterThan(0);
    else await askPort(port, { path: '/healthz' }); // The first request has arrived by then.
    visitor.destroy();
    await log.waitFor(({ msg }) => msg === 'client went away');
    expect((await askPort(port, { path: '/' })).status).toBe(200);
    expect(listErrors(log)).toEqual([]);
    const line = { path: '/about', level: levels.info };
    expect(log.lines.find(({ msg }) => msg === 'client went away')).toMatchObject(line);
  },
);
