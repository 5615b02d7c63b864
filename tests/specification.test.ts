import { expect, test } from 'vitest';
import { home } from '#shared/content/home.ts';
import { createFilters, filterNames } from '#shared/events/filter-events.ts';
import { site } from '#shared/site.ts';
import { everySelection } from './helpers/content/event-selections.ts';
import { sampleContent, sampleEvents } from './helpers/content/sample-content.ts';
import { getOnly, listElements, readText } from './helpers/documents/parse-html.ts';
import { hasAttribute, listLinks, readAll, readLinks, readPage } from './helpers/site/read-page.ts';
import { readSamplePage } from './helpers/site/sample-site.ts';

/* The strings and links of the specification, section 2, as a visitor without JavaScript finds them, letter for letter:
   a change of the content is noticed. What editors add to, such as events, comes from the tests' own content. */

const strings: Readonly<Record<string, readonly string[]>> = {
  '/': [
    ...['India ↔ Europe Bridge', 'Backing Indian Art, Culture & Tech Ventures'],
    ...['The Next Big Story', 'What do we do?', 'Activate the diaspora', 'Back bold ideas'],
    ...['Bridge cultures', 'Currently onboarding investors'],
    'We respect your privacy. Unsubscribe at any time.',
  ],
  '/about': [
    ...['Four reasons', 'Government tailwinds', 'Diaspora expertise', 'Get In Touch'],
    'Friction in capital, culture and regulation',
    'Demand for structured, trust-based dealflow',
  ],
  '/blog': ['Blog', 'Stay Updated', 'We respect your privacy. Unsubscribe at any time.'],
  '/manifesto': [
    ...['Why We Exist', 'What We Believe', 'Our Promise', 'Who We Support', 'How We Do It'],
    ...['The Future We Imagine', '2047, the 100th year of independence'],
  ],
  '/contact': [
    ...['Get in Touch', 'Mentorship', 'Partnerships', 'Corporate collaboration', 'contributions'],
  ],
  '/events': ['Events & Opportunities', 'View Details', 'List', 'Calendar'],
  '/events?view=calendar': [
    'Full calendar view coming soon. For now, please use the list view above.',
    'Switch to List View',
  ],
  '/thank-you': ["What's Next", site.email],
  '/thank-you?type=interest': [
    'Thank You for Your Interest!',
    ...['reviews submissions within 48 hours', 'confirmation email follows'],
  ],
  '/thank-you?type=newsletter': ['Welcome', 'Your subscription', 'check your email'],
  '/privacy': [
    ...['Last updated', '1 Information We Collect', '2 How We Use', '3 Sharing', '4 Retention'],
    ...['5 Your Rights', '6 Cookies and Analytics', '7 Security', '8 International Transfers'],
    ...['9 Changes', '10 Contact', site.email],
  ],
  '/terms': [
    ...['Last updated', '1 Acceptance', '2 Description', '3 Conduct', '4 Investment Disclaimer'],
    'Nothing on this website is investment, legal or tax advice',
    ...['at your own risk', '5 Intellectual Property', '6 Privacy', '7 Liability', site.email],
    ...['8 Indemnification', '9 Termination', '10 Governing Law', '11 Changes', '12 Contact'],
  ],
  '/investor-faq': [
    ...['Investor FAQ', 'Back to Home', 'the club?', 'join?', 'India 2047', 'Europe?'],
    ...['types of investment', 'Short-term project finance', 'Equity', 'Grants', 'risks'],
    ...['Curation', 'Education', 'Syndication', 'beyond returns', 'different from venture capital'],
    ...['Who can join', 'Indian diaspora', 'another origin who shares the cultural affinity'],
    ...['get started', 'within 48 hours'],
  ],
  '/no-such-page': ['404', 'Oops! Page not found', 'Return to Home'],
};

test.each(Object.entries(strings))('%s says %j', async (address, expected) => {
  const { words } = await (address === '/events' ? readSamplePage : readPage)(address);
  for (const text of expected) expect.soft(words).toContain(text);
});

