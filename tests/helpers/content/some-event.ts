import { listVisible } from '#shared/events/changes.ts';
import { formatCount } from '#shared/events/event-words.ts';
import { joinEvents } from '#shared/events/events-data.ts';
import { type EventSelection, filterEvents, selectAll } from '#shared/events/filter-events.ts';
import { arrangeEvents, countEvents } from '#shared/events/phase.ts';
import type { Programme } from '#shared/events/programme.ts';
import { pageSizes } from '#shared/paging.ts';
import { publishedContent } from '#shared/site-content.ts';
import { everySelection } from './event-selections.ts';
import { sampleContent } from './sample-content.ts';

/* Entries of the site's own programme, for tests that pass with any content. */

/** All events except cancelled ones after their day. */
const listShown = ({ events }: Programme) => listVisible(events, Date.now());

/** Whether the site has no events or no posts yet: then `serve-samples.ts` shows those of the tests. */
export const isEmpty = !(listShown(publishedContent.programme)[0] && publishedContent.posts[0]);
const { programme, posts } = isEmpty ? sampleContent : publishedContent;
/** The site's content, with the sample entries if it has none. */
export const ownContent = { ...publishedContent, programme, posts };
const serveSamples = ['--import', 'tsx', 'tests/helpers/site/serve-samples.ts'];
/** The script that Node runs to serve this content. */
export const ownServer = { args: isEmpty ? serveSamples : ['dist/server/index.js'] };
const [first] = joinEvents(arrange({}));
if (!first) throw new Error('The samples have an event');

/** An event of the programme: the first that is listed. */
export const someEvent = first;

/** The last words of its details. */
export const lastParagraph = someEvent.description.split('\n\n').at(-1) ?? '';

/** The options of the filters, other than `all`, under which it is found. */
export const itsOptions = {
  month: getOption('month'),
  city: getOption('city'),
  format: getOption('format'),
};

function getOption<Name extends 'month' | 'city' | 'format'>(name: Name) {
  const found = programme.filters[name].options.find(
    ({ value }) => value !== 'all' && listTitles({ [name]: value }).includes(someEvent.title),
  );
  if (!found) throw new Error(`No ${name} finds “${someEvent.title}”`);
  return found;
}

/** The titles of all events that a selection finds. */
export function listAllTitles(selection: Partial<EventSelection>): readonly string[] {
  return filterEvents(programme.events, { ...selectAll, ...selection }).map(({ title }) => title);
}

/** The titles on the first page of the list, in order. */
export function listTitles(selection: Partial<EventSelection>): readonly string[] {
  const titles = joinEvents(arrange(selection)).map(({ title }) => title);
  return titles.slice(0, pageSizes.events);
}

function arrange(selection: Partial<EventSelection>) {
  const matching = filterEvents(listShown(programme), { ...selectAll, ...selection });
  return arrangeEvents(matching, Date.now());
}

/** The text of the live region for a selection. */
export function countTitles(selection: Partial<EventSelection>): string {
  return formatCount(countEvents(arrange(selection), Date.now()));
}

/** A selection of the specification's that no event matches. */
export const emptySelection =
  everySelection.find((selection) => listTitles(selection).length === 0) ?? selectAll;
