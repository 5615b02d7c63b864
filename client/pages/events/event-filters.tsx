import { Fragment, useEffect, useRef } from 'react';
import {
  type FilterName,
  type Filters,
  filterNames,
  parseSelection,
} from '#shared/events/filter-events.ts';
import { type EventsQuery, type EventView, formatEventsUrl } from '#shared/events/filter-query.ts';
import { quietButton } from '../../components/button.tsx';
import { css, cx } from '../../styles/css.ts';
import { columns, middle, phone, screenOnly } from '../../styles/grid.ts';

export const filtersFormId = 'event-filters';

const views: readonly { readonly value: EventView; readonly label: string }[] = [
  { value: 'list', label: 'List' },
  { value: 'calendar', label: 'Calendar' },
];

interface EventFiltersProps {
  readonly filters: Filters;
  readonly query: EventsQuery;
  readonly onChange: (changed: Partial<EventsQuery>) => void;
}

/**
 * The filters and the view, as a GET form. Without JavaScript a button submits it; with JavaScript each change applies
 * at once. The views are radio buttons, because one of them is always selected.
 */
export function EventFilters({ filters, query, onChange }: EventFiltersProps) {
  const { selection, view } = query;
  const choose = (name: FilterName, value: string) => ({
    selection: parseSelection((each) => (each === name ? value : selection[each]), filters),
  });
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when hydrated
  useEffect(() => {
    // Applies a choice from before the hydration, or one that the browser has restored after a reload.
    const shown = new FormData(form.current ?? undefined);
    const read = (name: FilterName) => shown.get(name)?.toString() ?? null;
    const chosen: Pick<EventsQuery, 'selection' | 'view'> = {
      selection: parseSelection(read, filters),
      view: shown.get('view') === 'calendar' ? 'calendar' : 'list',
    };
    const isSame = formatEventsUrl({ ...query, ...chosen }) === formatEventsUrl(query);
    if (!isSame) onChange(chosen);
  }, []);
  return (
    <form
      ref={form}
      id={filtersFormId}
      className={bar}
      action="/events"
      aria-label="Filter events"
      onSubmit={(event) => event.preventDefault()}
    >
      <div className={cx(columns, row)}>
        {filterNames.map((name) => {
          const { label, options } = filters[name];
          return (
            <label key={name} className={choice}>
              <span>{label}</span>
              <select
                name={name}
                value={selection[name]}
                onChange={({ target }) => onChange(choose(name, target.value))}
              >
                {options.map((option) => (
                  <option key={option.value} value={option.value}>
                    {option.label}
                  </option>
                ))}
              </select>
            </label>
          );
        })}
        <fieldset className={switchBox}>
          <legend className="visually-hidden">View</legend>
          {views.map(({ value, label }) => (
            <Fragment key={value}>
              {' '}
              <label>
                <input
                  type="radio"
                  name="view"
                  value={value}
                  checked={view === value}
                  onChange={() => onChange({ view: value })}
                />
                <span>{label}</span>
              </label>
            </Fragment>
          ))}
        </fieldset>{' '}
        <button type="submit" className={cx('without-script', quietButton)}>
          Show events
        </button>
      </div>
    </form>
  );
}

const count = String(filterNames.length);

const bar = css`
  ${screenOnly};
  border-block: 1px solid var(--hairline);
  padding-block: 20px;
`;

/** All in a row, or two selects; fewer if an option is long. None grows, so none moves when the next one arrives. */
const row = css`
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 16px var(--gap);
`;

const choice = css`
  position: relative;
  flex: 0 1 max(8rem, calc((100% - 12.8125rem - ${count} * var(--gap)) / ${count} - 1px));
  max-width: 100%;
  ${phone} {
    flex-basis: calc(50% - var(--gap) / 2);
  }
  ${middle} {
    flex-basis: calc((100% - 2 * var(--gap)) / 3 - 0.1px);
  }
  display: grid;
  grid-template-rows: minmax(1.4rem, auto) minmax(44px, auto); /* its height before label and select have loaded */
  border-bottom: 1.5px solid var(--control);
  &::after {
    content: '';
    position: absolute;
    inset-inline-end: 4px;
    bottom: calc(22px - 0.25em);
    border: 0.35em solid transparent;
    border-block: 0.35em solid;
    border-block-end-width: 0;
    pointer-events: none;
  }
  span {
    color: var(--muted);
    font-size: 1rem;
    line-height: 1.4;
  }
  select {
    appearance: none;
    justify-self: stretch;
    padding-block: 2px 0;
    padding-inline: 0 1.25em;
    border: 0;
    border-radius: 0;
    background: none;
    font-size: 1.1875rem;
    font-weight: 600;
    text-overflow: ellipsis;
    ${phone} {
      font-size: 1.125rem;
    }
  }
  option {
    background: var(--card);
    color: var(--text);
  }
  @media (forced-colors: active) {
    &::after {
      display: none;
    }
    select {
      appearance: auto;
    }
  }
`;

const switchBox = css`
  /* Reserves its width, so that the selects do not move when it loads. */
  flex: 0 1 12.8125rem;
  display: grid;
  grid-template: minmax(44px, auto) / 1fr 1fr; /* its height before its labels have loaded */
  min-width: 0;
  padding: 0;
  border: 1.5px solid var(--control);
  border-radius: var(--radius);
  background: var(--card);
  margin-inline-start: auto; /* to the end of the column */
  ${phone} {
    flex: 1 0 100%;
    margin-top: 4px;
  }
  ${middle} {
    flex-grow: 1;
  }
  label {
    position: relative;
    display: grid;
    cursor: pointer;
  }
  /* Covers its label, so that the focus ring and the touch target have the size of the label. */
  input {
    appearance: none;
    position: absolute;
    inset: 0;
    cursor: pointer;
  }
  span {
    display: grid;
    place-items: center;
    min-height: 44px;
    padding: 2px 18px 0;
    font-size: var(--label);
    font-weight: 600;
  }
  input:checked + span {
    background: var(--indigo);
    color: var(--page);
  }
  @media (forced-colors: active) {
    input:checked + span {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
`;
