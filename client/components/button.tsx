import type { ReactNode } from 'react';
import { useSite } from '../data/document-state.ts';
import { Icon } from '../icons/icon.tsx';
import { css, cx } from '../styles/css.ts';
import { touchTarget } from '../styles/grid.ts';

/**
 * 52 px high at the default text size. The padding is larger above than below, because the letters of Anek are not
 * centred in their line box: they sit too high.
 */
const base = css`
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 10px;
  min-height: 3.25rem;
  padding: 0.12em 1.4em 0;
  border: 1.5px solid transparent;
  border-radius: var(--radius);
  font: 600 var(--label) / 1.2 var(--text-face);
  text-align: center;
  text-decoration: none;
  @media (forced-colors: active) {
    border-color: ButtonText;
  }
`;

/** The main action of a page: a filled button. */
export const mainButton = cx(
  base,
  css`
    background: var(--action);
    color: var(--on-action);
    &:hover {
      background: var(--action-hover);
    }
  `,
);

/** All other buttons: a border, which gets 1 px thicker on hover. */
export const quietButton = cx(
  base,
  css`
    background: transparent;
    border-color: var(--control);
    &:hover {
      box-shadow: inset 0 0 0 1px currentColor;
      border-color: currentColor;
    }
  `,
);

/** A row of buttons. */
export const buttonRow = css`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
`;

/** A link outside a sentence. Its underline gets thicker on hover. */
export const textLink = css`
  ${touchTarget};
  gap: 12px;
  color: var(--action);
  font-size: 1.1875rem;
  font-weight: 600;
  text-decoration-thickness: 2px;
  text-underline-offset: 6px;
  &:hover {
    text-decoration-thickness: 3px;
  }
`;

/** A link within a sentence. */
export const inlineLink = css`
  color: var(--action);
  text-decoration-thickness: 1.5px;
  text-underline-offset: 4px;
  &:hover {
    text-decoration-thickness: 2.5px;
  }
`;

interface InviteLinkProps {
  /** Whether it is smaller and has no arrow, as in the header, and in the drawing at the end of a page. */
  readonly small?: boolean;
  /** Whether it is beside another main button. */
  readonly quiet?: boolean;
  readonly className?: string;
}

/** The main call to action, "Request Invite". It opens the external form in a new tab. */
export function InviteLink({ small = false, quiet = false, className }: InviteLinkProps) {
  return (
    <OutsideLink
      href={useSite().inviteUrl}
      className={cx(quiet ? quietButton : mainButton, small && smallButton, className)}
    >
      Request Invite
      {small ? null : <Icon name="arrow-up-right" />}
    </OutsideLink>
  );
}

const smallButton = css`
  min-height: 2.75rem;
  padding-inline: 0.94em;
`;

interface OutsideLinkProps {
  readonly href: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link that opens another site in a new tab. Screen readers get that from a hidden text, others from the arrow. */
export function OutsideLink({ href, className, children }: OutsideLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
