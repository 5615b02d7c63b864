import { type AppDependencies, createApp } from '#server/app.ts';
import type { Event } from '#shared/events/event.ts';
import { createProgramme } from '#shared/events/programme.ts';
import { sampleContent, sampleEvents } from '../content/sample-content.ts';
import { readPage } from './read-page.ts';

/** A time before the sample events, one during the second of them, and one after all, in ISO 8601. */
export const [before, during, after] = [
  '2025-10-01T12:00:00Z',
  '2025-11-12T14:00:00Z',
  '2026-01-01T12:00:00Z',
] as const;

export const beforeEvents = () => new Date(before);

/** A page of the site with the tests' own content in place of the editors'. Nothing is cached. */
export function readSamplePage(address: string, given: Partial<AppDependencies> = {}) {
  return readPage(address, createApp({ content: sampleContent, now: beforeEvents, ...given }));
}

/** Such a page at a time in ISO 8601, with these events. */
export function readSamplePageAt(
  address: string,
  time: string,
  events: readonly Event[] = sampleEvents,
) {
  const content = { ...sampleContent, programme: createProgramme(events) };
  return readSamplePage(address, { now: () => new Date(time), content });
}
