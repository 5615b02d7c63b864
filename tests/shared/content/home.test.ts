import { expect, test } from 'vitest';
import { home } from '#shared/content/home.ts';

test('Home says what the specification says, letter for letter', () => {
  expect(home).toMatchObject({
    badge: 'India ↔ Europe Bridge',
    headline: 'Backing Indian Art, Culture & Tech Ventures',
    story: { title: 'The Next Big Story' },
    work: { title: 'What do we do?' },
    onboarding: { title: 'Currently onboarding investors' },
  });
});

test('the network does three things', () => {
  expect(home.work.items.map(({ title }) => title)).toEqual([
    'Activate the diaspora',
    'Back bold ideas',
    'Bridge cultures',
  ]);
});
