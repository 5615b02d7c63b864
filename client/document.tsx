import type { ReactNode } from 'react';
import { describeHead } from '#shared/head.ts';
import { findPageById } from '#shared/routes.ts';
import { usePageState } from './page-state.ts';

/**
 * The document as React knows it: what changes with the page. What is the same for every page
 * (fonts, icons, styles, scripts) the server writes in front of `</head>`, outside the tree
 * (`server/render/document-head.ts`); React leaves it alone while hydrating. The boot script sets
 * `data-theme` before that, hence the suppressed warning.
 */
export function Document({ children }: { readonly children: ReactNode }) {
  const { pageId, site } = usePageState();
  const page = findPageById(pageId);
  const head = describeHead(page, site);
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{head.title}</title>
        <meta name="description" content={head.description} />
        {head.canonical ? <link rel="canonical" href={head.canonical} /> : null}
        {head.indexed ? null : <meta name="robots" content="noindex" />}
      </head>
      <body>{children}</body>
    </html>
  );
}
