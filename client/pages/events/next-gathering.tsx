import { eventsTexts } from '#shared/content/events-texts.ts';
import { textLink } from '../../components/button.tsx';
import { BlankLeaf } from '../../components/calendar-leaf.tsx';
import { useNewsletterOff } from '../../data/document-state.ts';
import { css, cx } from '../../styles/css.ts';
import { inColumns, lead, phone, screenOnly } from '../../styles/grid.ts';
import { besideLeaf, eventRow, leafColumns, smallLeaf } from './event-card.tsx';

const { nothingPlanned, newsletter } = eventsTexts;

/** An invitation above the past events while nothing is planned. It looks like an event without a day. */
export function NextGathering() {
  return (
    <section className={cx(eventRow, box)} aria-labelledby="next-gathering">
      <BlankLeaf className={cx(smallLeaf, leafColumns)} />
      <div className={cx(besideLeaf, words)}>
        <h2 id="next-gathering">{nothingPlanned.title}</h2>
        {useNewsletterOff() ? null : (
          <>
            <p className={lead}>{nothingPlanned.text}</p>
            <p className={link}>
              <a href="#newsletter" className={textLink}>
                {newsletter.title}
              </a>
            </p>
          </>
        )}
      </div>
    </section>
  );
}

const box = css`
  grid-column: 1 / -1;
  padding-block: 4px 28px;
  border-bottom: 1px solid var(--hairline);
  ${phone} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 88px;
    column-gap: 16px;
    align-items: start;
    > div:first-child {
      grid-area: 1 / 2;
      min-height: 0;
      margin-top: 8px;
      border: 0;
    }
    > div:first-child > svg {
      width: 100%;
    }
  }
  @media (width<=22em) {
    display: block;
    > div:first-child {
      display: none;
    }
  }
`;

const words = css`
  ${inColumns('4 / -1')};
  ${phone} {
    margin-top: 0;
  }
  h2 {
    margin-top: 0;
  }
`;

const link = css`
  margin-top: 8px;
  ${screenOnly};
`;
