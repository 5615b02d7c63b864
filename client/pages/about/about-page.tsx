import { formatListUrl } from '#shared/paging.ts';
import { inlineLink } from '../../components/button.tsx';
import { ClosingBand } from '../../components/closing-band.tsx';
import { MailLink } from '../../components/mail-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PageLinks } from '../../components/page-links.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { surface } from '../../components/surfaces.ts';
import { usePageData } from '../../data/page-query.ts';
import { Emblem, getLineColour } from '../../drawings/emblem.tsx';
import { Reveal } from '../../motion/reveal.tsx';
import { css, cx } from '../../styles/css.ts';
import { fluidSize } from '../../styles/fluid-size.ts';
import {
  columns,
  fromMiddle,
  inColumns,
  inHalves,
  low,
  middle,
  narrow,
  phone,
  section,
  sectionEnd,
  touchTarget,
  wide,
} from '../../styles/grid.ts';
import { TeamCard } from './team-card.tsx';

/** Mission, reasons, people, partners, and the address to write to. */
export function Page() {
  const { texts: about, list: team, partners, next } = usePageData('about');
  const openPlaces = partners.filter(({ name }) => name === undefined);
  return (
    <>
      <PageTitle title={about.title} line="about" />
      <div className={cx(columns, sectionEnd)}>
        <p className={mission}>{about.mission}</p>
        <p className={missionDetail}>{about.missionDetail}</p>
      </div>
      <Reveal className={cx(surface, section)}>
        <div className={columns}>
          <h2 className={reasonsTitle}>{about.reasonsTitle}</h2>
          <ol role="list" className={reasons}>
            {about.reasons.map(({ id, title, text }) => (
              <li key={id}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </Reveal>
      {team.entries.length > 0 ? (
        <Reveal className={cx(columns, section, listSection)} aria-labelledby="people">
          <h2 id="people">{about.teamTitle}</h2>
          <ul role="list" className={people}>
            {team.entries.map((member, index) => (
              <TeamCard key={member.id} member={member} colour={getLineColour(index)} />
            ))}
          </ul>
          <PageLinks {...team} noun="people" toUrl={(page) => formatListUrl('/about', page)} />
        </Reveal>
      ) : null}
      {partners.length > 0 ? (
        <Reveal className={cx(columns, sectionEnd, listSection)} aria-labelledby="partners">
          <h2 id="partners">{about.partnersTitle}</h2>
          {openPlaces.length > 0 ? (
            <p className={besidePartners}>
              {about.openPlaces.text}{' '}
              <PageLink to="/contact" className={inlineLink}>
                {about.openPlaces.label}
              </PageLink>
              .
            </p>
          ) : null}
          <ul
            role="list"
            className={cx(tiles, openPlaces.length === partners.length && namelessTiles)}
          >
            {partners.map(({ id, name }, index) => (
              <li key={id}>
                <Emblem seed={id} colour={getLineColour(index)} isInFile={index >= 8} />
                {name === undefined ? (
                  <span className="visually-hidden">Partner {index + 1}</span>
                ) : (
                  <p>{name}</p>
                )}
              </li>
            ))}
          </ul>
        </Reveal>
      ) : null}
      <ClosingBand {...(next && { next })}>
        <div className={contact}>
          <h3>{about.getInTouch.title}</h3>
          <p>{about.getInTouch.text}</p>
          <MailLink isAlone purpose={about.getInTouch.title} className={mail} />
        </div>
      </ClosingBand>
    </>
  );
}

const mission = css`
  ${inColumns('6 / -1', '2 / -1')};
  max-width: 20em;
  font: 500 clamp(min(1.5rem, 11vw), 2.5vw, ${fluidSize(2.25)}) / 1.28 var(--display);
`;

const missionDetail = css`
  ${inColumns('6 / -1', '2 / -1')};
  margin-top: 28px;
`;

/** The title stays in view beside the reasons. */
const reasonsTitle = css`
  ${wide} {
    grid-column: 1 / span 4;
    align-self: start;
    position: sticky;
    top: 7rem;
  }
  ${low} {
    && {
      position: static;
    }
  }
`;

const reasons = css`
  display: grid;
  row-gap: clamp(32px, 5vw, 72px);
  margin-top: 32px;
  ${fromMiddle} {
    ${inHalves};
  }
  ${wide} {
    grid-column: 6 / -1;
    margin-top: 0;
  }
  /* The second column begins lower. Only with wide columns: with narrow ones it would look like a mistake. */
  @media (width>=80em) {
    padding-bottom: 36px;
    li:nth-of-type(even) {
      translate: 0 72px;
    }
  }
  li {
    padding-top: 16px;
    border-top: 2px solid currentColor;
  }
  h3 {
    margin-bottom: 8px;
  }
`;

const listSection = css`
  h2 {
    margin-bottom: clamp(28px, 3.4vw, 48px);
    ${inColumns('1 / span 7')};
  }
`;

const people = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr); /* narrower than a long word */
  gap: 40px var(--gap);
  ${fromMiddle} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  ${inColumns('1 / -1')};
  @media print {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    /* The portraits, so that the page ends on the second sheet. */
    li > div:first-child {
      width: 60%;
    }
  }
`;

/** The sentence beside the title of the partners. */
const besidePartners = css`
  margin-bottom: clamp(28px, 3.4vw, 48px);
  ${wide} {
    grid-column: 8 / -1;
    align-self: end;
  }
  ${narrow} {
    margin-top: -12px;
  }
`;

/** Each tile has an outline, and the outlines meet in the gaps, also in an incomplete last row. */
const tiles = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 1px;
  padding: 1px;
  ${middle} {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
  ${wide} {
    grid-column: 1 / -1;
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
  @media print {
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: 0;
    /* Borders in print, because a sheet clips the outline above its first row. */
    && li {
      margin: 0 -1px -1px 0;
      border: 1px solid var(--hairline);
      outline: 0;
    }
  }
  li {
    display: grid;
    justify-items: center;
    align-content: start;
    gap: 20px;
    padding: clamp(24px, 3.4vw, 48px) 12px;
    outline: 1px solid var(--hairline);
  }
  svg {
    width: min(180px, 80%);
  }
  p {
    margin-bottom: calc(-1 * clamp(8px, 1.7vw, 24px));
    color: var(--muted);
    font-size: 1rem;
    overflow-wrap: anywhere;
    text-align: center;
  }
`;

const square = 'aspect-ratio:1;align-content:center;padding:0';

/** Partners without names are small squares: all eight in one row, or four in a row on a phone. */
const namelessTiles = css`
  @media print {
    grid-template-columns: repeat(8, minmax(0, 1fr));
  }
  ${wide} {
    grid-template-columns: repeat(8, minmax(0, 1fr));
    li {
      ${square};
    }
    svg {
      width: 70%;
    }
  }
  ${phone} {
    grid-template-columns: repeat(4, minmax(0, 1fr));
    li {
      ${square};
    }
    svg {
      width: min(64px, 80%);
    }
  }
`;

/** The address to write to, beside the invitation. */
const contact = css`
  ${inColumns('1 / -1')};
  margin-top: clamp(32px, 5vw, 72px);
  padding-top: 20px;
  border-top: 2px solid currentColor;
  @media print {
    margin-top: 8pt;
  }
  h3 {
    margin-bottom: 8px;
  }
  ${wide} {
    display: grid;
    grid-template-columns: subgrid;
    > * {
      grid-column: 8 / -1;
    }
    h3 {
      grid-area: 1 / 1 / auto / span 6;
    }
  }
`;

const mail = css`
  ${touchTarget};
  overflow-wrap: anywhere;
  margin-top: 4px;
  font-size: clamp(1.25rem, 1.7vw, 1.5rem);
  font-weight: 600;
  text-decoration-thickness: 2px;
  text-underline-offset: 6px;
`;
