import type { MouseEvent, Ref } from 'react';
import { Link, type LinkProps, NavLink, useLocation } from 'react-router';
import type { PageUrl } from '#shared/routes.ts';
import { hasModifier } from '../modified-clicks.ts';
import { useVisit } from '../visit.ts';

interface PageLinkProps extends Pick<LinkProps, 'rel' | 'children'> {
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly to: PageUrl;
  readonly className?: string;
  /** Whether it is in the header or footer. Then `aria-current` marks a link to this page or to a parent of it. */
  readonly isNavigation?: boolean;
}

/**
 * React Router's link to a page of this site. If the page has data, hover, focus and touch prefetch them, and a click
 * waits for them (`visit.ts`). It is a plain link without JavaScript, with a modifier key and before hydration.
 */
export function PageLink({ to, isNavigation = false, ...props }: PageLinkProps) {
  const { isReady, prefetch, visit } = useVisit();
  const { pathname, search } = useLocation();
  const prefetchPage = () => prefetch(to);
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || hasModifier(event)) return;
    const isShown = to === pathname + search;
    if (isShown) window.scrollTo(0, 0);
    if (isReady(to)) return; // React Router navigates.
    event.preventDefault();
    void visit(to, { replace: isShown });
  };
  const attributes = {
    ...props,
    to,
    onClick: follow,
    onPointerEnter: prefetchPage,
    onPointerDown: prefetchPage,
    onFocus: prefetchPage,
    discover: 'none', // otherwise each link has an attribute, which only React Router's framework uses
  } as const;
  if (!isNavigation) return <Link {...attributes} />;
  return (
    <NavLink
      {...attributes}
      caseSensitive
      end={to === '/'}
      aria-current={to === pathname ? 'page' : 'true'}
    />
  );
}
