import type { MouseEvent, Ref } from 'react';
import { Link, type LinkProps, NavLink, useLocation } from 'react-router';
import { useVisit } from '../visit.ts';

interface PageLinkProps extends Pick<LinkProps, 'rel' | 'children'> {
  readonly ref?: Ref<HTMLAnchorElement>;
  readonly to: string;
  readonly className?: string;
  /** A link of the header or the footer: `aria-current` says that it leads to this page, or to one above it. */
  readonly isNavigation?: boolean;
}

/**
 * A link to a page of this site. Hover, focus and touch fetch the code and the data of the page; a click waits for both
 * and then navigates (`visit.ts`). Without JavaScript, with a modifier key and before hydration it is a plain link.
 */
export function PageLink({ to, isNavigation = false, ...props }: PageLinkProps) {
  const { visit, prefetch } = useVisit();
  const { pathname, search } = useLocation();
  const fetchAhead = () => prefetch(to);
  const follow = (event: MouseEvent) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (event.button !== 0 || !isPlain) return;
    event.preventDefault();
    void visit(to, { replace: to === pathname + search });
    if (to === pathname + search) window.scrollTo(0, 0);
  };
  const attributes = {
    ...props,
    to,
    onClick: follow,
    onPointerEnter: fetchAhead,
    onPointerDown: fetchAhead,
    onFocus: fetchAhead,
  };
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
