import { readdirSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { icoHeaderSize, makeIcons } from '#scripts/icons.ts';
import { repo } from '../helpers/copy-tree.ts';

test('npm run icons makes the icons in public/ from the mark and the palette', async () => {
  const icons = await makeIcons();
  const files = readdirSync(`${repo}/public`).filter((name) => /\.(ico|png|svg)$/.test(name));
  expect(files.sort()).toEqual([...icons.keys()].sort());
  for (const [name, made] of icons) {
    const committed = readFileSync(`${repo}/public/${name}`);
    const isSvg = name.endsWith('.svg');
    const differs = isSvg ? !committed.equals(made) : await differ(name, committed, made);
    expect(differs, `public/${name} is another: npm run icons draws it`).toBe(false);
  }
});

/** Whether two pictures differ by more than rounding errors. Encoders may encode the same pixels differently. */
async function differ(name: string, ...files: readonly [Buffer, Buffer]): Promise<boolean> {
  const [one, other] = await Promise.all(
    files.map(async (file) => {
      const png = name.endsWith('.ico') ? file.subarray(icoHeaderSize) : file;
      return await sharp(png).ensureAlpha().raw().toBuffer();
    }),
  );
  if (one?.length !== other?.length) return true;
  return one?.some((value, index) => Math.abs(value - (other?.[index] ?? 0)) > 2) ?? true;
}
