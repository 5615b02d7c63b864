import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { z } from 'zod';
import { listFonts, listPackages } from './licences.ts';

/* What ships, for programs that look for known holes: CycloneDX 1.6. It has neither a time nor a random
   number in it, so that the same commit gives the same bytes. */

/** Its name in `dist/`. */
export const sbomName = 'sbom.cdx.json';

/** A part of what ships, in the words of CycloneDX. */
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

const lockOf = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), integrity: z.string().optional() }),
  ),
});
const manifestOf = z.object({ name: z.string(), version: z.string() });

/**
 * Writes `outDir`/sbom.cdx.json.
 *
 * @param bundles esbuild's metafiles, and `root`, which their paths are relative to
 */
export async function writeSbom(
  bundles: { readonly browser: Metafile; readonly server: Metafile; readonly root: string },
  outDir: string,
): Promise<void> {
  const { browser, server, root } = bundles;
  const read = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(root, name), 'utf8'));
  const { packages } = lockOf.parse(await read('package-lock.json'));
  const works = [...(await listPackages(browser, root)), ...(await listPackages(server, root))];
  const libraries = works.map(({ name, version, licence }): Component => {
    const [, group, plain = name] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
    const locked = Object.entries(packages).find(
      ([path, each]) => path.endsWith(`node_modules/${name}`) && each.version === version,
    );
    return {
      type: 'library',
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      group,
      name: plain,
      version,
      licence,
      sha512: decodeIntegrity(locked?.[1].integrity),
    };
  });
  const fonts = (await listFonts(root)).map(({ name, version, licence }): Component => {
    const plain = name.replace(' (font)', '');
    return { type: 'file', purl: `pkg:generic/${plain}@${version}`, name: plain, version, licence };
  });
  const manifest = manifestOf.parse(await read('package.json'));
  await writeFile(join(outDir, sbomName), formatSbom(manifest, [...libraries, ...fonts]));
}

/** The same with what an image adds: Node and the C libraries. */
export function extendSbom(text: string, added: readonly Component[]): string {
  const bom = z
    .looseObject({
      components: z.array(z.unknown()),
      dependencies: z.tuple([z.object({ ref: z.string(), dependsOn: z.array(z.string()) })]),
    })
    .parse(JSON.parse(text));
  const [{ ref, dependsOn }] = bom.dependencies;
  return stringify({
    ...bom,
    components: [...bom.components, ...added.map(formatComponent)],
    dependencies: [{ ref, dependsOn: [...dependsOn, ...added.map(({ purl }) => purl)] }],
  });
}

function formatSbom(
  { name, version }: z.infer<typeof manifestOf>,
  components: readonly Component[],
): string {
  const byId = new Map(components.map((component) => [component.purl, component]));
  const sorted = [...byId].sort(([one], [other]) => (one < other ? -1 : 1));
  return stringify({
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: { type: 'application', 'bom-ref': name, name, version },
    },
    components: sorted.map(([, component]) => formatComponent(component)),
    dependencies: [{ ref: name, dependsOn: sorted.map(([id]) => id) }],
  });
}

function formatComponent({ purl, licence, sha512, ...rest }: Component) {
  const isExpression = / (OR|AND) /.test(licence ?? '');
  // What is undefined is not written.
  return {
    ...rest,
    'bom-ref': purl,
    purl,
    licenses: licence && [isExpression ? { expression: licence } : { license: { id: licence } }],
    hashes: sha512 && [{ alg: 'SHA-512', content: sha512 }],
  };
}

/** `sha512-…` of the lock file, in hexadecimal digits. */
function decodeIntegrity(integrity = ''): string | undefined {
  const [, base64] = /^sha512-(\S+)/.exec(integrity) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64').toString('hex');
}

const stringify = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
