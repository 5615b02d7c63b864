import type { EventSummary } from './event.ts';
import { getPhase } from './phase.ts';

/**
 * Announces changes of the programme on an open page to screen readers: `Investor Circle Berlin has begun.` One
 * sentence, or undefined where no listed event has changed.
 */
export function findAnnouncement(
  events: readonly EventSummary[],
  from: number,
  to: number,
): string | undefined {
  const sentences = events.flatMap((event) => {
    const phase = getPhase(event, to);
    if (event.status.kind === 'cancelled' || phase === getPhase(event, from)) return [];
    return phase === 'under-way' ? `${event.title} has begun.` : `${event.title} has ended.`;
  });
  return sentences.length > 1 ? 'The programme has changed.' : sentences[0];
}
