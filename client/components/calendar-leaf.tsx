import { formatLeaf } from '#shared/dates/format.ts';
import { emblemOutline } from '#shared/kolam/drawn-files.ts';
import { dots, line } from '../drawings/line-style.ts';
import { css, cx } from '../styles/css.ts';
import { phone } from '../styles/grid.ts';

interface CalendarLeafProps {
  /** The start of the event, in its local time. */
  readonly startAt: string;
  /** Whether it shows the year too. */
  readonly withYear?: boolean;
  readonly className?: string;
  readonly dayClassName?: string;
}

/** A calendar leaf with the day of an event. Hidden from screen readers, because the text beside it has the date. */
export function CalendarLeaf({
  startAt,
  withYear = false,
  className,
  dayClassName,
}: CalendarLeafProps) {
  const leaf = formatLeaf(startAt);
  return (
    <div className={cx(leafBox, className)} aria-hidden="true">
      <p>
        <span className={month}>
          {withYear ? `${leaf.month} ${startAt.slice(0, 4)}` : leaf.month}
        </span>{' '}
        <span className={weekday}>{leaf.weekday}</span>
      </p>
      <div className={cx(day, dayClassName)}>{leaf.day}</div>
    </div>
  );
}

/** A leaf for an event whose date is not known yet: the dots of a drawing without its line. */
export function BlankLeaf({ className }: Pick<CalendarLeafProps, 'className'>) {
  return (
    <div className={cx(blank, className)}>
      <svg className={line} viewBox={emblemOutline.viewBox} aria-hidden="true">
        <path className={dots} d={emblemOutline.dots} />
      </svg>
    </div>
  );
}

const leafBox = css`
  max-width: 268px;
  min-height: min(224px, 56px + 11.67vw); /* the height of its content */
  padding: 16px 20px 0;
  border: 1px solid var(--hairline);
  background: var(--card);
  ${phone} {
    display: flex;
    flex-direction: row-reverse;
    justify-content: flex-end;
    align-items: center;
    gap: 16px;
    max-width: none;
    min-height: 116px;
    padding: 0 12px;
  }
  p {
    position: relative;
    z-index: 1;
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    column-gap: 8px;
    padding-bottom: 6px;
    border-bottom: 2px solid currentColor;
    line-height: 1.4;
    ${phone} {
      display: grid;
      padding: 0;
      border: 0;
      /* It waits for the day on its left while the HTML loads. */
      &:not(:has(+ div)) {
        display: none;
      }
    }
  }
  /* In forced colours the system paints a box behind the day, which must not touch the border. Firefox
     would still paint it if the day itself clipped. */
  @media (forced-colors: active) {
    overflow: clip;
  }
`;

const month = css`
  font-weight: 600;
  font-size: 1.125rem;
`;

const weekday = css`
  font-size: min(1.0625rem, 9vw); /* 320 px at 200 % */
  color: var(--muted);
`;

const day = css`
  padding-top: 0.28em;
  color: var(--action);
  font: 800 clamp(100px, 10.8vw, 156px) / 0.8 var(--display); /* as wide as the leaf, at every text size */
  font-variant-numeric: lining-nums;
  letter-spacing: -0.02em;
  margin-inline-start: -0.03em;
  ${phone} {
    padding-top: 0.22em;
    font-size: min(6.25rem, 31.25vw);
  }
`;

const blank = css`
  --dot-width: 15;
  display: grid;
  place-items: center;
  max-width: 268px;
  min-height: clamp(148px, 48px + 8.9vw, 176px);
  border: 1.5px dashed var(--control);
  svg {
    width: 78%;
  }
`;
