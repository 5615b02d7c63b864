import { expect, test } from 'vitest';
import { openSite } from '../../helpers/site/open-site.ts';
import { makeSlowAbout } from '../../helpers/site/slow-page.tsx';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=0.5, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['br;q=0.1, GZIP;x=y;Q=1', 'gzip'],
  ['identity, *;q=0', undefined],
  ['*;q=0', undefined],
])('a browser that accepts "%s" gets %s', async (accepted, encoding) => {
  const headers = { 'accept-encoding': accepted };
  const { ask } = await openSite();
  for (const round of ['rendered', 'cached']) {
    const response = await ask('/about', headers);
    expect([round, response.headers['content-encoding']]).toEqual([round, encoding]);
    expect(response.headers.vary).toBe('Accept-Encoding');
  }
  const icon = await ask('/favicon.svg', headers);
  expect(icon.headers['content-encoding']).toBeUndefined(); // The build has not compressed it.
  expect(Number(icon.headers['content-length'])).toBe(icon.body.length);
});

test.each(['br', 'identity'])('with %s the shell comes before a slow part', async (encoding) => {
  const { getPageModule, finish } = makeSlowAbout();
  const { port } = await openSite({ getPageModule });
  const headers = { 'accept-encoding': encoding };
  const response = await fetch(`http://127.0.0.1:${port}/about`, { headers });
  expect(response.headers.get('content-encoding') ?? 'identity').toBe(encoding);
  let html = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    html += chunk;
    // If the shell were held back, it would never arrive and the test would time out.
    if (html.includes('Quick part')) finish('Slow part');
  }
  expect(html.indexOf('Quick part')).toBeLessThan(html.indexOf('Slow part'));
  expect(html).toMatch(/<\/html>$|<\/script>$/);
});
