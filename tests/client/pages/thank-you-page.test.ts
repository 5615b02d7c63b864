import { expect, test } from 'vitest';
import { site } from '#shared/site.ts';
import { findElements } from '../../helpers/parse-html.ts';
import { hasAttribute, readAll, readLinks, readPage } from '../../helpers/read-page.ts';

const general = ['Thank you', false, false] as const;
const interest = ['Thank You for Your Interest!', true, false] as const;
const newsletter = ['Welcome to the newsletter', false, true] as const;

test.each<readonly [search: string, title: string, reviewed: boolean, subscribed: boolean]>([
  ['?type=interest', ...interest],
  ['?utm_source=mail&type=%69nterest', ...interest],
  ['?type=newsletter', ...newsletter],
  ...[
    ...['', '?type=Interest', '?type=%zz', '?type=interest&type=newsletter', '?type=__proto__'],
    '?type=%3Cscript%3Ealert(1)%3C/script%3E',
  ].map((search) => [search, ...general] as const),
])(
  '/thank-you%s says "%s", what comes next, and where to go',
  async (search, title, reviewed, subscribed) => {
    const { response, main, words } = await readPage(`/thank-you${search}`);
    expect(response.status).toBe(200);
    expect(response.text).not.toContain('alert(1)');
    expect(readAll(main, 'h1')).toEqual([title]);
    expect(words.includes('48 hours')).toBe(reviewed);
    expect(words.includes('Your subscription')).toBe(subscribed);
    expect(readAll(main, 'h2')).toEqual(["What's Next"]);
    expect(readAll(main, 'h3')).toHaveLength(2);
    for (const path of ['/', '/events']) {
      expect(findElements(main, hasAttribute('href', path)).length).toBeGreaterThan(0);
    }
    expect(readLinks(main, site.email)).toEqual([`mailto:${site.email}`]);
  },
);
