import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bundles, listFonts, listPackages } from './licences.ts';

/* The list of what ships, for vulnerability scanners: CycloneDX 1.6. It contains no time and no random number, so
   that the same commit gives the same bytes. */

/** Its name in `dist/`. */
export const sbomName = 'sbom.cdx.json';

/** A part of what ships, in CycloneDX's terms. */
export interface Component {
  readonly type: 'library' | 'file' | 'platform';
  /** Also its id in the file. */
  readonly purl: string;
  readonly name: string;
  readonly version: string;
  /** SPDX name or expression. */
  readonly licence?: string;
  /** SHA-512 of the package, in hexadecimal digits. */
  readonly sha512?: string;
}

/** Writes `outDir`/sbom.cdx.json. */
export async function writeSbom({ browser, server, root }: Bundles, outDir: string): Promise<void> {
  const read = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8'));
  const locked: Readonly<Record<string, { integrity?: string }>> = (await read('package-lock.json'))
    .packages;
  const works = [...(await listPackages(browser, root)), ...(await listPackages(server, root))];
  const libraries = works.map(({ folder, name, version, licence }): Component => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const [, digest = ''] = /^sha512-(\S+)/.exec(locked[folder]?.integrity ?? '') ?? [];
    const sha512 = Buffer.from(digest, 'base64').toString('hex');
    return { type: 'library', purl, name, version, licence, sha512 };
  });
  const fonts = (await listFonts(root)).map(({ version, licence, ...font }): Component => {
    const name = font.name.replace(' (font)', '');
    return { type: 'file', purl: `pkg:generic/${name}@${version}`, name, version, licence };
  });
  const byId = new Map([...libraries, ...fonts].map((each) => [each.purl, each]));
  const components = [...byId.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1));
  const { name, version } = await read('package.json');
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: { type: 'application', 'bom-ref': name, name, version },
    },
    components: [],
  };
  await writeFile(join(outDir, sbomName), extendSbom(JSON.stringify(bom), components));
}

/** Adds components, such as those of an image: Node and the C libraries. */
export function extendSbom(text: string, added: readonly Component[]): string {
  const bom: { components: unknown[] } = JSON.parse(text);
  for (const { licence, sha512, ...rest } of added) {
    bom.components.push({
      ...rest,
      'bom-ref': rest.purl,
      // JSON leaves out what is undefined.
      licenses: licence ? [{ expression: licence }] : undefined,
      hashes: sha512 ? [{ alg: 'SHA-512', content: sha512 }] : undefined,
    });
  }
  return `${JSON.stringify(bom, null, 2)}\n`;
}
