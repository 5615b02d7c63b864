import { eventsPage } from '#shared/content/events-page.ts';
import { css, cx } from '../styles/css.ts';
import { columns, inColumns, lead, narrow, screenOnly, section } from '../styles/layout.ts';
import { InviteLink } from './button.tsx';
import { NewsletterForm } from './newsletter-form.tsx';
import { pattern, surface } from './surfaces.ts';

const { title, text } = eventsPage.nothingPlanned;

/** The end of the events page while nothing is planned: the next gathering, with the newsletter and the invitation. */
export function NothingPlanned() {
  return (
    <section className={cx(surface, section)} aria-labelledby="nothing-planned">
      <div className={pattern} />
      <div className={columns}>
        <div className={words}>
          <h2 id="nothing-planned">{title}</h2>
          <p className={lead}>{text}</p>
        </div>
        <div className={form}>
          <NewsletterForm />
          <p className={invite}>
            <InviteLink />
          </p>
        </div>
      </div>
    </section>
  );
}

const words = css`
  ${inColumns('1 / span 6')};
  p {
    margin-top: 16px;
  }
`;

const form = css`
  ${inColumns('8 / -1')};
  ${narrow} {
    margin-top: 24px;
  }
  ${screenOnly};
`;

const invite = css`
  margin-top: 20px;
`;
