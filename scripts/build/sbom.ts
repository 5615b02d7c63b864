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
  readonly group?: string | undefined;
  readonly name: string;
  readonly version: string;
  /** SPDX name or expression. */
  readonly licence?: string;
  /** SHA-512 of the package, in hexadecimal digits. */
  readonly sha512?: string | undefined;
}

type Packages = Readonly<Record<string, { version?: string; integrity?: string }>>;

/** Writes `outDir`/sbom.cdx.json. */
export async function writeSbom({ browser, server, root }: Bundles, outDir: string): Promise<void> {
  const read = async (name: string) => JSON.parse(await readFile(join(root, name), 'utf8'));
  const packages: Packages = (await read('package-lock.json')).packages;
  const works = [...(await listPackages(browser, root)), ...(await listPackages(server, root))];
  const libraries = works.map(({ name, version, licence }): Component => {
    const [, group, plain = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
    const [, locked] =
      Object.entries(packages).find(
        ([path, each]) => path.endsWith(`node_modules/${name}`) && each.version === version,
      ) ?? [];
    const [, base64] = /^sha512-(\S+)/.exec(locked?.integrity ?? '') ?? [];
    const sha512 = base64 && Buffer.from(base64, 'base64').toString('hex');
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return { type: 'library', purl, group, name: plain, version, licence, sha512 };
  });
  const fonts = (await listFonts(root)).map(({ name, version, licence }): Component => {
    const plain = name.replace(' (font)', '');
    return { type: 'file', purl: `pkg:generic/${plain}@${version}`, name: plain, version, licence };
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
    dependencies: [{ ref: name, dependsOn: [] }],
  };
  await writeFile(join(outDir, sbomName), extendSbom(JSON.stringify(bom), components));
}

/** Adds components, such as those of an image: Node and the C libraries. */
export function extendSbom(text: string, added: readonly Component[]): string {
  const bom: { components: unknown[]; dependencies: [{ dependsOn: string[] }] } = JSON.parse(text);
  bom.components.push(...added.map(formatComponent));
  bom.dependencies[0].dependsOn.push(...added.map(({ purl }) => purl));
  return `${JSON.stringify(bom, null, 2)}\n`;
}

function formatComponent({ purl, licence, sha512, ...rest }: Component) {
  const isExpression = / (OR|AND) /.test(licence ?? '');
  // JSON leaves out what is undefined.
  return {
    ...rest,
    'bom-ref': purl,
    purl,
    licenses: licence && [isExpression ? { expression: licence } : { license: { id: licence } }],
    hashes: sha512 && [{ alg: 'SHA-512', content: sha512 }],
  };
}
