import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { drawFiles, HASHED_FOLDER, isDrawn } from '#scripts/draw/files.ts';
import { repo } from '../helpers/copy-tree.ts';

const files = drawFiles();

test.each([...files])('%s is what the drawing script writes now', (path, content) => {
  const same = readFileSync(join(repo, path), 'utf8') === content;
  expect(same, `${path} is out of date: run \`npm run draw\``).toBe(true);
});

test('no drawing of an earlier version is left in the folder', () => {
  const names = readdirSync(join(repo, HASHED_FOLDER)).map((name) => `${HASHED_FOLDER}/${name}`);
  expect(
    names.filter((name) => isDrawn(basename(name)) && !files.has(name)),
    'Run `npm run draw`',
  ).toEqual([]);
});

test('a portrait takes at most 6 kB and holds nothing but shapes', () => {
  const folder = join(repo, 'public/portraits');
  const portraits = readdirSync(folder).filter((name) => name.endsWith('.svg'));
  expect(portraits).not.toEqual([]);
  for (const name of portraits) {
    const content = readFileSync(join(folder, name), 'utf8');
    expect(Buffer.byteLength(content)).toBeLessThanOrEqual(6 * 1024);
    expect(content).not.toMatch(/<script|<style|style=|href="(?!#)|on\w+=/);
  }
});
