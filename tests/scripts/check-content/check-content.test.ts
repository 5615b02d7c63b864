import { expect, test } from 'vitest';
import { listContentProblems, listContentWarnings } from '#scripts/check-content/check-content.ts';
import { listPageProblems, listSiteProblems } from '#scripts/check-content/check-site.ts';
import { formatProblem } from '#scripts/check-content/entry-rules.ts';
import type { Content } from '#shared/content.ts';
import { pages } from '#shared/routes.ts';
import { site } from '#shared/site.ts';
import { makeEntry } from '../../helpers/content/make-event.ts';
import { makePost, sampleContent } from '../../helpers/content/sample-content.ts';

const dark = { text: '#FFFFFF', fill: '#000000' };
const november = { start: '2025-11-12 14:00', end: '2025-11-12 17:00' };
const linkedIn = { network: 'LinkedIn', url: 'https://www.linkedin.com/company/setu' } as const;
const sound: Content = {
  ...sampleContent,
  events: [makeEntry(), makeEntry({ id: 2, title: 'Bootcamp', slug: 'bootcamp', ...november })],
  tagNames: { saas: 'SaaS' },
  tagColours: { bootcamp: { light: { text: '#000000', fill: '#FFFFFF' }, dark } },
  social: [linkedIn, { network: 'X', url: undefined }],
};
const files: Parameters<typeof listContentProblems>[1] = {
  hasFile: (path) => path === '/portraits/ananya-rao.svg',
  photographs: new Map([
    ['person.jpg', { kind: 'picture', width: 3000, height: 4000 }],
    ['evening.jpg', { kind: 'picture', width: 4000, height: 3000 }],
    ['small.jpg', { kind: 'picture', width: 600, height: 800 }],
    ['chat.jpg', { kind: 'picture', width: 1280, height: 960 }],
    ['huge.png', { kind: 'picture', width: 10_000, height: 10_000 }],
    ['phone.heic', { kind: 'heic' }],
    ['half.jpg', { kind: 'unreadable' }],
    ['logo.svg', { kind: 'other-type', type: 'svg' }],
  ]),
};
const listProblems = (changed: object) =>
  listContentProblems({ ...sound, ...changed }, files).map((problem) => formatProblem(problem));
const withPhotograph = (photoUrl: string) => ({
  team: sampleContent.team.slice(1).map((member) => ({ ...member, photoUrl })),
});

// The clocks go forward in between.
const night = { start: '2026-03-28 20:00', end: '2026-03-29 04:00', city: 'München', tags: [] };
const moved = [
  { on: '2025-09-10', start: '2025-10-14 18:30', end: '2025-10-14 21:00' },
  { on: '2025-09-20', venue: 'House of R&D; third floor' },
];
const cancelled = { on: '2025-09-20', reason: 'The hall is under water.' };
const ventures = (...texts: readonly string[]) => ({
  ventures: texts.map((text) => ({ kind: 'Equity', text })),
});
const pictured = { photoUrl: 'evening.jpg', photoAlt: 'People at a long table' };

test.each([
  ['the content of the tests', {}],
  ['an event through a night', { events: [makeEntry({ ...night, format: 'hybrid' })] }],
  ['an event, moved twice and cancelled', { events: [makeEntry({ moved, cancelled })] }],
  ['an event with a venture', { events: [{ ...makeEntry(), ...ventures('A film.') }] }],
  [
    'an event that was over when it was published',
    { events: [makeEntry({ published: '2026-01-01' })] },
  ],
  [
    'a series with one title',
    { events: [makeEntry(), makeEntry({ id: 2, slug: 'again', ...november })] },
  ],
  [
    'a person without a profile',
    { team: sampleContent.team.map(({ linkedinUrl: _, ...person }) => person) },
  ],
  ['the photograph of an event', { events: [makeEntry(pictured)] }],
  ['the photograph of a post', { posts: [makePost(pictured)] }],
  ['the photograph of a person', withPhotograph('person.jpg')],
])('there is no problem in %s', (_what, changed) => {
  expect(listProblems(changed)).toEqual([]);
});

/** The problems of this event, behind one of the same city, so that its spelling is known with any content. */
const sayOfEvent = (given: object) =>
  listProblems({
    events: [makeEntry({ id: 2, title: 'Before', slug: 'before' }), { ...makeEntry(), ...given }],
  });
const long = 'x'.repeat(2401);
const cancel = (on: string, reason: string) => ({ cancelled: { on, reason } });
const start = 'shared/content/events.ts, “A Gathering”: ';

