import { formatDate } from '#shared/dates/format.ts';
import type { PagePath } from '#shared/routes.ts';
import { inlineLink } from '../components/button.tsx';
import { MailText } from '../components/mail-text.tsx';
import { PageLink } from '../components/page-link.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { usePage, usePageData } from '../data/page-query.ts';
import { css, cx } from '../styles/css.ts';
import { columns, inColumns, muted, narrow, sectionEnd, wide } from '../styles/grid.ts';

const otherPages = {
  privacy: { path: '/terms', label: 'Terms of Use' },
  terms: { path: '/privacy', label: 'Privacy Policy' },
} as const satisfies Record<string, { readonly path: PagePath; readonly label: string }>;

/** Privacy and terms in two columns: the table of contents at the left, the numbered text at the right. */
export function Page() {
  const pageId = usePage().id === 'terms' ? 'terms' : 'privacy';
  const { text, today } = usePageData(pageId);
  const other = otherPages[pageId];
  return (
    <>
      <PageTitle title={text.title} line={pageId} lead={text.lead} from={5} />
      <div className={cx(columns, sectionEnd)}>
        <nav className={contents} aria-label="Contents">
          <p className={contentsTitle}>Contents</p>
          <ol role="list">
            {text.sections.map(({ id, title }, index) => (
              <li key={id}>
                <a href={`#${id}`} className={contentsLink}>
                  <span>{index + 1}</span> {title}
                </a>
              </li>
            ))}
          </ol>
          <p className={otherPage}>
            <PageLink to={other.path} className={inlineLink}>
              {other.label}
            </PageLink>
          </p>
        </nav>
        <div className={sectionText}>
          <p className={muted}>
            Last updated: <time dateTime={today}>{formatDate(today)}</time>
          </p>
          {text.sections.map(({ id, title, paragraphs, list }, index) => (
            <section key={id} className={sectionRow} aria-labelledby={id}>
              <h2 id={id}>
                <span>{index + 1} </span>
                {title}
              </h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>
                  <MailText text={paragraph} />
                </p>
              ))}
              {list ? (
                <ul role="list" className={points}>
                  {list.map((point) => (
                    <li key={point}>
                      <MailText text={point} />
                    </li>
                  ))}
                </ul>
              ) : null}
            </section>
          ))}
        </div>
      </div>
    </>
  );
}

const contents = css`
  ${wide} {
    grid-column: 1 / span 3;
    align-self: start;
    position: sticky;
    top: 96px;
    max-height: calc(100dvh - 112px);
    overflow-y: auto;
    /* Space for the focus rings, which a scrolled box would clip. */
    margin: -5px;
    padding: 5px;
  }
  ${narrow} {
    margin-bottom: 40px;
    padding-block: 16px;
    border-block: 1px solid var(--hairline);
  }
`;

const contentsTitle = css`
  margin-bottom: 8px;
  font: 600 1.25rem / 1.3 var(--display);
`;

const contentsLink = css`
  display: flex;
  align-items: baseline;
  min-height: 36px;
  padding-block: 4px;
  font-size: min(1.0625rem, 9vw); /* 320 px at 200 % */
  line-height: 1.4;
  text-decoration: none;
  &:hover {
    text-decoration-line: underline;
    text-decoration-thickness: 1.5px;
    text-underline-offset: 4px;
  }
  span {
    flex: none;
    width: 2em;
    color: var(--muted);
    font-variant-numeric: tabular-nums;
  }
`;

const otherPage = css`
  margin-top: 16px;
`;

const sectionText = css`
  ${inColumns('5 / span 7')};
`;

const sectionRow = css`
  margin-top: clamp(32px, 3.4vw, 48px);
  h2 {
    position: relative;
    font: 600 clamp(min(1.5rem, 10.5vw), 2.2vw, 2rem) / 1.14 var(--display);
    letter-spacing: -0.005em;
  }
  /* The number is in the margin, if there is one. */
  h2 span {
    display: inline-block; /* only its margin separates it from the title, not its space too */
    margin-inline-end: 0.5em;
    color: var(--action);
    font-weight: 700;
    font-variant-numeric: lining-nums;
    ${wide} {
      position: absolute;
      inset-inline-end: 100%;
      margin-inline-end: 0.6em;
    }
  }
  p {
    margin-top: 14px;
  }
`;

const points = css`
  margin-top: 14px;
  max-width: 34em;
  li {
    position: relative;
    padding-inline-start: 28px;
    & + li {
      margin-top: 8px;
    }
    &::before {
      content: '';
      position: absolute;
      inset-inline-start: 4px;
      top: 0.62em;
      border: 4.5px solid var(--dot); /* printed, and seen in forced colours, unlike a background */
      border-radius: 50%;
    }
  }
`;
