import type { MailState, MailStep } from '../store/store.ts';
import type { SendOutcome } from './mailer.ts';
import {
  bounceDelay,
  getRetryDelay,
  maxAge,
  maxBounceDays,
  maxRetryDelay,
  minRetryDelay,
  rejectionDelays,
  silenceDelay,
} from './timing.ts';

/**
 * This many rejected recipients of an edition in a row show a fault of ours, such as a wrong sender. Confirmations do
 * not count: visitors type those addresses, and ten typing errors are no fault of ours.
 */
export const maxRejectionsInRow = 10;

/**
 * This many rejections of the sender, the login or the message show a fault of ours too. They do not depend on the
 * recipient, so the next mail would fail as well (RFC 5321, section 4.2.1: do not repeat the exact request).
 */
export const maxFailuresInRow = 3;

/** The rejections in a row of a batch, without a delivered mail between them. */
export interface Streak {
  readonly rejections: number;
  /** Of the sender, the login or the message. */
  readonly failures: number;
}

export const noStreak: Streak = { rejections: 0, failures: 0 };

/** What else a decision depends on. */
export interface Circumstances {
  readonly streak: Streak;
  /** Whether the mail server has accepted another mail since this attempt began. */
  readonly isSending: boolean;
  /** Milliseconds of a pause of the confirmations. */
  readonly pause: number;
}

export interface NextStep extends MailStep {
  /** `paused` without a time: until `resume`. */
  readonly batch:
    | { readonly state: 'unchanged' | 'resumed' }
    | { readonly state: 'paused'; readonly time?: number };
  readonly streak: Streak;
  /** Whether the mail server accepts no mail for now. */
  readonly isServerDown: boolean;
}

/** Decides what follows from an attempt at a mail: for this mail, for its batch and for the connection. */
export function decideNextStep(
  state: MailState,
  outcome: SendOutcome,
  { streak, isSending, pause }: Circumstances,
): NextStep {
  const isConfirmation = state.kind === 'confirmation';
  const next = countRejection(streak, outcome, isConfirmation);
  const isPausing = next.rejections >= maxRejectionsInRow || next.failures >= maxFailuresInRow;
  const time = isConfirmation ? { time: pause } : {};
  const isResumed = outcome.kind === 'sent' && isConfirmation && state.isPaused;
  return {
    rejections: state.rejections + (outcome.kind === 'rejected' ? 1 : 0),
    silences: state.silences + (outcome.kind === 'perhaps-sent' ? 1 : 0),
    ...decideMail(state, outcome, isPausing),
    batch: isPausing
      ? { state: 'paused', ...time }
      : { state: isResumed ? 'resumed' : 'unchanged' },
    // Counts from zero after a pause: mails that are sent after its `resume` may be accepted.
    streak: isPausing ? noStreak : next,
    isServerDown: 'scope' in outcome && outcome.scope === 'server' && !isSending,
  };
}

function decideMail(
  state: MailState,
  outcome: SendOutcome,
  isPausing: boolean,
): Pick<MailStep, 'mail' | 'bounceDays'> {
  const isOld = state.age >= maxAge;
  const tryLater = (delay: number) => ({ mail: { state: 'waiting', delay } }) as const;
  switch (outcome.kind) {
    case 'sent':
      return { mail: { state: 'sent' }, bounceDays: 0 };
    case 'perhaps-sent':
      if (state.silences > 0) return { mail: { state: 'perhaps-sent' } };
      return tryLater(silenceDelay);
    case 'bounced': {
      const bounceDays = state.bounceDays + (state.hasBouncedToday ? 0 : 1);
      const isLastDay = bounceDays >= maxBounceDays;
      if (isLastDay && state.isConfirmed && state.hasReached)
        return { mail: { state: 'removed' }, bounceDays };
      const isOver = isOld || (isLastDay && !state.isConfirmed);
      return { ...(isOver ? givenUp : tryLater(bounceDelay)), bounceDays };
    }
    case 'rejected':
    case 'deferred': {
      // When a subscriber asks again, the attempts start again but the rejections do not.
      const rejections = Math.min(state.rejections + 1, state.attempts);
      const delay =
        outcome.kind === 'rejected'
          ? rejectionDelays[rejections - 1]
          : getRetryDelay(state.attempts, minRetryDelay, maxRetryDelay);
      const isOver = isOld || delay === undefined;
      // A pause is a fault of ours, so it gives no mail up.
      return isOver && !isPausing && !state.isPaused ? givenUp : tryLater(delay ?? 0);
    }
  }
}

const givenUp = { mail: { state: 'given-up' } } as const;

/** A deferred mail changes nothing, nor does one that is perhaps sent. */
function countRejection(streak: Streak, outcome: SendOutcome, isConfirmation: boolean): Streak {
  if (outcome.kind === 'sent') return noStreak;
  if (outcome.kind === 'deferred' || outcome.kind === 'perhaps-sent') return streak;
  const isFailure = outcome.kind === 'rejected' && outcome.scope !== 'recipient';
  return {
    rejections: streak.rejections + (isConfirmation ? 0 : 1),
    failures: streak.failures + (isFailure ? 1 : 0),
  };
}
