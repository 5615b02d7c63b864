import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { contact } from '#shared/content/contact.ts';
import { site } from '#shared/site.ts';
import { getOnly, listElements, readRaw, readText } from '../../../helpers/documents/parse-html.ts';
import {
  hasAttribute,
  listLinks,
  readAll,
  readLinks,
  readPage,
} from '../../../helpers/site/read-page.ts';

async function readFrame(contactFormUrl?: string) {
  const app = createApp({ site: { ...site, contactFormUrl } });
  const { response, root, main } = await readPage('/contact', app);
  const { response: home } = await readPage('/', app); // Client navigation from Home may lead here.
  const policies = [response, home].map((each) => String(each.headers['content-security-policy']));
  const css = listElements(root, 'style').map(readRaw).join('');
  return { policies, css, main, frame: getOnly(main, 'iframe').attributes };
}

test('the configured form is shown; it can be sent but cannot access the page', async () => {
  const { frame, css, policies, main } = await readFrame(
    'https://forms.example:8443/a/b?id=1&lang=en#top',
  );
  for (const { title } of contact.reasons) expect(listLinks(main, title)).toEqual([]);
  expect(frame.get('src')).toBe('https://forms.example:8443/a/b?id=1&lang=en#top');
  for (const policy of policies)
    expect(policy).toContain("frame-src 'self' https://forms.example:8443;");
  expect(frame.get('height')).toBe('500');
  expect(css).toMatch(/height:500px/);
  expect([frame.get('title'), frame.get('loading')]).toEqual([contact.formTitle, 'lazy']);
  const allowed = frame.get('sandbox')?.split(' ');
  expect(allowed).toEqual(expect.arrayContaining(['allow-forms', 'allow-scripts']));
  expect(allowed?.filter((right) => right.startsWith('allow-top-navigation'))).toEqual([]);
  expect(allowed).not.toContain('allow-modals');
});

test('the page has the complete imprint, and the footer links to it', async () => {
  const { main, root } = await readPage('/contact');
  const section = getOnly(main, hasAttribute('aria-labelledby', 'imprint'));
  expect(readAll(section, 'h2')).toEqual(['Imprint']);
  const { name, representative, address, register } = site.publisher;
  expect(readAll(section, 'dt').length).toBe(5);
  expect(readAll(section, 'dd')).toEqual([name, representative, address, register, site.email]);
  expect(readLinks(section, site.email)).toEqual([`mailto:${site.email}`]);
  expect(readLinks(getOnly(root, 'footer'), 'Imprint')).toEqual(['/contact#imprint']);
});

test('without a configured form the frame shows our own page, without scripts, with the address to write to', async () => {
  const { frame, main: around } = await readFrame();
  expect(frame.get('src')).toBe('/contact/form');
  expect(frame.get('title')).toBe(contact.standIn.title);
  // A page with its own origin and scripts could leave the sandbox.
  expect(frame.get('sandbox')?.split(' ')).not.toContain('allow-scripts');
  const { root, main, words } = await readPage('/contact/form');
  expect(readAll(main, 'h1')).toEqual([contact.standIn.title]);
  expect(readLinks(main, site.email)).toEqual([`mailto:${site.email}`]);
  // No script loads our fonts there.
  const styles = listElements(root, 'style')
    .map(readRaw)
    .join('')
    .replace(/@media[^{]*scripting[^}]*\}[^}]*\}\}/, '');
  expect(styles.match(/@font-face\{font-family:(Eczar|Anek Latin);[^}]*woff2\)\}/g)).toHaveLength(
    2,
  );
  expect(words).not.toMatch(/connected|form/i);
  // Outside the frame only the imprint names the address; each reason is the subject of a mail.
  expect(listLinks(around, site.email)).toHaveLength(1);
  for (const { title } of contact.reasons) {
    const subject = encodeURIComponent(title);
    expect(readLinks(around, title)).toEqual([`mailto:${site.email}?subject=${subject}`]);
  }
  expect(readText(around)).not.toMatch(/form does not appear|form is loading/);
});
