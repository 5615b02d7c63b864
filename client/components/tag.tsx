import { formatTag } from '#shared/tag.ts';
import { css } from '../styles/css.ts';

/** The tags of an event, each in its colour. */
export function Tags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <ul className={list} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag} className={getLook(tag)}>
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

/** One object per tag: the server finds the class name by this object. */
const looks = new Map<string, ReturnType<typeof css>>();

function getLook(tag: string) {
  const look = looks.get(tag) ?? createLook(tag);
  looks.set(tag, look);
  return look;
}

/** In the tag's colours (`shared/content/tags.ts`); without any in those of `online`. */
const createLook = (tag: string) => css`
  padding: 5px 10px 2px;
  border: 1px solid transparent;
  border-radius: var(--radius);
  font-size: 1rem;
  font-weight: 600;
  line-height: 1.3;
  color: var(--tag-${tag}, var(--tag-online));
  background: var(--tag-${tag}-fill, var(--tag-online-fill));
  @media (forced-colors: active) {
    border-color: CanvasText;
  }
  @media print {
    border-color: currentColor;
  }
`;
