import { useEffect } from 'react';
import { investorFaqTexts } from '#shared/content/investor-faq-texts.ts';
import { formatListUrl } from '#shared/paging.ts';
import { InviteLink, textLink } from '../../components/button.tsx';
import { ClosingBand } from '../../components/closing-band.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PageLinks } from '../../components/page-links.tsx';
import { usePageData } from '../../data/page-query.ts';
import { css, cx } from '../../styles/css.ts';
import { fluidSize } from '../../styles/fluid-size.ts';
import {
  columns,
  inColumns,
  inHalves,
  lead,
  middle,
  narrow,
  screenOnly,
  section,
  wide,
} from '../../styles/grid.ts';
import { drawsQuestions, QuestionsLine } from './questions-line.tsx';

/** Numbered questions as `<details>`: they open without JavaScript, several at once, and all of them in print. */
export function Page() {
  const { list: questions } = usePageData('investor-faq');
  const first = questions.before + 1;
  const count = questions.entries.length;
  useEffect(openInPrint, []);
  return (
    <>
      <div className={cx(columns, section, page, drawsQuestions)}>
        <div className={aside}>
          <h1>{investorFaqTexts.title}</h1>
          <p className={cx(lead, sentence)}>{investorFaqTexts.lead}</p>
          <div className={links}>
            <InviteLink />{' '}
            <PageLink to="/" className={textLink}>
              Back to Home
            </PageLink>
          </div>
          <p className={cx(links, moreLinks)}>
            <PageLink to="/about#people" className={textLink}>
              {investorFaqTexts.people}
            </PageLink>{' '}
            <PageLink to="/events" className={textLink}>
              {investorFaqTexts.events}
            </PageLink>
          </p>
          {count > 0 ? <QuestionsLine count={count} /> : null}
        </div>
        {count > 0 ? (
          <ol role="list" className={list} id="questions">
            {questions.entries.map(({ id, question, answer, steps }, index) => (
              <li key={id}>
                <details className={entry} open={index === 0}>
                  <summary className={summary}>
                    <span className={numeral} aria-hidden="true">
                      {first + index}
                    </span>
                    <h2>
                      <span className="visually-hidden">{first + index}. </span>
                      {question}
                    </h2>
                    <span className={toggleIcon} aria-hidden="true" />
                  </summary>
                  <div className={words} id={id}>
                    {answer.map((paragraph) => (
                      <p key={paragraph}>{paragraph}</p>
                    ))}
                    {steps ? (
                      <ol role="list">
                        {steps.map((step) => (
                          <li key={step}>{step}</li>
                        ))}
                      </ol>
                    ) : null}
                    <p className={permalink}>
                      <a href={`#${id}`}>Link to this answer</a>
                    </p>
                  </div>
                </details>
              </li>
            ))}
          </ol>
        ) : null}
        <PageLinks
          {...questions}
          noun="questions"
          toUrl={(page) => formatListUrl('/investor-faq', page)}
        />
      </div>
      <ClosingBand />
    </>
  );
}

/** Older browsers have no `::details-content`, by which CSS shows closed answers on paper (`global-css.ts`). */
function openInPrint() {
  const closed = new Set<HTMLDetailsElement>();
  const printing = new AbortController();
  const { signal } = printing;
  const open = () => {
    for (const entry of document.querySelectorAll<HTMLDetailsElement>('details:not([open])')) {
      closed.add(entry);
      entry.open = true;
    }
  };
  const close = () => {
    for (const entry of closed) entry.open = false;
    closed.clear();
  };
  window.addEventListener('beforeprint', open, { signal });
  window.addEventListener('afterprint', close, { signal });
  return () => printing.abort();
}

const page = css`
  padding-top: clamp(40px, 5.6vw, 80px);
  > nav {
    ${inColumns('6 / -1')}; /* Beside the sticky title, never behind it. */
  }
`;

