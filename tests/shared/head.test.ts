import { expect, test } from 'vitest';
import { describeHead } from '#shared/head.ts';
import { getPageById } from '#shared/routes.ts';

const site = { name: 'Pont Circle', origin: 'https://pont.example' };

test('a page is titled by itself first and by the site after it', () => {
  expect(describeHead(getPageById('about'), site).title).toBe('About · Pont Circle');
});

test('Home is titled by the site first', () => {
  expect(describeHead(getPageById('home'), site).title).toBe(
    'Pont Circle: Backing Indian Art, Culture & Tech Ventures',
  );
});
