/** @jsxImportSource react */
import { site } from '#shared/site.ts';
import { Icon } from './icon.tsx';

interface InviteLinkProps {
  readonly className: string;
  readonly arrow?: boolean;
}

export function InviteLink({ className, arrow = false }: InviteLinkProps) {
  return (
    <a href={site.inviteUrl} target="_blank" rel="noopener noreferrer" className={className}>
      Request Invite
      {arrow ? <Icon name="arrow-up-right" /> : null}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