const aside = css`
  ${wide} {
    grid-column: 1 / span 4;
    align-self: start;
    position: sticky;
    top: 104px;
  }
  h1 {
    font-size: clamp(min(2.75rem, 14vw), 6.1vw, ${fluidSize(5.5)});
  }
  > svg {
    margin-top: 32px;
  }
  ${middle} {
    ${inHalves};
    > * {
      grid-column: 1;
    }
    > svg {
      grid-area: 1 / 2 / span 4;
      align-self: end;
      margin: 0;
    }
  }
  /* The whole column is sticky: in a low window the drawing gets the remaining height. */
  ${wide} {
    > svg {
      max-height: max(0px, 100vh - 35rem);
    }
  }
`;

const sentence = css`
  margin: 20px 0 24px;
  max-width: 18em;
`;

/** A row of two links. */
const links = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 4px 24px;
`;

const moreLinks = css`
  margin-top: 4px; /* the gap of two links, one below the other */
  ${screenOnly};
`;

const list = css`
  border-top: 1px solid var(--hairline);
  ${inColumns('6 / -1')};
  ${narrow} {
    margin-top: 40px;
  }
`;

const entry = css`
  border-bottom: 1px solid var(--hairline);
  --indent: 8.25rem;
  ${narrow} {
    --indent: min(4rem, 20vw);
  }
`;

const summary = css`
  display: grid;
  grid-template-columns: var(--indent) minmax(0, 1fr) 20px;
  align-items: center;
  min-height: 112px;
  padding-block: 8px;
  list-style: none;
  &::-webkit-details-marker {
    display: none;
  }
  ${narrow} {
    min-height: 80px;
  }
  h2 {
    padding: 18px 20px 18px 0; /* space above and below three lines */
    font: 600 clamp(min(1.3125rem, 10.5vw), 1.95vw, 1.75rem) / 1.14 var(--display);
    letter-spacing: 0;
  }
  ${wide} {
    &:hover h2 {
      text-decoration-line: underline;
      text-decoration-thickness: 2px;
      text-underline-offset: 6px;
    }
  }
  /* In forced colours the system paints a box behind the numeral, which must not cover the hairlines. Firefox paints it
     also where the numeral itself clips. */
  @media (forced-colors: active) {
    overflow: clip;
  }
`;

const numeral = css`
  padding-top: 0.22em;
  color: var(--indigo);
  font: 800 5rem / 0.8 var(--display);
  font-variant-numeric: lining-nums;
  letter-spacing: -0.02em;
  details[open] > summary > & {
    color: var(--action);
  }
  ${narrow} {
    font-size: min(2.75rem, 13.75vw);
  }
`;

/** Plus, or minus when open: two bars, one of which disappears. */
const toggleIcon = css`
  position: relative;
  width: 20px;
  height: 20px;
  &::before,
  &::after {
    content: '';
    position: absolute;
    top: 9px;
    width: 20px;
    height: 2px;
    background: currentColor;
  }
  &::after {
    rotate: 90deg;
  }
  details[open] > summary > &::after {
    display: none;
  }
  ${wide} {
    summary:hover > &::before,
    summary:hover > &::after {
      height: 3px;
    }
  }
  @media (forced-colors: active) {
    &::before,
    &::after {
      background: CanvasText;
    }
  }
  ${screenOnly};
`;

/** The element with the id of the address: a browser opens the `<details>` around the target of a fragment. */
const words = css`
  scroll-margin-top: 128px;
  padding-block: 4px 36px;
  padding-inline: var(--indent) 40px;
  p + p {
    margin-top: 16px;
  }
  ${narrow} {
    padding-inline-end: 0;
  }
  ol {
    margin-top: 16px;
    counter-reset: step;
  }
  li {
    display: grid;
    grid-template-columns: 2em minmax(0, 1fr);
    max-width: 34em;
    padding-block: 8px;
    counter-increment: step;
    &::before {
      content: counter(step);
      color: var(--action);
      font: 700 1.25em / 1.4 var(--display);
    }
  }
`;

const permalink = css`
  font-size: 1rem;
  color: var(--muted);
  a {
    display: inline-flex;
    align-items: center;
    min-height: 32px;
    text-underline-offset: 4px;
  }
  ${screenOnly};
`;
