import { describe, expect, test } from 'vitest';
import { blog, posts } from '#shared/content/posts.ts';
import { formatDay } from '#shared/format.ts';

test('the blog lists three posts, newest first', () => {
  expect(posts).toHaveLength(3);
  const dates = posts.map(({ date }) => date);
  expect(dates).toEqual(dates.toSorted().reverse());
});

test.each(['id', 'title', 'date'] as const)('no two posts share a %s', (field) => {
  expect(new Set(posts.map((post) => post[field])).size).toBe(posts.length);
});

test('there is a post of each category of the specification', () => {
  expect(posts.map(({ category }) => category).sort()).toEqual(['Culture', 'Investment', 'Tech']);
});

test('the blog invites its readers to stay updated', () => {
  expect(blog.title).toBe('Blog');
  expect(blog.newsletter.title).toBe('Stay Updated');
});

describe.each(posts)('$title', ({ date, readTime, excerpt, author, id }) => {
  test('has a day that exists in the calendar', () => {
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(new Date(`${date}T00:00:00Z`).toISOString()).toBe(`${date}T00:00:00.000Z`);
    expect(formatDay(date)).toContain(date.slice(0, 4));
  });

  test('has an anchor, a reading time, an excerpt and an author', () => {
    expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(readTime).toMatch(/^\d+ min read$/);
    expect(excerpt.length).toBeGreaterThan(20);
    expect(author).toMatch(/^\S+ \S+/);
  });
});
