import { Fragment } from 'react';
import { useSite } from '../data/document-state.ts';
import { css, cx } from '../styles/css.ts';
import { inlineLink } from './button.tsx';

/**
 * A text in which `{email}` becomes a link to the contact address. Street and number, postcode and town, and the number
 * in the register each stay on one line.
 */
export function MailText({ text }: { readonly text: string }) {
  const { address, register } = useSite().publisher;
  const numbered = `${address}, ${register}`.split(', ').filter((part) => /\d/.test(part));
  const parts = text.split('{email}');
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is fixed, so the order of its parts never changes
    <Fragment key={index}>
      {index > 0 ? <MailLink /> : null}
      <Unbroken text={part} words={numbered} />
    </Fragment>
  ));
}

interface UnbrokenProps {
  readonly text: string;
  /** Each of them stays on one line. */
  readonly words: readonly string[];
}

function Unbroken({ text, words: [first, ...others] }: UnbrokenProps) {
  if (first === undefined) return text;
  return text.split(first).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <Fragment key={index}>
      {index > 0 ? <span className={oneLine}>{first}</span> : null}
      <Unbroken text={part} words={others} />
    </Fragment>
  ));
}

const oneLine = css`
  white-space: nowrap;
`;

interface MailLinkProps {
  /** The purpose of the link. Comes before the address in the accessible name (WCAG 2.2 SC 2.5.3). */
  readonly purpose?: string;
  /** The subject of the mail (RFC 6068). The link shows it instead of the address. */
  readonly subject?: string;
  /** Whether the address is not part of a sentence. Then it breaks after the @ first, if it is longer than a line. */
  readonly isAlone?: boolean;
  readonly className?: string;
}

/** The contact address as a mailto link. */
export function MailLink({ purpose, subject, isAlone, className }: MailLinkProps) {
  const { email } = useSite();
  const [local, domain] = email.split('@');
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`;
  const name = purpose === undefined ? email : `${purpose}: ${email}`;
  return (
    <a
      href={`mailto:${email}${query}`}
      className={cx(inlineLink, className)}
      aria-label={isAlone ? name : undefined} // Chromium would read `<wbr>` as a space.
    >
      {purpose === undefined ? null : <span className="visually-hidden">{purpose}: </span>}
      {isAlone ? (
        <>
          {`${local}@`}
          <wbr />
          {domain}
        </>
      ) : (
        (subject ?? email)
      )}
    </a>
  );
}