test('every page has a header with the name as a link to Home, Manifesto, Blog and the invitation', async () => {
  const header = getOnly((await readPage('/terms')).root, 'header');
  expect(readLinks(header, site.name)).toEqual(['/']);
  expect(readAll(getOnly(header, 'nav'), 'a').slice(0, 2)).toEqual(['Manifesto', 'Blog']);
  expect(readLinks(header, 'Request Invite')).toEqual([site.inviteUrl]);
});

test('every page has a footer with the description, its links and the copyright line', async () => {
  const footer = getOnly((await readPage('/terms')).root, 'footer');
  for (const text of [site.description, `© ${site.copyrightYear} ${site.name}`]) {
    expect(readText(footer)).toContain(text);
  }
  const nav = getOnly(footer, 'nav');
  const ours = ['Events', 'Manifesto', 'Blog', 'Investor FAQ', 'Contact', 'Legal'];
  expect(readAll(nav, 'a').filter((words) => ours.includes(words))).toEqual(ours);
  const paths = ['/events', '/manifesto', '/blog', '/investor-faq', '/contact', '/privacy'];
  expect(ours.flatMap((words) => readLinks(nav, words))).toEqual(paths);
});

test('the first focusable element of every page is a skip link to its content', async () => {
  const { root, main } = await readPage('/');
  const [first] = listElements(getOnly(root, 'body'), hasAttribute('href'));
  expect(first && readText(first)).toBe('Skip to content');
  expect(first?.attributes.get('href')).toBe(`#${main.attributes.get('id')}`);
});

test.each([
  ['/', [site.name], []],
  ['/blog', ['Blog'], ['Blog']],
  ['/manifesto', ['Manifesto'], ['Manifesto']],
  ['/privacy', [], ['Legal']],
  ['/about', [], []],
  ['/blog/anything', ['Blog'], ['Blog']],
  ['/blogs', [], []],
])('on %s the header marks %j as active and the footer %j', async (address, inHeader, inFooter) => {
  const { root } = await readPage(address);
  const readActive = (landmark: string) =>
    listElements(getOnly(root, landmark), hasAttribute('aria-current')).map(readText);
  expect(readActive('header')).toEqual(inHeader);
  expect(readActive('footer')).toEqual(inFooter);
});

test('every invitation on every page opens the configured form in a new tab', async () => {
  for (const address of ['/', '/investor-faq', '/about', '/events?event=circle-in-berlin']) {
    const { root } = await readSamplePage(address);
    expect(readLinks(root, 'Request Invite')).toEqual([site.inviteUrl]);
    expect(readLinks(root, 'Request Invite', 'target')).toEqual(['_blank']);
  }
});

test('Home links to the manifesto and the FAQ, and has two invitations', async () => {
  const { main } = await readPage('/');
  expect(readLinks(main, 'Read Manifesto')).toEqual(['/manifesto']);
  expect(readLinks(main, 'View FAQ')).toEqual(['/investor-faq']);
  expect(listLinks(main, 'Request Invite')).toHaveLength(2);
});

test.each(['/', '/blog'])('the newsletter box on %s works by itself', async (address) => {
  const { main } = await readPage(address);
  const form = getOnly(main, hasAttribute('action', '/newsletter'));
  expect(form.attributes.get('method')).toBe('post');
  expect(form.attributes.has('novalidate')).toBe(false);
  const input = getOnly(form, hasAttribute('type', 'email'));
  const wanted = { name: 'email', placeholder: 'Enter your email', required: '' };
  expect(Object.fromEntries(input.attributes)).toMatchObject(wanted);
  expect(readAll(form, 'button')).toEqual(['Subscribe']);
});

