import { expect, test } from 'vitest';
import { createProgramme } from '#shared/events/programme.ts';
import { makeEvent } from '../../helpers/content/make-event.ts';
import { makePost, sampleContent } from '../../helpers/content/sample-content.ts';
import { getOnly } from '../../helpers/documents/parse-html.ts';
import { readSamplePage } from '../../helpers/site/sample-site.ts';

const photograph = { hash: '0123abcd' };
const photo = { photograph, photoUrl: 'evening.jpg', photoAlt: 'People at a long table' };
const event = makeEvent(photo);
const unbuilt = {
  'Lukas Brandt': 'LB',
  'Dr. A. P. J. Abdul Kalam Azad, PhD (he/him)': 'AA',
  '🚀 Zoë': 'Z',
  'Madonna (she / her)': 'M',
  'Prof. Dipl.-Ing. Gerard ’t Hooft M.A.': 'GH',
  'Asha  Rao MBA ': 'AR',
};
const team = sampleContent.team.flatMap((member, index) =>
  index === 0
    ? { ...member, photoUrl: 'IMG_1.jpg', photograph }
    : Object.keys(unbuilt).map((name, id) => ({
        ...member,
        id: id + 2,
        name,
        photoUrl: 'IMG_2.jpg',
      })),
);
const content = {
  ...sampleContent,
  programme: createProgramme([event]),
  posts: [makePost(photo)],
  team,
};

const read = (address: string) => readSamplePage(address, { content });

test.each([
  ['/about', 'portrait', 'Portrait of Ananya Rao', '160 × 200', 'lazy', /,25vw$/],
  ['/blog', 'landscape', photo.photoAlt, '480 × 320', undefined, /46vw,94vw$/],
  ['/events', 'landscape', photo.photoAlt, '240 × 160', 'lazy', /,96px$/],
] as const)('%s offers a photograph', async (address, shape, alt, size, loading, sizes) => {
  const { main } = await read(address);
  const picture = getOnly(main, 'picture');
  const source = getOnly(picture, 'source');
  expect(source.attributes.get('type')).toBe('image/webp');
  expect(source.attributes.get('sizes')).toMatch(sizes);
  const files = source.attributes.get('srcset');
  expect(files?.split(',').length).toBeGreaterThan(1);
  expect(files).toContain(`/assets/${shape}-480-0123abcd.webp 480w`);
  const { attributes } = getOnly(picture, 'img');
  expect(attributes.get('src')).toMatch(new RegExp(`^/assets/${shape}-\\d+-0123abcd\\.jpg$`));
  expect(attributes.get('alt')).toBe(alt);
  expect(`${attributes.get('width')} × ${attributes.get('height')}`).toBe(size);
  expect(attributes.get('loading')).toBe(loading);
  expect(attributes.get('decoding')).toBe('async');
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
  for (const [name, initials] of Object.entries(unbuilt)) {
    expect(words).toContain(initials + name.trim().replace(/\s+/g, ' '));
  }
  expect(words).not.toContain('ARAnanya Rao');
});
