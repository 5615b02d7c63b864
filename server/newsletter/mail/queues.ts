import { type QueueName, queueNames } from '../store/store.ts';

/** Places that each queue has of its own. */
const ownPlaces = 1;
/** Places that any queue may use besides. */
const sharedPlaces = 2;

/** The number of mails sent at the same time, each over its own connection. */
export const concurrency = queueNames.length * ownPlaces + sharedPlaces;

/**
 * Lets the queues take turns, so that none waits for another: forms to addresses that are deferred delay no edition, and
 * an edition delays no confirmation.
 */
export function createTurns() {
  let last: QueueName = 'repeats';
  return {
    /** The queue whose turn it is; undefined without a mail or a place. */
    next(waiting: readonly QueueName[], sending: readonly QueueName[]): QueueName | undefined {
      const count = (queue: QueueName) => sending.filter((each) => each === queue).length;
      const getShared = (queue: QueueName) => Math.max(0, count(queue) - ownPlaces);
      const used = queueNames.reduce((sum, queue) => sum + getShared(queue), 0);
      const start = queueNames.indexOf(last) + 1;
      const order = [...queueNames.slice(start), ...queueNames.slice(0, start)];
      const found = order.find(
        (queue) => waiting.includes(queue) && (count(queue) < ownPlaces || used < sharedPlaces),
      );
      last = found ?? last;
      return found;
    },
  };
}

/** Spaces mails evenly. @param interval milliseconds between two mails; undefined: without a limit */
export function createRate(interval: number | undefined) {
  let nextAt = Number.NEGATIVE_INFINITY;
  return {
    /** Milliseconds until the next mail. */
    getWait: (now: number) => Math.max(0, nextAt - now),
    /** Counts a mail that is sent now, by this process or perhaps by another one before. */
    count(now: number) {
      if (interval !== undefined) nextAt = now + interval;
    },
  };
}
