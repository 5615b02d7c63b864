import { Fragment } from 'react';
import { useSite } from '../data/document-state.ts';
import { cx } from '../styles/css.ts';
import { inlineLink } from './button.tsx';

/** A text of the content in which `{email}` becomes a link to the contact address. */
export function MailText({ text }: { readonly text: string }) {
  const parts = text.split('{email}');
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never change their order
    <Fragment key={index}>
      {index > 0 ? <MailLink /> : null}
      {part}
    </Fragment>
  ));
}

interface MailLinkProps {
  /** The purpose of the link, before the address in its accessible name (WCAG 2.2 SC 2.5.3). */
  readonly purpose?: string;
  /** Of the mail, and the words of the link instead of the address (RFC 6068). */
  readonly subject?: string;
  readonly className?: string;
}

/** The contact address as a mailto link. */
export function MailLink({ purpose, subject, className }: MailLinkProps) {
  const { email } = useSite();
  const query = subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`;
  return (
    <a href={`mailto:${email}${query}`} className={cx(inlineLink, className)}>
      {purpose === undefined ? null : <span className="visually-hidden">{purpose}: </span>}
      {subject ?? email}
    </a>
  );
}
