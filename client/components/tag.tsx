import { css } from '@emotion/react';
import { type ColouredTag, formatTag, isColouredTag } from '#shared/events/tag.ts';

/** The tags of an event, each in its colour. */
export function Tags({ tags }: { readonly tags: readonly string[] }) {
  return (
    <ul css={list} aria-label="Tags">
      {tags.map((tag) => (
        <li key={tag} css={looks[isColouredTag(tag) ? tag : 'online']}>
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

const inColour = (tag: ColouredTag) => css`
  padding: 5px 10px 2px;
  border: 1px solid transparent;
  border-radius: var(--radius);
  font-size: 1rem;
  font-weight: 600;
  line-height: 1.3;
  color: var(--tag-${tag});
  background: var(--tag-${tag}-fill);
  @media (forced-colors: active) {
    border-color: CanvasText;
  }
  @media print {
    border-color: currentColor;
  }
`;

const looks: Readonly<Record<ColouredTag, ReturnType<typeof css>>> = {
  'investor-circle': inColour('investor-circle'),
  bootcamp: inColour('bootcamp'),
  delegation: inColour('delegation'),
  offline: inColour('offline'),
  online: inColour('online'),
  saas: inColour('saas'),
};
