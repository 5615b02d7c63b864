import type { QueuedMail } from '../store/store.ts';

/** Mails sent at the same time, each over a connection of its own. No more than these are claimed. */
export const concurrency = 5;

/** A mail as it leaves. Every value has been checked: no line breaks in what becomes a header. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Without angle brackets. The same for every attempt at the same mail. */
  readonly messageId: string;
  /** `<https://…>, <mailto:…>` (RFC 2369). */
  readonly listUnsubscribe: string;
  /** Name and domain (RFC 2919), of what goes to the whole list. */
  readonly listId?: { readonly comment: string; readonly url: string };
  readonly kind: QueuedMail['kind'];
  /** The link that the mail is about, for the terminal of the capture mode. */
  readonly link: string;
}

/** What became of one attempt. `code` is SMTP's, or the name of a network error. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  /** The server says that the recipient's address does not exist. */
  | { readonly kind: 'bounced'; readonly code: string }
  /**
   * A permanent failure for another reason (RFC 5321, section 4.2.1). `recipient`: other recipients may be accepted. `message`:
   * what we send. `server`: us, before the recipient was named, so that trying others is of no use.
   */
  | {
      readonly kind: 'rejected';
      readonly code: string;
      readonly scope: 'recipient' | 'message' | 'server';
    }
  /** A transient failure. `server`: trying other mails is of no use either. */
  | { readonly kind: 'deferred'; readonly code: string; readonly scope: 'recipient' | 'server' };

/** The same for the metrics. `given-up`: the attempt was the last one. */
export type MailOutcome = SendOutcome['kind'] | 'given-up';

/** How mails leave. */
export interface Mailer {
  /** Does not reject. When `signal` aborts, the attempt is cut off and its outcome is `deferred`. */
  send(mail: Mail, signal: AbortSignal): Promise<SendOutcome>;
  /** Waits for nothing. */
  close(): void;
}

/** Who sends: `Name <address>` in its parts. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}
