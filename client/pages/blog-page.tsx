import { blog } from '#shared/content/blog.ts';
import { formatDate } from '#shared/dates/format.ts';
import { formatSizes } from '#shared/design/container-width.ts';
import { formatListUrl } from '#shared/paging.ts';
import { inlineLink } from '../components/button.tsx';
import { ClosingBand } from '../components/closing-band.tsx';
import { PageLinks } from '../components/page-links.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Photograph } from '../components/photograph.tsx';
import { UnlistedNote } from '../components/unlisted-note.tsx';
import { useNewsletterOff } from '../data/document-state.ts';
import { usePageData } from '../data/page-query.ts';
import { Emblem, getLineColour } from '../drawings/emblem.tsx';
import { Reveal } from '../motion/reveal.tsx';
import { NewsletterSection } from '../newsletter/newsletter-section.tsx';
import { css, cx } from '../styles/css.ts';
import { fluidSize } from '../styles/fluid-size.ts';
import {
  columns,
  inColumns,
  inSixColumns,
  middle,
  narrow,
  phone,
  screenOnly,
  wide,
} from '../styles/grid.ts';

/** The first post is large. The others look like a table of contents. Their emblems are cut by the window's edge. */
export function Page() {
  const { list: posts, isUnlisted } = usePageData('blog');
  const isOff = useNewsletterOff();
  return (
    <>
      <PageTitle title={blog.title} lead={blog.lead}>
        {isOff ? null : (
          <>
            {blog.byEmail}{' '}
            <a href="#newsletter" className={inlineLink}>
              {blog.byEmailLabel}
            </a>
          </>
        )}
      </PageTitle>
      <div className={list} id="posts">
        {isUnlisted ? (
          <div className={columns}>
            <UnlistedNote />
          </div>
        ) : null}
        {posts.entries.map((post, index) => {
          const isLead = posts.page === 1 && index === 0;
          return (
            <Reveal
              as="article"
              key={post.id}
              id={post.id}
              className={cx(columns, entry, isLead && leadEntry)}
            >
              {post.photograph ? (
                <Photograph
                  className={photo}
                  photograph={post.photograph}
                  slot="large"
                  sizes={isLead ? leadSizes : formatSizes(0.221, '94vw')}
                  alt={post.photoAlt ?? ''}
                  isFirst={index === 0}
                />
              ) : (
                <div className={picture}>
                  <Emblem seed={post.id} colour={getLineColour(index)} />
                </div>
              )}
              <div className={facts}>
                <p>{post.category}</p>
                <p>
                  <time dateTime={post.date}>{formatDate(post.date)}</time>
                </p>
                <p>{post.readTime}</p>
              </div>
              <div className={text}>
                <h2>{post.title}</h2>
                <p>{post.excerpt}</p>
                <p className={author}>{post.author}</p>
              </div>
            </Reveal>
          );
        })}
      </div>
      {posts.pages > 1 ? (
        <Reveal as="div" className={cx(columns, furtherPages)}>
          <PageLinks {...posts} noun="posts" toUrl={(page) => formatListUrl('/blog', page)} />
        </Reveal>
      ) : null}
      <NewsletterSection {...blog.newsletter} />
      <ClosingBand />
    </>
  );
}

/** Clips the list in the x direction, so the page itself need not be clipped. */
const list = css`
  overflow-x: clip;
`;

/** The links to other pages. The edge of the surface below them overlaps by 20 px. */
const furtherPages = css`
  padding-block: clamp(32px, 5vw, 72px);
`;

const entry = css`
  position: relative;
  padding-block: clamp(32px, 5vw, 72px);
  &::before {
    content: '';
    position: absolute;
    top: 0;
    left: var(--side);
    right: var(--side);
    border-top: 1px solid var(--hairline);
  }
  ${phone} {
    grid-template-columns: minmax(0, 1fr) auto;
  }
  ${middle} {
    grid-template-rows: auto 1fr;
  }
  ${wide} {
    min-height: clamp(320px, 28vw, 448px);
  }
`;

const facts = css`
  color: var(--muted);
  line-height: 1.5;
  /* The category. */
  p:first-child {
    margin-bottom: 8px;
    color: var(--action);
    font: 700 min(1.5rem, 11vw) / 1.3 var(--display);
  }
  ${inSixColumns('1 / span 4')};
  ${wide} {
    grid-area: 1 / 1 / auto / span 3;
  }
`;

const text = css`
  ${narrow} {
    margin-top: 16px;
  }
  ${phone} {
    grid-column: 1 / -1;
  }
  ${middle} {
    grid-area: 2 / 1 / auto / span 4;
  }
  ${wide} {
    grid-area: 1 / 4 / auto / span 6;
  }
  h2 {
    font-size: clamp(min(1.875rem, 12.5vw), 3.34vw, ${fluidSize(3)});
    line-height: 1.02;
  }
  p {
    margin-top: 16px;
  }
`;

const author = css`
  font-weight: 600;
`;

const photo = css`
  width: 100%;
  ${phone} {
    grid-column: 1 / -1;
    margin-bottom: 16px;
  }
  ${middle} {
    grid-area: 1 / 5 / span 2 / -1;
  }
  ${inColumns('10 / -1')};
`;

/** The emblem reaches from column 10 beyond the edge of the window. On a phone it is beside the facts. */
const picture = css`
  ${wide} {
    grid-column: 10 / -1;
    width: calc(min(100vw, var(--container)) * 0.3 + min(var(--outer), 80px));
    margin-inline-start: max(0px, var(--outer) - 80px);
    padding-inline-start: 40px;
  }
  ${phone} {
    grid-area: 1 / 2;
    width: 132px;
  }
  @media (width<17em) {
    display: none; /* enlarged text needs the whole width */
  }
  ${middle} {
    grid-area: 1 / 5 / span 2 / -1;
  }
  ${screenOnly};
`;

/** A wide window has the facts in one line, a large title below, and a picture from column 8 beyond the edge. */
const leadEntry = css`
  @media (width>=100em) {
    && svg {
      --line-width: 3;
      --dot-width: 6;
    }
  }
  ${wide} {
    grid-template-rows: auto 1fr;
    > :first-child,
    img {
      grid-area: 1 / 8 / span 2;
      width: 46vw;
      max-width: none;
      margin: 0;
      padding: 0;
    }
    svg {
      --line-width: 3.9; /* 8 px in a window 1440 px wide */
      --dot-width: 7.6;
    }
    > :nth-child(2) {
      grid-column: 1 / span 7;
      display: flex;
      flex-wrap: wrap;
      align-items: baseline;
      column-gap: 24px;
      p {
        margin: 0;
      }
    }
    > :last-child {
      grid-area: 2 / 1 / auto / span 7;
      h2 {
        margin-top: 28px;
        font-size: clamp(3rem, 5.56vw, ${fluidSize(5)});
        line-height: 1.04;
      }
      h2 + p {
        margin-top: 24px;
        font-size: 1.375rem;
        line-height: 1.5;
      }
    }
  }
`;

const leadSizes = '(min-width:56.25em) 46vw,94vw';
