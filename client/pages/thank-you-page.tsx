import { parseThankYouKind, thankYou } from '#shared/content/thank-you.ts';
import { mainButton, quietButton } from '../components/button.tsx';
import { Emblem } from '../components/emblem.tsx';
import { MailText } from '../components/mail-text.tsx';
import { Icon } from '../icons/icon.tsx';
import { useAddress } from '../navigation/address.ts';
import { usePageState } from '../page-state.ts';
import { css } from '../styles/css.ts';
import { cx } from '../styles/cx.ts';
import { columns, inColumns, lead, section, wide } from '../styles/layout.ts';

/** One of three messages by `type`. Any other or repeated value shows the general one. */
export function Page() {
  const types = new URLSearchParams(useAddress().search).getAll('type');
  const kind = parseThankYouKind(types.length === 1 ? types[0] : undefined);
  const { title, paragraphs } = thankYou.messages[kind];
  const { whatsNext, contactText, captureNotice } = thankYou;
  const { newsletter } = usePageState();
  return (
    <>
      <div className={cx(columns, page)}>
        <div className={words}>
          <h1 className={heading}>{title}</h1>
          {paragraphs.map((paragraph) => (
            <p key={paragraph} className={cx(lead, sentence)}>
              {paragraph}
            </p>
          ))}
          {kind === 'newsletter' && newsletter?.capturesMails ? (
            <p className={notice}>
              <Icon name="information" />
              {captureNotice}
            </p>
          ) : null}
          <p className={ways}>
            <a href="/" className={mainButton}>
              Return to Home
            </a>{' '}
            <a href="/events" className={quietButton}>
              See Events
            </a>
          </p>
        </div>
        <Emblem seed={`thank-you-${kind}`} dye="madder" className={picture} />
      </div>
      <section className={cx(columns, section, next)} aria-labelledby="next">
        <h2 id="next" className={nextTitle}>
          {whatsNext.title}
        </h2>
        <ol className={tips}>
          {whatsNext.tips.map((tip) => (
            <li key={tip.title} className={tipBox}>
              <h3>{tip.title}</h3>
              <p>{tip.text}</p>
            </li>
          ))}
        </ol>
        <p className={contactPlace}>
          <MailText text={contactText} />
        </p>
      </section>
    </>
  );
}

const page = css`
  align-items: center;
  padding-block: clamp(40px, 5.6vw, 80px) clamp(40px, 5vw, 72px);
`;

const words = css`
  ${inColumns('1 / span 8')};
`;

const heading = css`
  font-size: clamp(2.75rem, 6.4vw, 6rem);
`;

const sentence = css`
  margin-top: 20px;
`;

const notice = css`
  display: flex;
  gap: 12px;
  margin-top: 24px;
  padding: 14px 16px 12px;
  border: 1px solid var(--hairline);
  background: var(--card);
  font-size: var(--note);
  svg {
    margin-top: 0.15em;
  }
`;

const ways = css`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  margin-top: 32px;
`;

const picture = css`
  max-width: 200px;
  margin-top: 40px;
  ${wide} {
    grid-column: 9 / -1;
    max-width: none;
    margin-top: 0;
  }
`;

const next = css`
  padding-top: 0;
`;

const nextTitle = css`
  ${inColumns('1 / span 4')};
`;

const tips = css`
  margin-top: 24px;
  ${wide} {
    display: grid;
    grid-column: 6 / -1;
    grid-template-columns: 1fr 1fr;
    column-gap: var(--gap);
    margin-top: 8px;
  }
`;

const tipBox = css`
  padding-block: 16px 24px;
  border-top: 2px solid currentColor;
  h3 {
    margin-bottom: 8px;
  }
`;

const contactPlace = css`
  margin-top: 8px;
  ${inColumns('6 / -1')};
`;
