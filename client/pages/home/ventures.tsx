import { home } from '#shared/content/home.ts';
import { formatDate } from '#shared/dates/format.ts';
import { formatEventsUrl, plainQuery } from '#shared/events/filter-query.ts';
import { type EventVentures, formatVentureCount } from '#shared/events/ventures.ts';
import { inlineLink } from '../../components/button.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { css, cx } from '../../styles/css.ts';
import { fluidSize } from '../../styles/fluid-size.ts';
import { farBelow, inColumns, inHalves, middle, muted, wide } from '../../styles/grid.ts';

/** The ventures of the next event, or of the last one, in rows beside their title. */
export function Ventures({ table }: { readonly table: EventVentures }) {
  const { event, ventures, isNext } = table;
  return (
    <>
      <div className={heading}>
        <h2>{isNext ? home.table.next : home.table.last}</h2>
        <p className={muted}>
          {`${formatVentureCount(table)} ${home.table.text} `}
          <PageLink
            to={formatEventsUrl({ ...plainQuery, event: event.slug })}
            className={inlineLink}
          >
            {event.title}
          </PageLink>
          {', '}
          <time dateTime={event.startAt}>{formatDate(event.startAt)}</time>.
        </p>
      </div>
      <dl className={cx(farBelow, list)}>
        {ventures.map(({ kind, text }) => (
          <div key={text}>
            <dt>{kind}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The space above the title, and above the rows beside it. */
const space = 'margin-top:var(--section)';

const heading = css`
  ${space};
  ${inColumns('1 / span 4')};
  p {
    margin-top: 16px;
  }
`;

const list = css`
  margin-top: 32px;
  ${middle} {
    ${inHalves};
  }
  ${wide} {
    ${space};
    grid-column: 6 / -1;
  }
  div {
    padding-block: 20px 32px;
    border-top: 2px solid currentColor;
    break-inside: avoid;
  }
  dt {
    color: var(--action);
    font: 700 min(1.5rem, 11vw) / 1.3 var(--display);
  }
  dd {
    max-width: 21em;
    margin-top: 8px;
    font: 500 clamp(min(1.5rem, 11vw), 2.5vw, ${fluidSize(2.25)}) / 1.28 var(--display);
    text-wrap: balance;
  }
`;
