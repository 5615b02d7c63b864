import { eventsTexts } from '#shared/content/events-texts.ts';
import { home } from '#shared/content/home.ts';
import { formatDate } from '#shared/dates/format.ts';
import { formatPlace } from '#shared/events/event.ts';
import { formatEventsUrl, plainQuery } from '#shared/events/filter-query.ts';
import { namePortraitRing } from '#shared/kolam/drawing-files.ts';
import type { DataOf } from '#shared/page-data.ts';
import { textLink } from '../../components/button.tsx';
import { BlankLeaf, CalendarLeaf } from '../../components/calendar-leaf.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Portrait } from '../../components/portrait.tsx';
import { DrawnLine } from '../../drawings/drawn-line.tsx';
import { getLineColour } from '../../drawings/emblem.tsx';
import { css, cx } from '../../styles/css.ts';
import { fromMiddle, inColumns, inEqualColumns, middle, phone, wide } from '../../styles/grid.ts';
import { LongArrow } from './long-arrow.tsx';

const { text, people: peopleLabel, event: eventLabel, events: eventsLabel } = home.meeting;

/** The first people, as one link to the team, and the next event, or a notice that one is being planned. */
export function Meeting({ people, next }: Pick<DataOf<'home'>, 'people' | 'next'>) {
  const [first] = people;
  return (
    <div className={box}>
      {first ? (
        <>
          <h2 className={sentence}>{text}</h2>
          <PageLink to="/about#people" className={peopleLink}>
            <div className={figures}>
              {people.map((person, index) => (
                <div key={person.id}>
                  <Portrait
                    person={person}
                    colour={getLineColour(index)}
                    alt=""
                    className={portrait}
                  >
                    {/* All have the line of the first, which as a file would be one request too many. */}
                    <DrawnLine name={namePortraitRing(first.name)} />
                  </Portrait>
                  <p className={name}>{person.name}</p>
                  <p className={role}>{person.role}</p>
                </div>
              ))}
            </div>
            <span className={textLink}>
              {peopleLabel}
              <LongArrow />
            </span>
          </PageLink>
        </>
      ) : null}
      <div className={cx(gathering, !next && unplanned)}>
        {next ? <CalendarLeaf startAt={next.startAt} /> : <BlankLeaf />}
        <div className={words}>
          <div>
            <p className={name}>{next ? next.title : eventsTexts.nothingPlanned.title}</p>
            {next ? (
              <p className={role}>{`${formatDate(next.startAt)}, ${formatPlace(next)}`}</p>
            ) : null}
          </div>
          <PageLink
            to={next ? formatEventsUrl({ ...plainQuery, event: next.slug }) : '/events'}
            className={textLink}
          >
            {next ? eventLabel : eventsLabel}
            <LongArrow />
          </PageLink>
        </div>
      </div>
    </div>
  );
}

/** The link of a column, under a line as wide as the column. */
const belowRule =
  'align-self:stretch;margin-top:16px;padding-top:8px;border-top:1px solid var(--hairline)';

const box = css`
  display: grid;
  gap: clamp(24px, 2.5vw, 36px) var(--gap);
  grid-template-columns: minmax(0, 1fr);
  margin-top: var(--section);
  /* Below the ventures. */
  dl + & {
    margin-top: calc(var(--section) - 48px);
  }
  ${fromMiddle} {
    grid-template-columns: subgrid;
  }
  ${inColumns('1 / -1')};
  @media print {
    break-inside: avoid;
    grid-template-columns: 2fr 1fr;
    row-gap: 10pt;
    margin-top: 16pt;
  }
`;

/** The sentence is so wide that it breaks after its comma. Balanced lines would not. */
const sentence = css`
  max-width: 16.4em;
  grid-column: 1 / -1;
  text-wrap: wrap;
  ${phone} {
    font-size: min(1.75rem, 10vw);
    text-wrap: balance;
  }
`;

const peopleLink = css`
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  align-items: start;
  text-decoration: none;
  ${inColumns('1 / span 8', '1 / span 4')};
  @media print {
    grid-column: auto;
  }
  > span {
    ${belowRule};
    text-decoration-line: underline;
    /* Like the other link, which is printed as text. */
    @media print {
      min-height: 0;
      padding: 0;
      border: 0;
      color: inherit;
    }
  }
  /* Hover and focus make the lines a pixel thicker, like the underline. */
  &:is(:hover, :focus-visible) {
    svg {
      --line-width: 6.7;
      ${phone} {
        --line-width: 12.5;
      }
    }
    > span {
      text-decoration-thickness: 3px;
    }
  }
`;

const figures = css`
  ${inEqualColumns(3)};
  width: 100%;
  ${phone} {
    svg {
      --line-width: 9;
      --dot-width: 16;
    }
  }
  /* With enlarged text the words are beside the picture. */
  @media (width<17em) {
    row-gap: 16px;
    grid-template-columns: minmax(0, 1fr);
    > div {
      display: grid;
      grid-template: auto 1fr / 88px minmax(0, 1fr);
      column-gap: 16px;
      > div {
        grid-row: span 2;
        align-self: start;
      }
    }
  }
`;

const portrait = css`
  margin-bottom: 12px;
  ${phone} {
    padding: 5%;
  }
`;

const name = css`
  font: 600 clamp(min(1.0625rem, 9vw), 1.7vw, 1.5rem) / 1.2 var(--display);
  text-wrap: balance;
`;

const role = css`
  margin-top: 4px;
  color: var(--muted);
  font-size: 1rem;
  line-height: 1.4;
`;

/** Leaf and figures have the same top, and both end with their links. */
const gathering = css`
  display: flex;
  flex-direction: column;
  row-gap: 12px;
  ${inColumns('10 / -1', '5 / -1')};
  @media print {
    grid-column: auto;
  }
  /* As high as the portraits. */
  ${middle} {
    > :first-child {
      aspect-ratio: 1.36;
      max-width: none;
    }
  }
  ${wide} {
    > :first-child {
      aspect-ratio: 1;
      max-width: none;
    }
    /* The day, as wide as the leaf. */
    > :first-child > div {
      font-size: min(15vw, var(--container) * 0.15);
    }
  }
  /* If there are no people, the text is beside the leaf. */
  &:only-child {
    ${fromMiddle} {
      flex-direction: row;
      column-gap: var(--gap);
      grid-column: 1 / -1;
    }
  }
  ${phone} {
    margin-top: 8px;
  }
`;

/** The dots are beside the title on a phone, because a box of its own would be empty. */
const unplanned = css`
  > :first-child {
    min-height: 0;
  }
  ${phone} {
    flex-direction: row-reverse;
    column-gap: 16px;
    > :first-child {
      flex: 0 0 88px;
      border: 0;
    }
    > :first-child > svg {
      width: 100%;
    }
  }
`;

const words = css`
  display: flex;
  flex-direction: column;
  flex: 1;
  justify-content: space-between;
  align-items: start;
  > * {
    max-width: 100%;
  }
  a {
    margin-top: 8px;
    ${fromMiddle} {
      ${belowRule};
    }
  }
`;
