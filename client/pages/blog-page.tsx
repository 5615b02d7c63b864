import { blog } from '#shared/content/blog.ts';
import { formatDate } from '#shared/dates/format.ts';
import { formatSizes } from '#shared/design/container-width.ts';
import { formatListUrl } from '#shared/paging.ts';
import { inlineLink } from '../components/button.tsx';
import { ClosingBand } from '../components/closing-band.tsx';
import { PageLinks } from '../components/page-links.tsx';
import { PageTitle } from '../components/page-title.tsx';
import { Photograph } from '../components/photograph.tsx';
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

/** Posts in the form of a table of contents. The emblem of each is cut by the edge of the window. */
export function Page() {
  const { list: posts } = usePageData('blog');
  return (
    <>
      <PageTitle title={blog.title} lead={blog.lead}>
        {blog.byEmail}{' '}
        <a href="#newsletter" className={inlineLink}>
          {blog.byEmailLabel}
        </a>
      </PageTitle>
      <div className={list} id="posts">
        {posts.entries.map((post, index) => (
          <Reveal as="article" key={post.id} id={post.id} className={cx(columns, entry)}>
            {post.photograph ? (
              <Photograph
                className={photo}
                photograph={post.photograph}
                slot="large"
                sizes={formatSizes(0.221, '94vw')}
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
        ))}
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
  padding-bottom: clamp(32px, 5vw, 72px);
`;

/** The links to other pages. The edge of the surface below them overlaps by 20 px. */
const furtherPages = css`
  padding-bottom: clamp(56px, 5vw, 72px);
`;

const entry = css`
  position: relative;
  padding-block: clamp(32px, 4.4vw, 64px);
  &::before {
    content: '';
    position: absolute;
    top: 0;
    left: var(--side);
    right: var(--side);
    border-top: 1px solid var(--hairline);
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
  ${phone} {
    margin-top: 16px;
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
  ${middle} {
    grid-area: 1 / 5 / span 2 / -1;
  }
  ${inColumns('10 / -1')};
`;

/** From column 10 beyond the edge of the window. In a very wide window it moves with the edge. */
const picture = css`
  ${wide} {
    grid-column: 10 / -1;
    width: calc(min(100vw, var(--container)) * 0.3 + min(var(--outer), 80px));
    margin-inline-start: max(0px, var(--outer) - 80px);
    padding-inline-start: 40px;
  }
  ${phone} {
    width: 180px;
  }
  ${middle} {
    grid-area: 1 / 5 / span 2 / -1;
  }
  ${screenOnly};
`;
