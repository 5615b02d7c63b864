import type { TeamMember } from '#shared/content/team.ts';
import { nameFrame } from '#shared/kolam/drawing-files.ts';
import { Icon } from '../icons/icon.tsx';
import { css, cx } from '../styles/css.ts';
import { muted } from '../styles/layout.ts';
import { OutsideLink, textLink } from './button.tsx';
import { DrawnLine } from './drawn-line.tsx';
import { lineColours } from './emblem.tsx';
import { dots, line } from './line-style.ts';
import { Photograph } from './photograph.tsx';

export const portraitFrame = {
  viewBox: '0 0 384 448',
  dots: 'M32 32h321M32 96h1m319 0h1M32 160h1m319 0h1M32 224h1m319 0h1M32 288h1m319 0h1M32 352h1m319 0h1M32 416h321',
};

interface TeamCardProps {
  readonly member: TeamMember;
  readonly colour: keyof typeof lineColours;
}

/** A person. A line runs around the photograph or the drawing, or around the initials if there is neither. */
export function TeamCard({ member, colour }: TeamCardProps) {
  const { name, role, bio, photograph, linkedinUrl } = member;
  const drawing = member.photoUrl?.startsWith('/') ? member.photoUrl : undefined;
  const alt = `Portrait of ${name}`;
  return (
    <li className={card}>
      <div className={paper}>
        <div>
          <svg
            className={cx(line, lineColours[colour])}
            viewBox={portraitFrame.viewBox}
            aria-hidden="true"
          >
            <DrawnLine name={nameFrame(name)} />
            <path className={dots} d={portraitFrame.dots} />
          </svg>
          {photograph ? (
            <Photograph className={photo} photograph={photograph} frame="member" alt={alt} />
          ) : drawing ? (
            <img
              className={photo}
              src={drawing}
              alt={alt}
              width={480}
              height={600}
              loading="lazy"
              decoding="async"
            />
          ) : (
            <p className={initials} aria-hidden="true">
              {getInitials(name)}
            </p>
          )}
        </div>
      </div>
      <h3>{name}</h3>
      <p className={muted}>{role}</p>
      <p>{bio}</p>
      <OutsideLink href={linkedinUrl} className={textLink}>
        Connect
        <span className="visually-hidden"> with {name} on LinkedIn</span>
        <Icon name="arrow-up-right" />
      </OutsideLink>
    </li>
  );
}

/** The first letters of the first and the last word: `AA` for A. P. J. Abdul Kalam Azad (he/him). */
function getInitials(name: string): string {
  const words = name.replace(/ \(.*/, '').split(' ');
  const ends = words.filter((_word, place) => place === 0 || place === words.length - 1);
  return ends.map((word) => [...word][0]).join('');
}

const card = css`
  h3 {
    line-height: 1.2;
  }
  p + p {
    margin-top: 12px;
  }
  @media print {
    break-inside: avoid;
  }
`;

const paper = css`
  padding: 9% 14%;
  margin-bottom: 16px;
  border: 1px solid var(--hairline);
  background: var(--card);
  > div {
    position: relative;
  }
  svg {
    --line-width: 5;
    --dot-width: 9;
    width: 100%;
  }
`;

/** The clearing of the frame: 4 of 6 cells across, 5 of 7 down, with a small margin inside it. */
const clearing = css`
  position: absolute;
  inset: 17.2% 20%;
`;

const photo = css`
  ${clearing};
  width: 60%;
  height: 65.6%;
  object-fit: cover;
`;

const initials = css`
  ${clearing};
  display: grid;
  place-items: center;
  font: 700 min(5rem, 25vw) / 1 var(--display); /* 320 px at 200 % */
`;
