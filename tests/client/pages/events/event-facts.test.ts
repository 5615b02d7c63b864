import { expect, test } from 'vitest';
import { createProgramme } from '#shared/events/programme.ts';
import { makeEvent } from '../../../helpers/content/make-event.ts';
import { sampleContent } from '../../../helpers/content/sample-content.ts';
import { getOnly } from '../../../helpers/documents/parse-html.ts';
import { readAll } from '../../../helpers/site/read-page.ts';
import { readSamplePage } from '../../../helpers/site/sample-site.ts';

test.each([
  ['Online', '', 'Online', false],
  ['Online', '', 'Online; the link comes with the confirmation', false],
  ['Online', '', 'Onlinehaus', true],
  ['Online', '', 'A link that comes with the confirmation', true],
  ['Berlin', 'Germany', 'Berlin, Germany: the town hall', false],
  ['Berlin', 'Germany', 'Berliner Rathaus', true],
])('in %s %s at “%s” the details name the place: %s', async (city, country, venue, isNamed) => {
  const event = makeEvent({ city, country, venue });
  const content = { ...sampleContent, programme: createProgramme([event]) };
  const { main } = await readSamplePage(`/events?event=${event.slug}`, { content });
  const dialog = getOnly(main, 'dialog');
  expect(readAll(dialog, 'dt').includes('Place')).toBe(isNamed);
  expect(readAll(dialog, 'dd')).toContain(venue);
});