test.each([
  [{ end: '2025-10-16 18:30' }, 'it ends (2025-10-16 18:30) before it has begun (2025-10-16'],
  [{ end: '2035-10-16 21:00' }, 'it lasts from 2025-10-16 18:30 to 2035-10-16 21:00, and 31 days'],
  [cancel('2026-08-31', 'Rain.'), 'it is cancelled on 2026-08-31, after its end (2025-10-16 21:'],
  [{ slug: 'x'.repeat(61) }, 'its slug has 61 characters, and there is room for 60.'],
  [{ timezone: 'Europe/Belin' }, 'its timezone “Europe/Belin” does not exist: write it as'],
  [{ start: '2025-02-30 18:30' }, 'its start “2025-02-30 18:30” must be a date that exists'],
  [{ start: '2025-03-30 02:30' }, 'its start “2025-03-30 02:30” does not exist in Europe/Berlin'],
  [{ end: '2025-10-26 02:30' }, 'its end “2025-10-26 02:30” exists twice in Europe/Berlin'],
  [{ published: '2025-9-1' }, 'the day “2025-9-1” after published must be one that exists'],
  [cancel('2025-08-31', 'Rain.'), 'it is cancelled on 2025-08-31, before it'],
  [cancel('2025-09-02', ''), 'its reason for the cancellation is empty.'],
  [cancel('2025-09-02', 'Rain'), 'its reason for the cancellation must be'],
  [{ moved: [{ on: '2025-09-02' }] }, 'after moved stands when and where it is now: write there'],
  [{ moved: [{ on: '2025-09-02', end: '2025-10-16 18:00' }] }, 'before it was moved, it ends ('],
  [{ slug: 'event-title' }, 'its slug “event-title” is the name of a part of the site’s pages: ch'],
  [{ slug: 'Été' }, 'its slug “Été” must be lower-case words joined by hyphens'],
  [{ tags: ['SaaS'] }, 'its tag “SaaS” must be lower-case words'],
  [{ tags: ['saas', 'saas'] }, 'it has the tag “saas” twice.'],
  [{ city: 'all' }, 'its city “all” cannot be found by the city filter.'],
  [{ city: 'BERLIN' }, 'its city “BERLIN” is written “Berlin” elsewhere.'],
  [{ city: ' Munich' }, 'its city has a space too many'],
  [{ city: 'Mu\u0308nchen' }, 'its city “Mu\u0308nchen” has loose accents: type the word again.'],
  [{ venue: 'A hall,\u000bMunich' }, 'its venue has a space too many'],
  [{ summary: 'Pasted\u200b, and \u202eturned' }, 'its summary has a space too many'],
  [{ country: '' }, 'its country is empty.'],
  [{ city: 'Online' }, "it is offline, so its city must be that of its venue and not 'Online'."],
  [{ format: 'online' }, "it is online, so its city must be 'Online' and not “Berlin”."],
  [{ venue: '' }, 'its venue is empty.'],
  [{ description: long }, 'its description has 2401 characters, and there is room for 2400.'],
  [{ summary: 'x'.repeat(201) }, 'its summary has 201 characters, and there is room for 200.'],
  [{ summary: 'Write to {email}.' }, 'its summary has {, which would be shown as it is'],
  [{ summary: 'An <b>evening</b>.' }, 'its summary has <b>, which'],
  [{ summary: 'Tea &amp; cake.' }, 'its summary has &amp;, which'],
  [{ description: 'One.\n\nOne.' }, 'its description says twice “One.”'],
  [{ description: '' }, 'its description has an empty paragraph.'],
  [ventures(), 'it has 0 ventures, and there is room for one to 4: delete the field'],
  [ventures('A', 'B', 'C', 'D', 'E'), 'it has 5 ventures, and there is room for one to 4'],
  [ventures('A film.', 'A film.'), 'it has the venture “A film.” twice.'],
  [
    ventures('x'.repeat(181)),
    'its text of a venture has 181 characters, and there is room for 180.',
  ],
  [{ ventures: [{ kind: '', text: 'A film.' }] }, 'its kind of a venture is empty.'],
  [{ photoUrl: 'evening.jpg' }, 'its photoAlt is empty.'],
  [{ photoAlt: 'A table' }, 'it has a photoAlt and no photoUrl: name the photograph too.'],
  [{ ...pictured, photoUrl: 'chat.jpg' }, 'its photoUrl “chat.jpg” has 1280 × 960 pixels, upright'],
  [{ photoUrl: '/portraits/ananya-rao.svg', photoAlt: 'X' }, 'its photoUrl “/portraits/ananya-rao'],
] as const)('of an event %j is reported in plain words', (given, sentence) => {
  expect(sayOfEvent(given).join('\n')).toContain(start + sentence);
});

