import { type AppDependencies, createApp } from '#server/app.ts';
import { sampleContent } from '../content/sample-content.ts';
import { readPage } from './read-page.ts';

/** A time before the first of the sample events. */
export const beforeEvents = () => new Date('2025-10-01T12:00:00Z');

/** A page of the site with the tests' own content in place of the editors'. Nothing is cached. */
export function readSamplePage(address: string, given: Partial<AppDependencies> = {}) {
  return readPage(address, createApp({ content: sampleContent, now: beforeEvents, ...given }));
}