test('About shows each person with photo or initials, role and profile, and each partner', async () => {
  const { main, words } = await readSamplePage('/about');
  const photos = listElements(main, 'img').map(({ attributes }) => attributes.get('alt'));
  expect(photos).toEqual(['Portrait of Ananya Rao']);
  const { team, partners } = sampleContent;
  const facts = team.flatMap(({ name, role, bio }) => [name, role, bio]);
  const tiles = partners.map(({ name }, index) => name ?? `Partner ${index + 1}`);
  const tilesOnly = getOnly(getOnly(main, hasAttribute('aria-labelledby', 'partners')), 'ul');
  expect(readAll(tilesOnly, 'li')).toEqual(tiles);
  expect(readAll(tilesOnly, 'p')).toEqual(['Kala House']); // An empty tile has no visible caption.
  for (const text of ['LB', ...facts, ...tiles]) {
    expect(words).toContain(text);
  }
  expect(readLinks(main, 'Connect')).toEqual(team.map(({ linkedinUrl }) => linkedinUrl));
  expect(readLinks(main, 'Connect', 'target')).toEqual(['_blank']);
  expect(readLinks(main, 'Get In Touch')).toEqual([`mailto:${site.email}`]);
});

test('the blog lists the posts with all their facts, without links to pages of posts', async () => {
  const { main, words } = await readSamplePage('/blog');
  const articles = listElements(main, 'article');
  expect(articles.map(readText)).toEqual([
    expect.stringMatching(/^Investment ?Sep 18, 2025 ?6 min read ?Patient capital.*Ananya Rao$/),
    expect.stringMatching(/^Culture ?Sep 4, 2025 ?8 min read ?Printed cotton.*First Last$/),
    expect.stringMatching(/^Tech ?Aug 21, 2025 ?6 min read ?To Berlin.*First Last$/),
  ]);
  for (const { excerpt } of sampleContent.posts) expect(words).toContain(excerpt);
  for (const article of articles) expect(listElements(article, 'a')).toEqual([]);
});

test('the manifesto has six sections in order, each with an anchor', async () => {
  const { main } = await readPage('/manifesto');
  const sections = listElements(main, 'h2').slice(0, -1); // The last heading belongs to the closing band.
  expect(sections.map(readText)).toEqual(strings['/manifesto']?.slice(0, 6));
  for (const heading of sections) {
    expect(readLinks(heading, '')).toEqual([`#${heading.attributes.get('id')}`]);
  }
});

test('the FAQ numbers its questions, and an answer may have steps', async () => {
  const { main } = await readSamplePage('/investor-faq');
  const entries = listElements(main, 'details');
  expect(entries.map((entry) => readAll(entry, 'h2'))).toEqual(
    sampleContent.questions.map(({ question }, index) => [`${index + 1}. ${question}`]),
  );
  expect(entries.map((entry) => readAll(entry, 'li'))).toEqual([[], ['Ask.', 'Wait.']]);
  expect(readLinks(main, 'Back to Home')).toEqual(['/']);
});

test('Home names the four steps of the FAQ', async () => {
  const { main } = await readPage('/');
  const steps = getOnly(main, hasAttribute('aria-label', home.onboarding.steps));
  const [titles, texts] = [readAll(steps, 'h3'), readAll(steps, 'p')];
  const { main: faq } = await readPage('/investor-faq');
  const entry = listElements(faq, 'details').at(-1);
  expect(titles).toHaveLength(4);
  expect(entry && readAll(entry, 'li')).toEqual(
    titles.map((title, index) => `${title}. ${texts[index]}`),
  );
});

test('the filters have the options of the specification first, in its order and words', () => {
  const specified = {
    month: ['All Months', 'October', 'November', 'December'],
    city: ['All Cities', 'Berlin', 'Online'],
    format: ['All Formats', 'Online', 'Offline', 'Hybrid'],
    category: ['All Categories', 'Investor Circle', 'Bootcamp', 'Delegation', 'SaaS'],
  };
  for (const events of [[], sampleEvents]) {
    const filters = createFilters(events);
    const labels = filterNames.map((name) => [name, filters[name].options.map((it) => it.label)]);
    expect(Object.fromEntries(labels)).toMatchObject(specified);
    for (const name of filterNames.filter((each) => each in specified)) {
      const { options } = filters[name];
      const values = new Set(everySelection.map((selection) => selection[name]));
      expect(options.map(({ value }) => value)).toEqual([...values]);
    }
  }
});
