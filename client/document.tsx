import type { ReactNode } from 'react';
import { describeHead, type HeadSubject } from '#shared/head.ts';
import { getPageById } from '#shared/routes.ts';
import { usePageState } from './page-state.ts';

interface DocumentProps {
  readonly subject: HeadSubject | undefined;
  readonly children: ReactNode;
}

/**
 * The document in React's tree: everything that changes with the page. The server writes what all pages share (fonts,
 * icons, styles, scripts) in front of `</head>`, outside the tree (`server/render/document-head.ts`); React leaves
 * that alone while hydrating. The inline script sets `data-theme` before hydration, so the warning is suppressed.
 */
export function Document({ subject, children }: DocumentProps) {
  const { pageId, site, socialImages } = usePageState();
  const head = describeHead(getPageById(pageId), site, subject, socialImages);
  const { preview } = head;
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{head.title}</title>
        <meta name="description" content={head.description} />
        {head.canonical ? <link rel="canonical" href={head.canonical} /> : null}
        {head.previous ? <link rel="prev" href={head.previous} /> : null}
        {head.next ? <link rel="next" href={head.next} /> : null}
        {head.indexed ? null : <meta name="robots" content="noindex" />}
        {/* Open Graph (ogp.me). The properties that all pages share are in `server/render/document-head.ts`. */}
        {preview ? (
          <>
            <meta property="og:title" content={preview.title} />
            <meta property="og:description" content={preview.description} />
            <meta property="og:url" content={preview.url} />
          </>
        ) : null}
        {preview?.image ? (
          <>
            <meta property="og:image" content={preview.image.url} />
            <meta property="og:image:alt" content={preview.image.alt} />
          </>
        ) : null}
      </head>
      <body>{children}</body>
    </html>
  );
}
