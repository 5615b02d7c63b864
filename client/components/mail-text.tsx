import { Fragment } from 'react';
import { useSite } from '../page-state.ts';
import { inlineLink } from './button.tsx';

/** A text of the content in which `{email}` becomes a link to the contact address. */
export function MailText({ text }: { readonly text: string }) {
  const parts = text.split('{email}');
  return parts.map((part, index) => (
    // The parts of one fixed text never change places.
    // biome-ignore lint/suspicious/noArrayIndexKey: the position is the identity here
    <Fragment key={index}>
      {index > 0 ? <MailLink /> : null}
      {part}
    </Fragment>
  ));
}

/** The contact address as a mailto link. */
export function MailLink({ className }: { readonly className?: string }) {
  const { email } = useSite();
  return (
    <a href={`mailto:${email}`} css={inlineLink} className={className}>
      {email}
    </a>
  );
}
