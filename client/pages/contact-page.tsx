import { useCallback, useEffect, useRef } from 'react';
import { contact } from '#shared/content/contact.ts';
import { listImprint } from '#shared/imprint.ts';
import { MailText } from '../components/mail-text.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { useSite } from '../data/document-state.ts';
import { css, cx } from '../styles/css.ts';
import { columns, inColumns, muted, narrow, screenOnly, sectionEnd } from '../styles/layout.ts';
import { useTheme } from '../theme/theme.ts';

/** An external form needs scripts, its own origin and forms. It must not change the page around it. */
const formSandbox =
  'allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin allow-scripts';
/** Our own page runs no script there. It only has to open the visitor's mail program. */
const standInSandbox = 'allow-same-origin allow-popups allow-top-navigation-by-user-activation';

/** The external form in a frame 500 px high (specification, section 2), or our own page. */
export function Page() {
  const site = useSite();
  const { contactFormUrl } = site;
  const theme = useTheme();
  const frame = useRef<HTMLIFrameElement>(null);
  /** Our own page in the frame runs no script, so this page sets its theme. */
  const applyTheme = useCallback(() => {
    // An external form's document cannot be accessed: null.
    const root = frame.current?.contentDocument?.documentElement;
    if (root) root.dataset['theme'] = theme;
  }, [theme]);
  useEffect(applyTheme, [applyTheme]);
  return (
    <>
      <PageTitle title={contact.title} lead={contact.lead} from={6} />
      <div className={cx(columns, sectionEnd)}>
        <ul className={reasons}>
          {contact.reasons.map(({ id, title, text }) => (
            <li key={id}>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <div className={form}>
          <iframe
            ref={frame}
            onLoad={applyTheme}
            className={formFrame}
            src={contactFormUrl ?? '/contact/form'}
            title={contact.frameTitle}
            height={500}
            loading="lazy"
            sandbox={contactFormUrl === undefined ? standInSandbox : formSandbox}
          />
          <p>
            <MailText text={contact.frameNote} />
          </p>
        </div>
      </div>
      <section className={cx(columns, sectionEnd)} aria-labelledby="imprint">
        <h2 id="imprint" className={imprintTitle}>
          {contact.imprintTitle}
        </h2>
        <dl className={imprint}>
          {listImprint(site).map(([label, value]) => (
            <div key={label}>
              <dt className={muted}>{label}</dt>
              <dd>
                <MailText text={value} />
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

const reasons = css`
  ${inColumns('1 / span 4')};
  li {
    padding-block: 14px 20px;
    border-top: 1px solid var(--hairline);
  }
  h2 {
    margin-bottom: 4px;
    font: 600 1.5rem / 1.2 var(--display);
    letter-spacing: 0;
  }
`;

const form = css`
  ${inColumns('6 / -1')};
  ${narrow} {
    margin-top: 24px;
  }
  p {
    margin-top: 12px;
    color: var(--muted);
    font-size: 1rem;
  }
`;

const imprintTitle = css`
  ${inColumns('1 / span 4')};
`;

const imprint = css`
  ${inColumns('6 / -1')};
  ${narrow} {
    margin-top: 16px;
  }
  div {
    display: grid;
    grid-template-columns: min(9rem, 40%) minmax(0, 1fr);
    column-gap: var(--gap);
    padding-block: 10px;
    border-top: 1px solid var(--hairline);
    overflow-wrap: anywhere;
  }
`;

/** Exactly 500 px with its border. */
const formFrame = css`
  width: 100%;
  height: 500px;
  border: 1px solid var(--hairline);
  border-radius: var(--radius);
  background: var(--card);
  ${screenOnly};
`;
