import { describe, expect, test } from 'vitest';
import { site } from '#shared/site.ts';
import { findElements, findOnly, readText } from '../helpers/parse-html.ts';
import { findLinks, hasAttribute, readAll, readLinks, readPage } from '../helpers/read-page.ts';

/* The strings and links of the specification, section 2, as a visitor without JavaScript finds them.
   They stand here once more, letter for letter, so that a change of the content is noticed. */

const strings: Readonly<Record<string, readonly string[]>> = {
  '/': [
    'India ↔ Europe Bridge',
    'Backing Indian Art, Culture & Tech Ventures',
    'The Next Big Story',
    'What do we do?',
    'Activate the diaspora',
    'Back bold ideas',
    'Bridge cultures',
    'Currently onboarding investors',
    'We respect your privacy. Unsubscribe at any time.',
  ],
  '/about': ['Government tailwinds', 'Diaspora expertise', 'Friction', 'dealflow', 'Get In Touch'],
  '/blog': ['Blog', 'Stay Updated', 'We respect your privacy. Unsubscribe at any time.'],
  '/manifesto': [
    'Why We Exist',
    'What We Believe',
    'Our Promise',
    'Who We Support',
    'How We Do It',
    'The Future We Imagine',
    '2047, the 100th year of independence',
  ],
  '/contact': [
    'Get in Touch',
    'Mentorship',
    'Partnerships',
    'Corporate collaboration',
    'contributions',
  ],
  '/events': ['Events & Opportunities', 'View Details', 'List', 'Calendar'],
  '/events?month=october&city=online': [
    'No events found',
    'Try adjusting your filters to see more events.',
  ],
  '/events?view=calendar': [
    'Full calendar view coming soon. For now, please use the list view above.',
    'Switch to List View',
  ],
  '/thank-you': ["What's Next", site.email],
  '/thank-you?type=interest': [
    'Thank You for Your Interest!',
    'within 48 hours',
    'confirmation email',
  ],
  '/thank-you?type=newsletter': ['Welcome', 'subscription', 'check your email'],
  '/privacy': ['Last updated', 'Retention', 'Cookies and Analytics', site.email],
  '/terms': ['Last updated', 'Indemnification', 'Governing Law', site.email],
  '/investor-faq': ['Investor FAQ', 'Back to Home', 'India 2047'],
  '/no-such-page': ['404', 'Oops! Page not found', 'Return to Home'],
};

describe.each(Object.entries(strings))('%s', (address, expected) => {
  test.each(expected)('says "%s"', async (text) => {
    expect((await readPage(address)).words).toContain(text);
  });
});

describe('every page', () => {
  test('has a header with the name that leads home, Manifesto, Blog and the invitation', async () => {
    const header = findOnly((await readPage('/terms')).root, 'header');
    expect(readLinks(header, site.name)).toEqual(['/']);
    expect(readAll(findOnly(header, 'nav'), 'a')).toEqual(['Manifesto', 'Blog']);
    expect(readLinks(header, 'Request Invite')).toEqual([site.inviteUrl]);
  });

  test('has a footer with the description and the copyright line for 2025', async () => {
    const footer = readText(findOnly((await readPage('/terms')).root, 'footer'));
    expect(footer).toContain(site.description);
    expect(footer).toContain(`© 2025 ${site.name}`);
  });

  test('has a skip link as the first thing that takes the focus, leading to its content', async () => {
    const { root, main } = await readPage('/');
    const [first] = findElements(findOnly(root, 'body'), hasAttribute('href'));
    expect(first && readText(first)).toBe('Skip to content');
    expect(first?.attributes.get('href')).toBe(`#${main.attributes.get('id')}`);
  });
});

test.each([
  ['/', ['home'], []],
  ['/blog', ['Blog'], ['Blog']],
  ['/manifesto', ['Manifesto'], ['Manifesto']],
  ['/privacy', [], ['Legal']],
  ['/about', [], []],
  ['/blog/anything', ['Blog'], ['Blog']],
])('on %s the header marks %j as active and the footer %j', async (address, inHeader, inFooter) => {
  const { root } = await readPage(address);
  const readActive = (landmark: string) =>
    findElements(findOnly(root, landmark), hasAttribute('aria-current')).map((link) =>
      readText(link) === site.name ? 'home' : readText(link),
    );
  expect(readActive('header')).toEqual(inHeader);
  expect(readActive('footer')).toEqual(inFooter);
});

