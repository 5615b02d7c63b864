import { expect, test } from 'vitest';
import { createProgramme } from '#shared/events/programme.ts';
import { makeEvent } from '../../helpers/content/make-event.ts';
import { makePost, sampleContent } from '../../helpers/content/sample-content.ts';
import { getOnly, listElements, readRaw } from '../../helpers/documents/parse-html.ts';
import { hasAttribute } from '../../helpers/site/read-page.ts';
import { readSamplePage } from '../../helpers/site/sample-site.ts';

const photograph = { hash: '0123abcd', colour: '#8a7463' };
const photo = { photograph, photoUrl: 'evening.jpg', photoAlt: 'People at a long table' };
const event = makeEvent(photo);
const unbuilt = ['Lukas Brandt', 'A. P. J. Abdul Kalam Azad', '🚀 Zoë', 'Madonna (she / her)'];
const team = sampleContent.team.flatMap((member, index) =>
  index === 0
    ? { ...member, photoUrl: 'IMG_1.jpg', photograph }
    : unbuilt.map((name, id) => ({ ...member, id: id + 2, name, photoUrl: 'IMG_2.jpg' })),
);
const content = {
  ...sampleContent,
  programme: createProgramme([event]),
  posts: [makePost(photo)],
  team,
};

const read = (address: string) => readSamplePage(address, { content });

test.each([
  ['/about', 'portrait', 'Portrait of Ananya Rao', '160 × 200', 'lazy'],
  ['/blog', 'landscape', photo.photoAlt, '480 × 320', undefined],
  ['/events', 'landscape', photo.photoAlt, '240 × 160', 'lazy'],
] as const)('%s offers a photograph', async (address, shape, alt, size, loading) => {
  const { root, main } = await read(address);
  const picture = getOnly(main, 'picture');
  const sources = listElements(picture, 'source');
  const types = sources.map(({ attributes }) => attributes.get('type'));
  expect(types).toEqual(['image/avif', 'image/webp']);
  for (const source of sources) {
    expect(source.attributes.get('sizes')).toMatch(/(vw|px\)?)$/);
    const files = source.attributes.get('srcset');
    expect(files?.split(',').length).toBeGreaterThan(1);
    expect(files).toContain(`/assets/${shape}-480-0123abcd.`);
  }
  const { attributes } = getOnly(picture, 'img');
  expect(attributes.get('src')).toMatch(new RegExp(`^/assets/${shape}-\\d+-0123abcd\\.jpg$`));
  expect(attributes.get('alt')).toBe(alt);
  expect(`${attributes.get('width')} × ${attributes.get('height')}`).toBe(size);
  expect(attributes.get('loading')).toBe(loading);
  expect(attributes.get('decoding')).toBe('async');
  // The colour is in a rule, because the security policy forbids a style attribute.
  const css = listElements(root, 'style').map(readRaw).join('');
  expect(css).toContain('.bg-8a7463{background-color:#8a7463}');
  expect(listElements(root, hasAttribute('style'))).toEqual([]);
});

test('the details of an event show its photograph larger, and do not load it lazily', async () => {
  const { root } = await read('/events?event=a-gathering');
  const image = getOnly(getOnly(root, 'dialog'), 'img');
  expect(image.attributes.get('src')).toBe('/assets/landscape-1200-0123abcd.jpg');
  expect(image.attributes.has('loading')).toBe(false);
});

test('instead of a photograph that was not built, the page shows the first and the last initial', async () => {
  const { response, words } = await read('/about');
  expect(response.text).not.toMatch(/src(set)?="[^"]*IMG_/i);
  const initials = ['LB', 'AA', '🚀Z', 'M'];
  for (const [place, name] of unbuilt.entries()) expect(words).toContain(initials[place] + name);
  expect(words).not.toContain('ARAnanya Rao');
});
