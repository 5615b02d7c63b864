import { formatTag } from '#shared/tag.ts';
import { css, cx } from '../../styles/css.ts';
import { formatTagColours } from '../../styles/theme-colour.ts';

/** The tags of an event, each with its own colour. Nothing for an event without tags. */
export function Tags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <ul role="list" className={list} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag} className={cx(tagBox, `tag-${tag}`)}>
          {formatTag(tag)}
        </li>
      ))}
    </ul>
  );
}

const list = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;

const tagBox = css`
  padding: 5px 10px 2px;
  border: 1px solid transparent;
  border-radius: var(--radius);
  background: var(--surface);
  font: 600 1rem / 1.3 var(--text-face);
  ${formatTagColours()};
  @media print {
    border-color: currentColor;
  }
`;