test('every invitation on every page opens the configured form in a new tab', async () => {
  for (const address of ['/', '/investor-faq', '/about', '/events?event=investor-circle-berlin']) {
    const { root } = await readPage(address);
    expect(readLinks(root, 'Request Invite')).toEqual([site.inviteUrl]);
    expect(readLinks(root, 'Request Invite', 'target')).toEqual(['_blank']);
    expect(readLinks(root, 'Request Invite', 'rel')).toEqual(['noopener noreferrer']);
  }
});

test('Home leads to the manifesto, the FAQ and the about page, and invites twice', async () => {
  const { main } = await readPage('/');
  expect(readLinks(main, 'Read Manifesto')).toEqual(['/manifesto']);
  expect(readLinks(main, 'View FAQ')).toEqual(['/investor-faq']);
  expect(findElements(main, hasAttribute('href', '/about'))).toHaveLength(1);
  expect(findLinks(main, 'Request Invite')).toHaveLength(2);
});

test.each(['/', '/blog'])(
  'the newsletter box on %s is a form that works by itself',
  async (address) => {
    const { main } = await readPage(address);
    const form = findOnly(main, hasAttribute('action', '/newsletter'));
    expect(form.attributes.get('method')).toBe('post');
    const input = findOnly(form, hasAttribute('type', 'email'));
    expect(Object.fromEntries(input.attributes)).toMatchObject({
      name: 'email',
      type: 'email',
      placeholder: 'Enter your email',
      required: '',
    });
    expect(findElements(form, hasAttribute('for', input.attributes.get('id') ?? ''))).toHaveLength(
      1,
    );
    expect(readAll(form, 'button')).toEqual(['Subscribe']);
    expect(form.attributes.has('novalidate')).toBe(false);
  },
);

test('About shows three people with photo, role and profile, and eight partners', async () => {
  const { main } = await readPage('/about');
  expect(findElements(main, 'img')).toHaveLength(3);
  for (const photo of findElements(main, 'img')) {
    expect(photo.attributes.get('alt')).toMatch(/^Portrait of /);
  }
  const profiles = findLinks(main, 'Connect');
  expect(profiles).toHaveLength(3);
  for (const { attributes } of profiles) {
    expect(attributes.get('href')).toMatch(/^https:\/\/www\.linkedin\.com\/in\//);
    expect(attributes.get('target')).toBe('_blank');
  }
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) expect(readText(main)).toContain(`Partner ${n}`);
  const [address, ...others] = findLinks(main, 'Get In Touch');
  expect(address?.attributes.get('href')).toBe(`mailto:${site.email}`);
  expect(address && readText(address)).toContain(site.email);
  expect(others).toEqual([]);
});

test('the blog lists three posts with all their facts, none of which opens a page', async () => {
  const { main } = await readPage('/blog');
  const articles = findElements(main, 'article');
  expect(articles.map(readText)).toEqual([
    expect.stringMatching(/^Investment ?Sep 18, 2025 ?6 min read ?Why patient .*Ananya Rao$/),
    expect.stringMatching(/^Culture ?Sep 4, 2025 ?8 min read ?Indiennes: .*Lukas Brandt$/),
    expect.stringMatching(/^Tech ?Aug 21, 2025 ?5 min read ?From Bengaluru .*Meera Iyer$/),
  ]);
  for (const article of articles) expect(findElements(article, 'a')).toEqual([]);
});

test('the manifesto has six sections in order, each with an anchor', async () => {
  const { main } = await readPage('/manifesto');
  expect(readAll(main, 'h2')).toEqual(strings['/manifesto']?.slice(0, 6));
  for (const heading of findElements(main, 'h2')) {
    expect(readLinks(heading, '')).toEqual([`#${heading.attributes.get('id')}`]);
  }
});

test('the FAQ numbers its ten questions, and the last answer has four steps', async () => {
  const { main } = await readPage('/investor-faq');
  const entries = findElements(main, 'details');
  expect(entries).toHaveLength(10);
  for (const [index, entry] of entries.entries()) {
    expect(readAll(entry, 'h2')[0]).toMatch(new RegExp(`^${index + 1}\\. .*\\?$`));
  }
  expect(entries.map((entry) => readAll(entry, 'li').length)).toEqual([
    0, 0, 0, 0, 0, 0, 0, 0, 0, 4,
  ]);
  expect(readLinks(main, 'Back to Home')).toEqual(['/']);
});

test('the not-found page leads home', async () => {
  const { main } = await readPage('/no-such-page');
  expect(readLinks(main, 'Return to Home')).toEqual(['/']);
});
