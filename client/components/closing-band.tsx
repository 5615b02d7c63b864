import { closing } from '#shared/content/closing.ts';
import { formatPlace } from '#shared/events/event.ts';
import { formatEventsUrl, plainQuery } from '#shared/events/filter-query.ts';
import type { WithNextEvent } from '#shared/events/next-event.ts';
import { formatDate } from '#shared/format.ts';
import { Reveal } from '../motion/reveal.tsx';
import { css, cx } from '../styles/css.ts';
import { columns, inColumns, narrow, section } from '../styles/layout.ts';
import { buttonRow, InviteLink, inlineLink, quietButton } from './button.tsx';
import { PageLink } from './page-link.tsx';
import { pattern, surface } from './surfaces.ts';

interface ClosingBandProps extends WithNextEvent {
  /** Without it the first sentence is no heading: the manifesto has six of them. */
  readonly heading?: 'h2';
  /** Links to the people, who stand on the page about the circle. */
  readonly hasPeople?: boolean;
}

/** The end of a text: the invitation, the next event or the programme, and where further questions are answered. */
export function ClosingBand({ next, heading, hasPeople = false }: ClosingBandProps) {
  const Title = heading ?? 'p';
  return (
    <Reveal className={cx(surface, section)}>
      <div className={pattern} />
      <div className={columns}>
        <Title className={title}>{closing.title}</Title>
        <div className={words}>
          {next ? (
            <p>
              {closing.nextEvent}{' '}
              <PageLink
                to={formatEventsUrl({ ...plainQuery, event: next.slug })}
                className={inlineLink}
              >
                {next.title}
              </PageLink>
              {`, ${formatDate(next.startAt)}, ${formatPlace(next)}.`}
            </p>
          ) : (
            <p>
              {closing.noEvent}{' '}
              <PageLink to="/events" className={inlineLink}>
                {closing.events}
              </PageLink>
              .
            </p>
          )}
          {hasPeople ? (
            <p>
              {closing.peopleText}{' '}
              <PageLink to="/about#people" className={inlineLink}>
                {closing.people}
              </PageLink>
              .
            </p>
          ) : null}
          <p className={buttons}>
            <InviteLink />{' '}
            <PageLink to="/investor-faq" className={quietButton}>
              View FAQ
            </PageLink>
          </p>
        </div>
      </div>
    </Reveal>
  );
}

const title = css`
  font: 700 var(--h2) / 1.04 var(--display);
  letter-spacing: -0.02em;
  text-wrap: balance;
  ${inColumns('1 / span 6')};
`;

const words = css`
  ${inColumns('8 / -1')};
  ${narrow} {
    margin-top: 16px;
  }
  p + p {
    margin-top: 8px;
  }
`;

const buttons = css`
  ${buttonRow};
  && {
    margin-top: 24px;
  }
`;
