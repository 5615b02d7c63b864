import type { ReactNode } from 'react';
import type { TeamMember } from '#shared/content/team.ts';
import { lineColours } from '../drawings/emblem.tsx';
import { dots, line } from '../drawings/line-style.ts';
import { css, cx } from '../styles/css.ts';
import { Photograph } from './photograph.tsx';

export const portraitRing = {
  viewBox: '0 0 384 448',
  dots: 'M32 32h321M32 96h1m319 0h1M32 160h1m319 0h1M32 224h1m319 0h1M32 288h1m319 0h1M32 352h1m319 0h1M32 416h321',
};

interface PortraitProps {
  readonly person: Pick<TeamMember, 'name' | 'photoUrl' | 'photograph'>;
  readonly colour: keyof typeof lineColours;
  /** The alternative text; empty if the same link contains the name. */
  readonly alt: string;
  /** The line of the ring around it. */
  readonly children: ReactNode;
  readonly className?: string;
}

/** A photograph or a drawing inside a ring, or the initials if there is neither. */
export function Portrait({ person, colour, alt, children, className }: PortraitProps) {
  const { name, photoUrl, photograph } = person;
  return (
    <div className={cx(paper, className)}>
      <div>
        {photograph ? (
          <Photograph className={photo} photograph={photograph} slot="portrait" alt={alt} />
        ) : photoUrl?.startsWith('/') ? (
          <img
            className={photo}
            src={photoUrl}
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
        <svg
          className={cx(line, lineColours[colour])}
          viewBox={portraitRing.viewBox}
          aria-hidden="true"
        >
          {children}
          <path className={dots} d={portraitRing.dots} />
        </svg>
      </div>
    </div>
  );
}

/** Finds titles and degrees, with dots or without, and articles such as `’t`. */
const noName = /^(dr|prof|phd|mba|msc|bsc|llm|md|jr|sr)$|^\p{L}{2,}\.|\p{L}\.\p{L}|^['’]/iu;

/** The first letters of the first and the last name: `AA` for "Dr. A. P. J. Abdul Kalam Azad, PhD (he/him)". */
function getInitials(name: string): string {
  const words = name.replace(/[(,].*/, '').split(/\s+/);
  const names = words.filter((word) => /\p{L}/u.test(word) && !noName.test(word));
  const ends = [names[0], ...names.slice(1).slice(-1)];
  return ends.map((word) => /\p{L}/u.exec(word ?? '')?.[0]).join('');
}

const paper = css`
  padding: 9%;
  border: 1px solid var(--hairline);
  background: var(--card);
  > div {
    position: relative;
    container-type: inline-size;
  }
  svg {
    --line-width: 5;
    --dot-width: 9;
    position: relative; /* in front of the edges of the picture */
    width: 100%;
  }
`;

/** The empty area inside the ring: 4 of its 6 columns and 5 of its 7 rows. */
const clearing = css`
  position: absolute;
  inset: calc(100% / 7) calc(100% / 6);
`;

const photo = css`
  ${clearing};
  width: calc(400% / 6);
  height: calc(500% / 7);
  object-fit: cover;
`;

const initials = css`
  ${clearing};
  display: grid;
  place-items: center;
  font: 700 min(5rem, 26cqi) / 1 var(--display); /* never wider than the clearing, at any text size */
`;
