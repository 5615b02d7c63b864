import { Fragment } from 'react';
import { formatOutline, openings } from '#shared/kolam/openings.ts';
import { ClosingBand } from '../../components/closing-band.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { usePageData } from '../../data/page-query.ts';
import { Line } from '../../drawings/line.tsx';
import { Reveal } from '../../motion/reveal.tsx';
import { css, cx } from '../../styles/css.ts';
import { fluidSize } from '../../styles/fluid-size.ts';
import {
  columns,
  inColumns,
  inEqualColumns,
  middle,
  narrow,
  phone,
  readingLineSticks,
  screenOnly,
  sectionEnd,
  touchTarget,
  underlinedOnHover,
  wide,
} from '../../styles/grid.ts';
import { drawnByReading, readText } from './drawn-by-reading.ts';
import { ReadingLine } from './reading-line.tsx';

export const progressLine = {
  viewBox: '-6 -6 204 1292',
  dots: 'M32 32v1217M96 32v1217M160 32v1217',
  end: 'M96 1248h1',
};

export const BelowHeader = ReadingLine;

const openingOutline = formatOutline(openings.manifesto);

/**
 * A long text; the numbers stay beside their section. A line at the left, or below the header in a narrow window, shows
 * the progress. Browsers that support neither show the line between two sections.
 */
export function Page() {
  const { texts: manifesto, next } = usePageData('manifesto');
  const halfway = Math.floor(manifesto.sections.length / 2);
  return (
    <>
      <PageTitle
        title={manifesto.title}
        line="manifesto"
        lead={manifesto.lead}
        from={5}
        className={belowReadingLine}
      />
      <div className={columns}>
        <nav className={contents} aria-label="Sections">
          <ol role="list" className={contentsList}>
            {manifesto.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
      </div>
      <div className={cx(columns, sectionEnd)}>
        <div className={progress} aria-hidden="true">
          <Line
            outline={progressLine}
            name="progress"
            direction="down"
            animation={drawnByReading}
          />
        </div>
        <div className={cx(readText, sections)}>
          {manifesto.sections.map(({ id, title, statement, paragraphs }, index) => (
            <Fragment key={id}>
              {index === halfway ? (
                <div className={divider}>
                  <Line outline={openingOutline} name="manifesto" id="divider" />
                </div>
              ) : null}
              <Reveal className={sectionRow} aria-labelledby={id}>
                <p className={numeral} aria-hidden="true">
                  {index + 1}
                </p>
                <div className={text}>
                  <h2 id={id}>
                    <a href={`#${id}`}>{title}</a>
                  </h2>
                  <p className={claim}>{statement}</p>
                  {paragraphs.map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
                </div>
              </Reveal>
            </Fragment>
          ))}
        </div>
      </div>
      <ClosingBand {...(next && { next })} />
    </>
  );
}

/** The reading line is near the title, so it has no other line beside it, except on paper. */
const belowReadingLine = css`
  ${middle} {
    padding-top: 28px;
    && svg {
      visibility: hidden;
    }
  }
  @media print {
    && svg {
      visibility: visible;
    }
  }
`;

const contents = css`
  padding-bottom: clamp(32px, 5vw, 72px);
  ${inColumns('5 / -1', '2 / -1')};
  ${screenOnly};
`;

const contentsList = css`
  /* Fixed columns: flowing links would wrap differently in the fallback font. */
  display: grid;
  grid-template-columns: repeat(3, auto);
  justify-content: start;
  gap: 0 48px;
  ${narrow} {
    grid-template-columns: repeat(2, auto);
    column-gap: 28px;
  }
  /* Two columns would break one of the titles. */
  @media (width<=22em) {
    && {
      grid-template-columns: auto;
    }
  }
  a {
    ${touchTarget};
    font-weight: 500;
    text-decoration-thickness: 1px;
    text-decoration-color: var(--control);
    text-underline-offset: 6px;
    &:hover {
      text-decoration-thickness: 2px;
    }
  }
`;

const progress = css`
  display: none;
  ${wide} {
    display: block;
    grid-column: 1;
  }
  /* In browsers with scroll-driven animations, CSS clips the coloured copy by the scroll position. */
  svg {
    position: sticky;
    top: 104px;
    width: 86px;
    max-height: calc(100dvh - 136px);
    ${screenOnly};
  }
`;

const sections = css`
  ${inColumns('2 / -1')};
`;

/** A line between two sections, for a narrow window without a line below its header (`reading-line.tsx`). */
const divider = css`
  margin-top: clamp(40px, 6.1vw, 88px);
  ${wide} {
    display: none;
  }
  ${readingLineSticks} {
    @supports (animation-timeline: scroll()) {
      && {
        display: none;
      }
    }
  }
  ${screenOnly};
  svg {
    --line-width: 8;
    --dot-width: 14;
    width: 100%;
  }
`;

const sectionRow = css`
  &:not(:first-of-type) {
    margin-top: clamp(40px, 6.1vw, 88px);
    padding-top: clamp(40px, 6.1vw, 88px);
    border-top: 1px solid var(--hairline);
  }
  ${middle} {
    ${inEqualColumns(6)};
  }
  ${wide} {
    ${inEqualColumns(11)};
  }
  @media print {
    display: block; /* browsers break the columns of a grid at different places */
  }
`;

const numeral = css`
  padding-top: 0.22em;
  color: var(--action);
  font: 800 clamp(4.5rem, 9.4vw, ${fluidSize(8.5)}) / 0.8 var(--display);
  ${middle} {
    place-self: start;
    position: sticky;
    top: 7rem; /* below the reading line */
    margin-top: -0.22em;
  }
  ${wide} {
    grid-column: 1 / span 3;
    place-self: start end;
    position: sticky;
    top: 96px;
    margin-top: -0.22em;
    padding-inline-end: 0.12em;
  }
  @media print {
    position: static;
    float: left;
    break-inside: avoid;
    /* As high as title, statement and the first lines below it, so that it is on their sheet. */
    height: 170pt;
    margin-bottom: -170pt;
  }
`;

const text = css`
  ${inColumns('4 / span 7', '2 / -1')};
  h2 {
    color: var(--indigo);
    font: 600 min(1.5625rem, 11.5vw) / 1.2 var(--display);
    letter-spacing: 0;
    ${phone} {
      scroll-margin-top: 5rem; /* the numeral above it */
    }
  }
  /* A link to its own section, which looks like the title. */
  h2 a {
    text-decoration: none;
    ${underlinedOnHover};
  }
  p + p {
    margin-top: 20px;
    max-width: 32em;
  }
  @media print {
    margin-inline-start: 17%;
    h2::after {
      height: 150pt; /* the statement and the first lines below it, as in global-css.ts */
      margin-bottom: -150pt;
    }
    p {
      break-inside: avoid;
    }
  }
  ${wide} {
    h2 + p + p {
      margin-top: 36px;
    }
  }
`;

const claim = css`
  margin-top: 12px;
  max-width: 15.4em;
  /* Not 28 px: between 412 and 420 px the fallback font would need a different number of lines. */
  font: 500 clamp(min(1.6875rem, 11vw), 2.8vw, 2.5rem) / 1.24 var(--display);
  text-wrap: balance;
  /* Two of the statements are larger and extend into the empty columns. */
  ${wide} {
    section:is(:nth-of-type(2), :last-of-type) & {
      width: calc(100% * 8 / 7);
      max-width: none;
      font-size: clamp(2.25rem, 3.7vw, 3.375rem);
      line-height: 1.16;
    }
  }
`;
