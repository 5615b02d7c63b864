import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import {
  findNode,
  formatLicences,
  listFonts,
  listLicenceProblems,
  listPackages,
  sortWorks,
  type Work,
} from './licences.ts';

/** A work and where it ships: to browsers, in the server's bundle, or in both. */
export interface ShippedWork extends Work {
  readonly where: 'browser' | 'server' | 'browser and server';
}

interface Bundles {
  readonly browser: Metafile;
  readonly server: Metafile;
  /** What the metafiles' paths are relative to. */
  readonly root: string;
}

/** Everything that ships and is not ours, by name, and what is wrong with it. */
export async function collectLicences({ browser, server, root }: Bundles): Promise<{
  readonly works: readonly ShippedWork[];
  readonly problems: readonly string[];
}> {
  const toBrowsers = [...(await listPackages(browser, root)), ...(await listFonts(root))];
  const onServer = [...(await listPackages(server, root)), await findNode()];
  const has = (works: readonly Work[], { name, version }: Work) =>
    works.some((each) => each.name === name && each.version === version);
  const works = sortWorks([...toBrowsers, ...onServer]).map((work): ShippedWork => {
    if (!has(onServer, work)) return { ...work, where: 'browser' };
    return { ...work, where: has(toBrowsers, work) ? 'browser and server' : 'server' };
  });
  return { works, problems: listLicenceProblems(works) };
}

/**
 * Writes the texts that licences ask to go along, since the bundles carry no comments: into
 * `outDir`/licences.txt all of them, and into `outDir`/public/licences.txt, for visitors, those of
 * what visitors get.
 *
 * @throws when something may not ship
 */
export async function writeLicences(bundles: Bundles, outDir: string): Promise<void> {
  const { works, problems } = await collectLicences(bundles);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  await writeFile(join(outDir, 'licences.txt'), formatLicences(works));
  const toBrowsers = works.filter(({ where }) => where !== 'server');
  await mkdir(join(outDir, 'public'), { recursive: true });
  await writeFile(join(outDir, 'public/licences.txt'), formatLicences(toBrowsers));
}
