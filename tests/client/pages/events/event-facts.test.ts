import { expect, test } from 'vitest';
import { createProgramme } from '#shared/events/programme.ts';
import { makeEvent } from '../../../helpers/make-event.ts';
import { getOnly } from '../../../helpers/parse-html.ts';
import { readAll } from '../../../helpers/read-page.ts';
import { sampleContent } from '../../../helpers/sample-content.ts';
import { readSamplePage } from '../../../helpers/sample-site.ts';

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
