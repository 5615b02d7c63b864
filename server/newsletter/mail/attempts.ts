import type { Mail, Mailer, SendOutcome } from './mailer.ts';
import { type OutboxTiming, stopResponseTimeout } from './timing.ts';

/** Limits the times of the attempts of a process. */
export function createAttempts(mailer: Mailer, timing: OutboxTiming) {
  /** Ends waiting for a response, of each attempt whose mail the mail server has. */
  const waits = new Set<() => void>();
  let isStopping = false;

  return {
    /** @param onOverdue called when the mail server has the whole mail for a while and has not responded */
    async send(mail: Mail, onOverdue: () => void): Promise<SendOutcome> {
      const end = new AbortController();
      const cutOff = () => end.abort();
      let isTransferred = false;
      let timer = setTimeout(() => {
        if (!isTransferred || isStopping) return cutOff();
        timer = setTimeout(cutOff, timing.response);
        onOverdue();
      }, timing.attempt);
      const stopWaiting = () => setTimeout(cutOff, stopResponseTimeout);
      try {
        return await mailer.send(mail, end.signal, () => {
          isTransferred = true;
          waits.add(stopWaiting);
          if (isStopping) stopWaiting();
        });
      } finally {
        clearTimeout(timer);
        waits.delete(stopWaiting);
      }
    },

    /** Waits no longer for responses than a mail server usually takes. */
    stop() {
      isStopping = true;
      for (const stopWaiting of waits) stopWaiting();
    },
  };
}
