import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Shipped } from './licences.ts';

/* The list of what ships, for vulnerability scanners: CycloneDX 1.6. It contains no time and no random number, so
   that the same commit gives the same bytes. */

/** The name of the SBOM in `dist/`. */
export const sbomName = 'sbom.cdx.json';

/** A part of what ships, as CycloneDX describes it. */
export interface Component {
  readonly type: 'library' | 'file' | 'platform';
  readonly purl: string;
  readonly name: string;
  readonly version: string;
  /** SPDX names or expressions. */
  readonly licenses?: readonly { readonly expression: string }[];
  /** The hash in hexadecimal digits. */
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
}

/** Writes `outDir`/sbom.cdx.json. */
export async function writeSbom({ toVisitors, toServer }: Shipped, outDir: string): Promise<void> {
  const read = async (name: string) => JSON.parse(await readFile(name, 'utf8'));
  const locked: Readonly<Record<string, { integrity: string }>> = (await read('package-lock.json'))
    .packages;
  const works = [...toVisitors, ...toServer].map((work): Component => {
    const { version, licence } = work;
    const licenses = [{ expression: licence }];
    const integrity = locked[work.folder]?.integrity;
    if (!integrity) {
      const name = work.name.replace(' (font)', '');
      return { type: 'file', purl: `pkg:generic/${name}@${version}`, name, version, licenses };
    }
    const purl = `pkg:npm/${work.name.replace('@', '%40')}@${version}`;
    const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
    const hashes = [{ alg: 'SHA-512', content }] as const;
    return { type: 'library', purl, name: work.name, version, licenses, hashes };
  });
  const byId = new Map(works.map((each) => [each.purl, each]));
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
  const bom = parseSbom(text);
  return `${JSON.stringify({ ...bom, components: [...bom.components, ...added] }, null, 2)}\n`;
}

/** An SBOM as `writeSbom` writes it. */
export function parseSbom(text: string): { readonly components: readonly Component[] } {
  return JSON.parse(text);
}
