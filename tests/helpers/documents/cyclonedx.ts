import { z } from 'zod';

/* The part of CycloneDX 1.6 that we write, from https://cyclonedx.org/docs/1.6/json/. */

const name = z.string().min(1);
const identified = z.strictObject({
  type: z.enum(['application', 'library', 'file', 'platform']),
  name,
  version: name,
  purl: z.string().regex(/^pkg:[a-z]+\/[\w.%/+-]+@[^\s@]+$/),
  'bom-ref': name,
  licenses: z.tuple([z.strictObject({ expression: name })]),
  hashes: z.array(z.strictObject({ alg: z.literal('SHA-512'), content: z.hash('sha512') })),
});
const component = identified.partial({ purl: true, 'bom-ref': true, licenses: true, hashes: true });

const bom = z.strictObject({
  $schema: z.literal('http://cyclonedx.org/schema/bom-1.6.schema.json'),
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  version: z.int().min(1),
  metadata: z.strictObject({
    lifecycles: z.array(z.strictObject({ phase: z.enum(['build', 'post-build']) })),
    component,
  }),
  // Each is listed once.
  components: z
    .array(component)
    .refine((all) => new Set(all.map(({ purl }) => purl)).size === all.length),
});

/** Parses the list. @throws with the violations of CycloneDX 1.6 */
export const parseSbom = (text: string) => bom.parse(JSON.parse(text));
