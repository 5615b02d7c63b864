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
  readonly kind: 'confirmation' | 'issue';
  /** The link that the mail is about, for the terminal of the capture mode. */
  readonly link: string;
}

export type SendOutcome =
  | { readonly kind: 'sent' }
  /** The address does not exist. `code` is SMTP's. */
  | { readonly kind: 'refused'; readonly code: string }
  /** Not now. `everything`: the server, not this mail, so that trying others is of no use. */
  | { readonly kind: 'later'; readonly code: string; readonly everything: boolean };

/** How mails leave. `send` does not reject; `close` waits for nothing. */
export interface Mailer {
  send(mail: Mail): Promise<SendOutcome>;
  close(): void;
}

/** Who sends: `Name <address>` in its parts. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}
