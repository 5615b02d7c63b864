import { expect, test } from 'vitest';
import { css } from '#client/styles/css.ts';
import { cx } from '#client/styles/cx.ts';
import { hashSource } from '#server/render/document-head.ts';
import { findPageStyles } from '#server/render/page-styles.ts';

const base = css`
  padding: 4831px;
`;
const wider = css`
  padding-inline: 4833px;
`;

test('a document gets the rules of its classes in the order of their definition, and of no others', () => {
  const both = `.${base}{padding:4831px}.${wider}{padding-inline:4833px}`;
  const { css: rules, source } = findPageStyles(
    `<p class="visually-hidden ${wider}">_none</p><p class="${cx('own', base)}">`,
  );
  expect(rules).toBe(both);
  expect(source).toBe(hashSource(both));
});

test('documents with other classes or colours get other rules, and the first one its own again', () => {
  const first = `<p class="${base}"></p>`;
  const colour = '<p class="bg-8a7463"></p>';
  const find = (html: string) => findPageStyles(html).css;
  expect(find(first)).toBe(`.${base}{padding:4831px}`);
  expect(find(first + colour)).toBe(`.${base}{padding:4831px}.bg-8a7463{background-color:#8a7463}`);
  expect(find(first)).toBe(`.${base}{padding:4831px}`);
});
