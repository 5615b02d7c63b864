import type { QueuedMail } from '../store/store.ts';

/** A mail to be sent. Every value has been checked: no line breaks in headers. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** It has no angle brackets, and is the same for every attempt at the mail. */
  readonly messageId: string;
  /** `<https://…>, <mailto:…>` (RFC 2369). */
  readonly listUnsubscribe: string;
  /** Name and domain of the list (RFC 2919), for mails to the whole list. */
  readonly listId?: { readonly comment: string; readonly url: string };
  readonly kind: QueuedMail['kind'];
  /** The link that the mail is about, which the capture mode prints. */
  readonly link: string;
}

/** The outcome of one attempt. `code` is SMTP's, or the name of a network error. */
export type SendOutcome =
  | { readonly kind: 'sent' }
  /** The mail server accepts no mail for now: no connection, a failed login, or a refused sender. */
  | { readonly kind: 'server-fault'; readonly code: string }
  /** The mail server says that the recipient's address does not exist. */
  | { readonly kind: 'bounced'; readonly code: string }
  /** A permanent failure for another reason (RFC 5321, section 4.2.1). */
  | { readonly kind: 'rejected'; readonly code: string }
  /** No success, and perhaps later. `isClosed`: the connection was closed without a response. */
  | { readonly kind: 'deferred'; readonly code: string; readonly isClosed?: boolean };

/** The outcome for the metrics. `given-up`: the attempt was the last one. */
export type MailOutcome = SendOutcome['kind'] | 'given-up';

export interface Mailer {
  /** Never rejects. `signal` cuts it off. `onTransferred` is called when the mail server has the whole mail. */
  send(mail: Mail, signal: AbortSignal, onTransferred?: () => void): Promise<SendOutcome>;
  /** Checks whether mails could be sent, without sending one. @throws when they could not */
  check(): Promise<void>;
  close(): void;
}
