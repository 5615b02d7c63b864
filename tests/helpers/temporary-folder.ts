import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A folder with these files, `path -> text`, that is gone when `use` is done. */
export async function withFolder<Result>(
  files: Readonly<Record<string, string>>,
  use: (folder: string) => Result | Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'setu-test-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
