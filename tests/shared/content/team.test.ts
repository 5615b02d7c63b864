import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { team } from '#shared/content/team.ts';

const publicFolder = new URL('../../../public/', import.meta.url);

test('the team has three people, each with an id of their own', () => {
  expect(team).toHaveLength(3);
  expect(new Set(team.map(({ id }) => id)).size).toBe(3);
});

describe.each(team)('$name', ({ role, bio, photoUrl, linkedinUrl }) => {
  test('has a role and a biography', () => {
    expect(role).not.toBe('');
    expect(bio).toMatch(/\.$/);
  });

  test('has a photo that is there', () => {
    expect(photoUrl).toMatch(/^\/portraits\//);
    expect(existsSync(new URL(`.${photoUrl}`, publicFolder))).toBe(true);
  });

  test('is linked to a profile on LinkedIn', () => {
    expect(linkedinUrl).toMatch(/^https:\/\/www\.linkedin\.com\/in\/[\w-]+$/);
  });
});
