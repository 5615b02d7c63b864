import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import jsonld from 'jsonld';

/*
 * Structured data held against schema.org's own definitions: its vocabulary as published (the package
 * @vocabulary/schema carries the whole of it as N-Quads), after an independent JSON-LD processor has
 * read the data.
 */

const namespace = 'http://schema.org/';
const { supers, domains, ranges, members } = readVocabulary();

/** An expanded node or value (JSON-LD 1.1 API, section 5.1). */
type Expanded = Readonly<Record<string, unknown>>;

/**
 * What schema.org has against a JSON-LD document: unknown types and properties, properties on things
 * that have none such, values of a kind that the property does not take, references to nothing.
 *
 * @throws when it is no JSON-LD, or when a processor would drop a part of it
 */
export async function findSchemaProblems(document: object): Promise<readonly string[]> {
  const expanded: unknown = await jsonld.expand(JSON.parse(JSON.stringify(document)), {
    documentLoader: loadContext,
    ...{ safe: true }, // Known to the processor, not yet to its types.
  });
  if (!Array.isArray(expanded)) throw new Error('Not a JSON-LD document');
  const nodes = expanded.filter(isObject).flatMap(findNodes);
  const typesById = new Map(
    nodes.flatMap((node) =>
      typesOf(node).length > 0 ? [[String(node['@id']), typesOf(node)]] : [],
    ),
  );
  return nodes.flatMap((node) => checkNode(node, typesById));
}

/** The one context we use. Nothing is ever fetched. */
async function loadContext(url: string) {
  if (url !== 'https://schema.org') throw new Error(`Another context: ${url}`);
  return { documentUrl: url, document: { '@context': { '@vocab': namespace } } };
}

/** A node and all nodes in it that say what they are. */
function findNodes(node: Expanded): readonly Expanded[] {
  const inside = Object.entries(node)
    .filter(([key]) => !key.startsWith('@'))
    .flatMap(([, values]) => (Array.isArray(values) ? values : []))
    .filter(isObject)
    .filter((value) => value['@value'] === undefined)
    .flatMap(findNodes);
  return [node, ...inside];
}

function checkNode(node: Expanded, typesById: ReadonlyMap<string, readonly string[]>): string[] {
  const types = typesOf(node);
  const properties = Object.entries(node).filter(([key]) => !key.startsWith('@'));
  if (properties.length === 0) return []; // Only a reference; whoever holds it looks at it.
  if (types.length === 0) return [`${JSON.stringify(node)} does not say what it is`];
  const unknown = types.filter((type) => !supers.has(type)).map((type) => `no type ${type}`);
  return [
    ...unknown,
    ...properties.flatMap(([property, values]) => {
      const of = `${types.join()}.${property}`;
      const domain = domains.get(property);
      if (!domain) return [`no property ${of}`];
      if (!types.some((type) => isOneOf(type, domain))) return [`${of} is not for that type`];
      const list = Array.isArray(values) ? values.filter(isObject) : [];
      return list
        .filter((value) => !fits(value, ranges.get(property) ?? new Set(), typesById))
        .map((value) => `${of} does not take ${JSON.stringify(value)}`);
    }),
  ];
}

function fits(
  value: Expanded,
  range: ReadonlySet<string>,
  typesById: ReadonlyMap<string, readonly string[]>,
): boolean {
  const literal = value['@value'];
  if (typeof literal === 'string') return fitsText(literal, range);
  if (typeof literal === 'number') {
    const kinds = Number.isInteger(literal) ? ['Integer', 'Number'] : ['Number'];
    return kinds.some((kind) => range.has(kind));
  }
  const types = typesOf(value).length > 0 ? typesOf(value) : typesById.get(String(value['@id']));
  if (range.has('URL') && types === undefined) return URL.canParse(String(value['@id']));
  return types?.some((type) => isOneOf(type, range)) ?? false;
}

function fitsText(text: string, range: ReadonlySet<string>): boolean {
  const member = /^https?:\/\/schema\.org\/(\w+)$/.exec(text)?.[1];
  if (member !== undefined) {
    return [...(members.get(member) ?? [])].some((type) => isOneOf(type, range));
  }
  const day = /^\d{4}-\d\d-\d\d$/;
  const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)$/;
  return (
    range.has('Text') ||
    (range.has('URL') && URL.canParse(text)) ||
    (range.has('Date') && day.test(text)) ||
    (range.has('DateTime') && instant.test(text) && !Number.isNaN(Date.parse(text)))
  );
}

/** Whether a type is one of those or a kind of one of them. */
function isOneOf(type: string, wanted: ReadonlySet<string>): boolean {
  return wanted.has(type) || [...(supers.get(type) ?? [])].some((each) => isOneOf(each, wanted));
}

function typesOf(node: Expanded): readonly string[] {
  const types = node['@type'];
  return Array.isArray(types) ? types.map((type) => shorten(String(type))) : [];
}

function shorten(iri: string): string {
  return iri.replace(/^https?:\/\/schema\.org\//, '');
}

function isObject(value: unknown): value is Expanded {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readVocabulary() {
  const file = fileURLToPath(import.meta.resolve('@vocabulary/schema/schema.nq'));
  const found = {
    supers: new Map<string, Set<string>>(),
    domains: new Map<string, Set<string>>(),
    ranges: new Map<string, Set<string>>(),
    members: new Map<string, Set<string>>(),
  };
  const add = (map: Map<string, Set<string>>, key: string, value: string) =>
    map.set(key, (map.get(key) ?? new Set()).add(value));
  const quad = /^<http:\/\/schema\.org\/(\w+)> <([^>]+)> <([^>]+)> /gm;
  for (const [, subject = '', predicate = '', object = ''] of readFileSync(file, 'utf8').matchAll(
    quad,
  )) {
    const value = shorten(object);
    if (predicate === `${namespace}domainIncludes`) add(found.domains, subject, value);
    else if (predicate === `${namespace}rangeIncludes`) add(found.ranges, subject, value);
    else if (predicate.endsWith('#subClassOf')) add(found.supers, subject, value);
    else if (predicate.endsWith('#type')) add(found.members, subject, value);
  }
  // A class without a superclass is a class all the same, `Thing` above all.
  for (const [name, kinds] of found.members) {
    if ([...kinds].some((kind) => kind.endsWith('#Class')) && !found.supers.has(name)) {
      found.supers.set(name, new Set());
    }
  }
  const shortened = (map: Map<string, Set<string>>) =>
    new Map([...map].map(([key, values]) => [`${namespace}${key}`, values]));
  return { ...found, domains: shortened(found.domains), ranges: shortened(found.ranges) };
}
