import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import jsonld from 'jsonld';

/*
 * Structured data held against schema.org's own definitions: its vocabulary as published (the package
 * @vocabulary/schema carries the whole of it as N-Quads), after an independent JSON-LD processor has
 * read the data.
 */

type Thing = Readonly<Record<string, unknown>>;

const vocabulary = new Map<string, Set<string>>();
const quad = /^<http:\/\/schema\.org\/(\w+)> <[^>]*[/#](\w+)> <[^>]*[/#](\w+)> /gm;
const file = fileURLToPath(import.meta.resolve('@vocabulary/schema/schema.nq'));
for (const [, subject, predicate, object = ''] of readFileSync(file, 'utf8').matchAll(quad)) {
  const key = `${subject} ${predicate}`;
  vocabulary.set(key, (vocabulary.get(key) ?? new Set()).add(object));
}

type Predicate = 'domainIncludes' | 'rangeIncludes' | 'subClassOf' | 'type';
const list = (subject: string, predicate: Predicate): ReadonlySet<string> =>
  vocabulary.get(`${subject} ${predicate}`) ?? new Set();

/** Whether a type is one of those or a kind of one of them. */
const isOneOf = (type: string, wanted: ReadonlySet<string>): boolean =>
  wanted.has(type) || [...list(type, 'subClassOf')].some((each) => isOneOf(each, wanted));

const isThing = (value: unknown): value is Thing => typeof value === 'object' && value !== null;

/**
 * What schema.org has against a JSON-LD document of ours: unknown types and properties, properties on
 * things that have none such, values of a kind that the property does not take, references to nothing.
 *
 * @throws when it is no JSON-LD, or when a processor would drop a part of it
 */
export async function listSchemaProblems(document: object): Promise<readonly string[]> {
  const { '@context': context, '@graph': graph }: Thing = JSON.parse(JSON.stringify(document));
  const vocab = { '@context': { '@vocab': 'http://schema.org/' } };
  await jsonld.expand(JSON.parse(JSON.stringify(document)), {
    documentLoader: async (documentUrl) => ({ documentUrl, document: vocab }), // Nothing is fetched.
    ...{ safe: true }, // Known to the processor, not yet to its types.
  });
  if (context !== 'https://schema.org') return [`another context: ${context}`];
  const typesById = new Map<unknown, string>();
  const collect = (value: unknown) => {
    if (!isThing(value)) return;
    if (typeof value['@type'] === 'string') typesById.set(value['@id'], value['@type']);
    Object.values(value).forEach(collect);
  };
  collect(graph);

  const fits = (value: unknown, range: ReadonlySet<string>): boolean => {
    if (typeof value === 'number') return range.has('Number') || range.has('Integer');
    if (!isThing(value)) return fitsText(String(value), range);
    const { '@type': type = typesById.get(value['@id']) } = value;
    if (typeof type === 'string') return isOneOf(type, range);
    return range.has('URL') && URL.canParse(String(value['@id']));
  };
  const check = (thing: Thing): readonly string[] => {
    const { '@type': type, '@id': _, ...properties } = thing;
    if (Object.keys(properties).length === 0) return []; // Only a reference.
    const name = String(type);
    if (!list(name, 'type').has('Class')) return [`no type ${name}`];
    return Object.entries(properties).flatMap(([property, given]) => {
      const domain = list(property, 'domainIncludes');
      if (domain.size === 0) return [`no property ${property}`];
      if (!isOneOf(name, domain)) return [`${property} is not for ${name}`];
      const values = [given].flat();
      const wrong = values.filter((value) => !fits(value, list(property, 'rangeIncludes')));
      return [
        ...wrong.map((value) => `${name}.${property} does not take ${JSON.stringify(value)}`),
        ...values.filter(isThing).flatMap(check),
      ];
    });
  };
  return [graph].flat().filter(isThing).flatMap(check);
}

function fitsText(text: string, range: ReadonlySet<string>): boolean {
  const member = /^https?:\/\/schema\.org\/(\w+)$/.exec(text)?.[1];
  if (member !== undefined) return [...list(member, 'type')].some((type) => isOneOf(type, range));
  const day = /^\d{4}-\d\d-\d\d$/;
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/;
  return (
    range.has('Text') ||
    (range.has('URL') && URL.canParse(text)) ||
    (range.has('Date') && day.test(text)) ||
    (range.has('DateTime') && instant.test(text) && !Number.isNaN(Date.parse(text)))
  );
}
