import { get } from 'node:http';
import { connect } from 'node:net';
import request from 'supertest';
import { describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { site } from '#shared/site.ts';
import { askPort, withServer } from '../../helpers/ask.ts';
import { findPageWithBrokenHome } from '../../helpers/every-response.ts';
import { type KeptLog, levels, makeLogger } from '../../helpers/make-logger.ts';
import { findOnly, parseHtml, readText } from '../../helpers/parse-html.ts';
import { readLinks } from '../../helpers/read-page.ts';
import { makeSlowAbout } from '../../helpers/slow-page.tsx';

const findErrors = ({ lines }: KeptLog) => lines.filter(({ level }) => level === levels.error);

describe('a page that fails to render', () => {
  test('is a 500 that looks like the site, with a link to Home', async () => {
    const response = await request(createApp({ findPage: findPageWithBrokenHome })).get('/');
    expect(response.status).toBe(500);
    const root = parseHtml(response.text);
    expect(readText(findOnly(root, 'h1'))).toBe('Unexpected Application Error!');
    expect(readLinks(findOnly(root, 'main'), 'Return to Home')).toEqual(['/']);
    expect(readText(findOnly(root, 'header'))).toContain(site.name);
  });

  test('does not show the visitor what failed and where', async () => {
    const response = await request(createApp({ findPage: findPageWithBrokenHome })).get('/');
    expect(response.text).not.toMatch(/on purpose|BrokenPage|\.tsx?|node_modules|\bat \w+ \(/);
    expect(JSON.stringify(response.headers)).not.toMatch(/on purpose|BrokenPage/);
  });

  test('is logged once, with its error, its method and its path without the query', async () => {
    const log = makeLogger();
    const app = createApp({ findPage: findPageWithBrokenHome, logger: log.logger });
    await request(app).get('/?secret=1');
    await log.waitFor(({ msg }) => msg === 'response sent');
    expect(findErrors(log)).toEqual([
      expect.objectContaining({
        msg: 'request failed',
        method: 'GET',
        path: '/',
        err: expect.objectContaining({
          message: 'A component has failed on purpose',
          stack: expect.stringContaining('BrokenPage'),
        }),
      }),
    ]);
    expect(JSON.stringify(log.lines)).not.toContain('secret');
  });

  test('does not disturb the other pages, nor the next visitor', async () => {
    const app = createApp({ findPage: findPageWithBrokenHome });
    expect((await request(app).get('/')).status).toBe(500);
    expect((await request(app).get('/about')).status).toBe(200);
    expect((await request(app).get('/')).status).toBe(500);
  });
});

describe('when the failure page fails too', () => {
  const findNoPage = () => undefined;

  test('the visitor still reads what happened and finds a way home', async () => {
    const response = await request(createApp({ findPage: findNoPage })).get('/');
    expect(response.status).toBe(500);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.text).toContain('<h1>Unexpected Application Error!</h1>');
    expect(response.text).toContain('<a href="/">');
    expect(response.text).not.toMatch(/stack|has not been loaded/);
    // Nothing that the strict policy of a response without a page forbids.
    expect(response.text).not.toMatch(/<style|<script|style=/);
  });

  test('both failures are logged', async () => {
    const log = makeLogger();
    await request(createApp({ findPage: findNoPage, logger: log.logger })).get('/');
    expect(findErrors(log).map(({ msg }) => msg)).toEqual([
      'request failed',
      'the failure page failed too',
    ]);
  });
});

test('a part that fails after the shell was sent is logged, and the page ends all the same', async () => {
  const log = makeLogger();
  const { findPage, fail } = makeSlowAbout();
  await withServer(createApp({ findPage, logger: log.logger }), async (port) => {
    const response = askPort(port, { path: '/about' });
    fail(new Error('The slow part has failed'));
    const { status, body } = await response;
    expect(status).toBe(200);
    expect(body.toString()).toContain('Quick part');
    expect(body.toString()).toContain('</html>');
  });
  expect(findErrors(log)).toEqual([
    expect.objectContaining({
      msg: 'rendering failed',
      page: 'about',
      err: expect.objectContaining({ message: 'The slow part has failed' }),
    }),
  ]);
});

describe('a visitor who goes away', () => {
  test('while the page is being rendered is noted, and is no error', async () => {
    const log = makeLogger();
    const { findPage } = makeSlowAbout();
    await withServer(createApp({ findPage, logger: log.logger }), async (port) => {
      const sent = get({ host: '127.0.0.1', port, path: '/about', agent: false });
      sent.on('error', () => {}); // Our own doing.
      sent.on('response', (response) => response.once('data', () => sent.destroy()));
      await log.waitFor(({ msg }) => msg === 'client went away');
      expect((await askPort(port, { path: '/' })).status).toBe(200);
    });
    expect(findErrors(log)).toEqual([]);
    expect(log.lines[0]).toMatchObject({ path: '/about', level: levels.info });
  });

  test('before anything was sent does no harm, however many do', async () => {
    const log = makeLogger();
    await withServer(createApp({ logger: log.logger }), async (port) => {
      for (let visitor = 0; visitor < 50; visitor += 1) {
        await new Promise<void>((resolve) => {
          const socket = connect(port, '127.0.0.1', () => {
            socket.write('GET /about HTTP/1.1\r\nHost: here.example\r\n\r\n', () => {
              socket.resetAndDestroy();
              resolve();
            });
          });
        });
      }
      expect((await askPort(port, { path: '/' })).status).toBe(200);
    });
    expect(findErrors(log)).toEqual([]);
  });
});