test('events have unique ids and slugs, and are sorted by time', () => {
  const [first = makeEntry(), second = makeEntry()] = sound.events;
  // Later by its local time, and earlier as an instant.
  const again = { ...second, timezone: 'Asia/Kolkata', start: '2025-11-12 15:00' };
  const problems = listProblems({ events: [first, second, again] });
  for (const field of ['id “2”', 'slug “bootcamp”']) {
    expect(problems.join('\n')).toContain(
      `“Bootcamp”: its ${field} is that of entry 2, “Bootcamp”, too`,
    );
  }
  expect(problems.at(-1)).toContain('it begins before “Bootcamp”: put it above');
});

test('a future date, an unlikely year, tag or city is a warning, not a problem', () => {
  const now = Date.parse('2025-09-30T23:00:00Z');
  const given = { published: '2025-10-02', moved: [{ on: '2025-10-03', venue: 'A barn' }] };
  const late = makeEntry({ ...given, start: '2026-10-16 18:30', end: '2026-10-16 21:00' });
  const posts = [makePost({ date: '2047-01-15' }), makePost({ date: '2025-10-01' })];
  const warn = (content: Partial<Content>) =>
    listContentWarnings({ ...sound, ...content }, now).map((problem) => formatProblem(problem));
  expect(warn({})).toEqual([]);
  const event = 'shared/content/events.ts, “A Gathering”:';
  const waits = 'a day to come: it is on the site at once, for nothing waits for its day.';
  expect(warn({ events: [makeEntry(), late], posts })).toEqual([
    `${event} it begins on 2026-10-16 18:30, more than a year from now: look at the year.`,
    `${event} published is 2025-10-02, ${waits}`,
    `${event} the day of moved is 2025-10-03, ${waits}`,
    `shared/content/posts.ts, “A post”: its date is 2047-01-15, ${waits}`,
  ]);
  expect(warn({ posts: [makePost({ date: '0205-09-18' })] })).toHaveLength(1);
  const tags = ['bootcmap', 'Saas', 'bootcamp', 'evening'];
  expect(warn({ events: [makeEntry({ tags })] })).toEqual([
    `${event} its tag “bootcmap” is new: write “bootcamp” if you mean that.`,
    `${event} its tag “Saas” is new: write “saas” if you mean that.`,
  ]);
  const cities = ['Berlin', 'Berlin', 'Belrin'].map((city) => makeEntry({ city }));
  const bern = makeEntry({ city: 'Bern', country: 'Switzerland' });
  expect(warn({ events: [...cities, bern] })).toEqual([
    `${event} its city “Belrin, Germany” is new: write “Berlin, Germany” if you mean that.`,
  ]);
  const people = ['Łukasz Kőváry', 'Ștefan Čapek', 'Śrī Āditya', 'Kṛṣṇa नाम'].flatMap((name) =>
    sampleContent.team.slice(0, 1).map((person) => ({ ...person, name })),
  );
  expect(warn({ team: people })).toEqual([
    'shared/content/team.ts, “Kṛṣṇa नाम”: “ṛṣṇनाम” is not in both fonts of the site: visitors may see it in another font.',
  ]);
});

test.each([
  ['PERSON.JPG', 'its photoUrl “PERSON.JPG” is not in shared/content/photographs/: put the file'],
  ['../team.ts', 'its photoUrl “../team.ts” is not in shared/content/photographs/'],
  ['small.jpg', 'its photoUrl “small.jpg” has 600 × 800 pixels, upright, and needs at least'],
  ['huge.png', 'its photoUrl “huge.png” has 100 megapixels, and 70 is the limit: save a smaller'],
  ['phone.heic', 'its photoUrl “phone.heic” is a HEIC file, the iPhone’s own format'],
  ['half.jpg', 'its photoUrl “half.jpg” is damaged, or no picture: copy it from the phone'],
  ['logo.svg', 'its photoUrl “logo.svg” is of the type svg, and must be JPEG, PNG, WebP or'],
  ['/portraits/x.svg', 'there is no file public/portraits/x.svg: put it there'],
  // It would be published unchanged, with the place where it was taken.
  ['/portraits/a b.svg', 'its photoUrl “/portraits/a b.svg” must be a drawing'],
  ['/portraits/x.jpg', 'its photoUrl “/portraits/x.jpg” must be a drawing, /portraits/….svg'],
])('the photograph %s is reported in plain words', (photoUrl, sentence) => {
  const problems = listProblems(withPhotograph(photoUrl)).join('\n');
  expect(problems).toContain(`shared/content/team.ts, “Lukas Brandt”: ${sentence}`);
});

