import type { PageUrl } from '#shared/routes.ts';
import { css } from '../styles/css.ts';
import { screenOnly } from '../styles/grid.ts';
import { quietButton } from './button.tsx';
import { PageLink } from './page-link.tsx';

interface PageLinksProps {
  readonly page: number;
  readonly pages: number;
  /** The name of the entries, in the plural. It is also the id of the list, which the links lead to. */
  readonly noun: 'events' | 'people' | 'posts' | 'questions';
  readonly toUrl: (page: number) => PageUrl;
}

/** Links to the previous and next page of a list. Renders nothing if the list fits on one page. */
export function PageLinks({ page, pages, noun, toUrl }: PageLinksProps) {
  if (pages === 1) return null;
  return (
    <nav className={row} aria-label={`More ${noun}`}>
      {page > 1 ? (
        <PageLink to={`${toUrl(page - 1)}#${noun}`} rel="prev" className={quietButton}>
          Show previous {noun}
        </PageLink>
      ) : null}{' '}
      {page < pages ? (
        <PageLink to={`${toUrl(page + 1)}#${noun}`} rel="next" className={quietButton}>
          Show more {noun}
        </PageLink>
      ) : null}
      <p>{`Page ${page} of ${pages}`}</p>
    </nav>
  );
}

const row = css`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 12px 24px;
  padding-top: 32px;
  color: var(--muted);
  a {
    color: var(--text);
  }
  ${screenOnly};
`;
