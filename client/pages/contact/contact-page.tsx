import { useCallback, useEffect, useRef, useState } from 'react';
import { contact } from '#shared/content/contact.ts';
import { listImprint } from '#shared/legal/imprint.ts';
import { AddressText } from '../../components/address-text.tsx';
import { inlineLink } from '../../components/button.tsx';
import { MailLink, MailText } from '../../components/mail-text.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { PageTitle } from '../../components/page-title.tsx';
import { useSite } from '../../data/document-state.ts';
import { css, cx } from '../../styles/css.ts';
import {
  columns,
  inColumns,
  inHalves,
  middle,
  muted,
  narrow,
  screenOnly,
  sectionEnd,
} from '../../styles/grid.ts';
import { useTheme } from '../../theme/theme.ts';

/** An external form needs scripts, its own origin and forms. It must not change the page around it. */
const formSandbox =
  'allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin allow-scripts';
/** Our own page runs no scripts in the iframe. It only has to open the mail program. */
const standInSandbox = 'allow-same-origin allow-popups allow-top-navigation-by-user-activation';

/** The external form in an iframe 500 px high (specification, section 2), or our own page. */
export function Page() {
  const site = useSite();
  const { contactFormUrl } = site;
  const hasForm = contactFormUrl !== undefined;
  const theme = useTheme();
  const iframe = useRef<HTMLIFrameElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  /** Our own page in the iframe runs no scripts, so this page sets its theme. */
  const applyTheme = useCallback(() => {
    // It is null for an external form, whose document cannot be accessed.
    const root = iframe.current?.contentDocument?.documentElement;
    if (root) root.dataset['theme'] = theme;
  }, [theme]);
  useEffect(applyTheme, [applyTheme]);
  // The iframe may have loaded before hydration. `contentDocument` of a loaded external form is null.
  useEffect(() => {
    const content = iframe.current?.contentDocument;
    if (content?.URL !== 'about:blank' && content?.readyState !== 'loading') setLoaded(true);
  }, []);
  useEffect(() => {
    if (!hasForm) return;
    // An external form may take the focus when it loads, and browsers then scroll to it. Either may be seen first.
    const waiting = new AbortController();
    const stop = () => waiting.abort();
    const undo = () => {
      const isTaken = document.activeElement === iframe.current;
      if (!isTaken || window.scrollY === 0 || navigator.userActivation?.hasBeenActive !== false)
        return;
      window.scrollTo(0, 0);
      stop();
    };
    undo(); // It may have happened before hydration.
    const options = { signal: waiting.signal, passive: true };
    for (const type of ['scroll', 'blur']) window.addEventListener(type, undo, options);
    for (const type of ['wheel', 'touchmove']) window.addEventListener(type, stop, options);
    return stop;
  }, [hasForm]);
  const onLoad = () => {
    applyTheme();
    setLoaded(true);
  };
  return (
    <>
      <PageTitle title={contact.title} line="contact" lead={contact.lead} from={6} />
      <div className={cx(columns, sectionEnd)}>
        <div className={reasons}>
          <ul role="list">
            {contact.reasons.map(({ id, title, text }) => (
              <li key={id}>
                <h2>{hasForm ? title : <MailLink subject={title} className={subject} />}</h2>
                <p>{text}</p>
              </li>
            ))}
          </ul>
          <p>
            {contact.faqText}{' '}
            <PageLink to="/investor-faq" className={inlineLink}>
              {contact.faqLabel}
            </PageLink>
            .
          </p>
        </div>
        <div className={form}>
          {hasForm ? (
            <p className={cx(muted, note)}>
              <MailText text={contact.formNote} />
            </p>
          ) : null}
          <div className={formBox}>
            {hasForm && !isLoaded ? (
              <p className={cx('needs-script', muted)}>{contact.formLoading}</p>
            ) : null}
            <iframe
              ref={iframe}
              onLoad={onLoad}
              className={embeddedForm}
              data-loaded={isLoaded || undefined}
              src={contactFormUrl ?? '/contact/form'}
              title={hasForm ? contact.formTitle : contact.standIn.title}
              height={500}
              loading="lazy"
              sandbox={hasForm ? formSandbox : standInSandbox}
            />
          </div>
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
              <dd>{value === '{email}' ? <MailLink isAlone /> : <AddressText text={value} />}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  );
}

const reasons = css`
  ${inColumns('1 / span 4')};
  ul {
    ${middle} {
      ${inHalves};
    }
  }
  li {
    padding-block: 14px 20px;
    border-top: 1px solid var(--hairline);
  }
  h2 {
    margin-bottom: 4px;
    font: 600 min(1.5rem, 11.5vw) / 1.2 var(--display);
    letter-spacing: 0;
  }
`;

const subject = css`
  color: inherit;
  text-decoration-thickness: 2px;
  @media print {
    text-decoration: none;
  }
`;

const form = css`
  ${inColumns('6 / -1')};
  ${narrow} {
    margin-top: 24px;
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
    @media (width<=22em) {
      display: block;
    }
  }
`;

const note = css`
  margin-bottom: 12px;
`;

const formBox = css`
  position: relative;
  background: var(--card);
  ${screenOnly};
  /* Behind the iframe, which is transparent until its document has loaded. */
  p {
    position: absolute;
    inset: 24px 24px auto;
  }
`;

/** The iframe has exactly 500 px with its border. */
const embeddedForm = css`
  position: relative;
  width: 100%;
  height: 500px;
  border: 1px solid var(--hairline);
  border-radius: var(--radius);
  &[data-loaded] {
    background: var(--card);
  }
`;
