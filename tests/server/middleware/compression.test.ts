import { expect, test } from 'vitest';
import { openSite } from '../../helpers/site/open-site.ts';
import { makeSlowAbout } from '../../helpers/site/slow-page.tsx';

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
