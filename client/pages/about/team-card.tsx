import type { TeamMember } from '#shared/content/team.ts';
import { namePortraitRing } from '#shared/kolam/drawing-files.ts';
import { OutsideLink, textLink } from '../../components/button.tsx';
import { Portrait } from '../../components/portrait.tsx';
import { DrawnLine } from '../../drawings/drawn-line.tsx';
import type { lineColours } from '../../drawings/emblem.tsx';
import { Icon } from '../../icons/icon.tsx';
import { css } from '../../styles/css.ts';
import { muted } from '../../styles/grid.ts';

interface TeamCardProps {
  readonly member: TeamMember;
  readonly colour: keyof typeof lineColours;
}

/** A person: the portrait above the words, or beside them on a phone. */
export function TeamCard({ member, colour }: TeamCardProps) {
  const { name, role, bio, linkedinUrl } = member;
  return (
    <li className={card}>
      <Portrait person={member} colour={colour} alt={`Portrait of ${name}`}>
        <DrawnLine name={namePortraitRing(name)} />
      </Portrait>
      <div>
        <h3>{name}</h3>
        <p className={muted}>{role}</p>
        <p>{bio}</p>
        {linkedinUrl === undefined ? null : (
          <OutsideLink href={linkedinUrl} className={textLink}>
            Connect
            <span className="visually-hidden"> with {name} on LinkedIn</span>
            <Icon name="arrow-up-right" />
          </OutsideLink>
        )}
      </div>
    </li>
  );
}

const card = css`
  h3 {
    margin-top: 16px;
    line-height: 1.2;
  }
  p + p {
    margin-top: 12px;
  }
  /* Hover and focus of the person's link make the line a pixel thicker. */
  &:has(a:is(:hover, :focus-visible)) > div > div > svg {
    --line-width: 6.1;
  }
  /* Not with enlarged text, because the words need the whole width. */
  @media (17em<=width<=40em) {
    display: grid;
    grid-template-columns: 44% minmax(0, 1fr);
    column-gap: 16px;
    align-items: start;
    h3 {
      margin-top: 0;
    }
  }
`;
