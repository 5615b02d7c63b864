import type { Site } from '../site.ts';

type Publisher = Pick<Site, 'publisher'>;

/** The publisher of the site, as labels and values. `{email}` stands for the contact address. */
export function listImprint({ publisher: { name, representative, address, register } }: Publisher) {
  return [
    ['Publisher', name],
    ['Represented by', representative],
    ['Address', address],
    ['Register', register],
    ['Email', '{email}'],
  ] as const;
}

/** The publisher in one clause, for the footer and for sentences. */
export function formatPublisher({ publisher }: Publisher): string {
  const { name, representative, address, register } = publisher;
  return `${name}, represented by ${representative}, ${address} (${register})`;
}