const older = makePost({ date: '2025-01-01' });
const unpictured = makePost({ photoUrl: 'evening.jpg' });
const newer = makePost({ id: 'b', title: 'Newer' });
const lukas = sampleContent.team.map((member) => ({ ...member, id: 1, linkedinUrl: 'x' }));
const partners = [...sampleContent.partners, { id: 'partner-1', name: 'Other' }];
const asked = { id: 'a', question: 'Answer', answer: ['Yes.'] };
const questions = [asked];
const fair = (text: string, fill: string) => ({
  tagColours: { fair: { light: { text, fill }, dark } },
});

test.each<[changed: object, entry: string, sentence: string]>([
  [{ events: [makeEntry({ title: '' })] }, 'events.ts, “a-gathering”', 'its title is empty.'],
  [{ posts: [older, newer] }, 'posts.ts, “Newer”', 'it is newer than “A post”: put it above'],
  [{ posts: [{ ...older, date: '2025-02-30' }] }, 'posts.ts, “A post”', 'its date “2025-02-30”'],
  [{ posts: [{ ...older, readTime: 'six' }] }, 'posts.ts, “A post”', 'its readTime “six” must be'],
  [{ posts: [unpictured] }, 'posts.ts, “A post”', 'its photoAlt is empty.'],
  [{ team: lukas }, 'team.ts, “Lukas Brandt”', 'its linkedinUrl “x” must begin with https://'],
  [{ team: lukas }, 'team.ts, “Lukas Brandt”', 'its id “1” is that of entry 1, “Ananya'],
  [{ partners }, 'partners.ts, “Other”', 'its id “partner-1” is that of entry 1'],
  [{ tagNames: { 'A Fair': 'a' } }, 'tags.ts, “A Fair”', 'its slug “A Fair” must be'],
  [{ tagNames: { fair: '' } }, 'tags.ts, “fair”', 'its name is empty'],
  [{ questions: [{ ...asked, id: 'main' }] }, 'investor-faq.ts, “Answer”', 'its id “main” is the'],
  [{ posts: [{ ...older, id: 'newsletter' }] }, 'posts.ts, “A post”', 'its id “newsletter” is the'],
  [{ questions }, 'investor-faq.ts, “Answer”', 'its question must end in a question mark.'],
  [fair('#777777', '#888888'), 'tags.ts, “fair”', 'its text has a contrast of 1.3 in the light'],
  [fair('blue', '#FFFFFF'), 'tags.ts, “fair”', 'its colour “blue” must be written as #1B3F8B'],
  [{ social: [{ network: 'X', url: 'x.com/setu' }] }, 'site.ts, “X”', 'its url “x.com/setu” must'],
])('%j is reported in plain words, with file and entry', (changed, entry, sentence) => {
  expect(listProblems(changed).join('\n')).toContain(`${entry}: ${sentence}`);
});

const [home, ...others] = pages;
test.each([
  [
    { formerPaths: ['/about'] },
    'its path “/about” is written twice: give each page one of its own.',
  ],
  [{ path: '/Home' }, 'its path “/Home” must begin with /, and have lower-case words joined by hy'],
  [{ title: 'About' }, 'its title “About” is that of another page too.'],
  [{ title: ' ' }, 'its title is empty.'],
  [
    { description: 'x'.repeat(161) },
    'its description has 161 characters, and there is room for 160.',
  ],
  [{ description: 'No stop' }, 'its description must be a sentence, with its full stop.'],
  [{ header: { label: 'Every page of this site' } }, 'its label has 23 characters, and there is'],
])('a row of the page table with %j is reported in plain words', (changed, sentence) => {
  const all = [{ ...home, ...changed } as (typeof pages)[number], ...others];
  expect(listPageProblems(pages)).toEqual([]);
  expect(
    listPageProblems(all)
      .map((problem) => formatProblem(problem))
      .join('\n'),
  ).toContain(`shared/routes.ts, “home”: ${sentence}`);
});

test.each([
  [{ name: 'x'.repeat(31) }, '“name”: its name has 31 characters, and there is room for 30.'],
  [
    { identity: { domain: 'https://a.org', year: 2025 } },
    '“identity”: its domain “https://a.org” m',
  ],
  [{ identity: { domain: 'a.org', year: 25 } }, '“identity”: its year 25 must be written as 2025.'],
  [{ timezone: 'Europe/Belin' }, '“timezone”: its timezone “Europe/Belin” does not exist'],
])('%j in site.ts is reported in plain words', (changed, sentence) => {
  expect(listSiteProblems(site)).toEqual([]);
  const [problem, ...more] = listSiteProblems({ ...site, ...changed });
  expect([problem && formatProblem(problem), more]).toEqual([
    expect.stringContaining(sentence),
    [],
  ]);
});
