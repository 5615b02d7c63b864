import { expect, test } from 'vitest';
import { collectRules, css } from '#client/styles/css.ts';
import { cx } from '#client/styles/cx.ts';

const base = css`
  padding: 4px;
  color: red;
`;
const wider = css`
  padding-inline: 8px;
`;
const bold = css`
  ${base};
  font-weight: 700;
`;

test('a document gets the rules of its classes, and of no others', () => {
  const rules = collectRules(`<p class="visually-hidden ${cx(base, wider)}">none</p>`);
  expect(rules).toBe(`.${base}{padding:4px;color:red}.${wider}{padding-inline:8px}`);
  expect(collectRules()).toContain(`.${bold}{padding:4px;color:red;font-weight:700}`);
});

test('false and undefined are left out of the names', () => {
  expect(cx('own', false, base, undefined)).toBe(`own ${base}`);
});

test('a class cannot stand behind one that is defined later and sets the same property', () => {
  expect(() => cx(base, wider)).not.toThrow();
  expect(() => cx(wider, base)).toThrow(/padding/);
  expect(() => cx(cx(wider), 'own', base)).toThrow(/padding/);
  expect(() => cx(bold, wider)).toThrow(/padding/);
});

test('the rules stand in the order of their definition, not of the document', () => {
  const rules = `.${base}{padding:4px;color:red}.${wider}{padding-inline:8px}`;
  expect(collectRules(`<p class="${wider} ${base}">`)).toBe(rules);
});

test('a rule has nothing that CSS can do without, under a name of four characters', () => {
  const name = css`
    margin: 0.5px -0.25em 10.5px;
    width: min(1em, 0.75em);
    @media (min-width: 30em) {
      content: ' (a) ';
    }
  `;
  expect(name).toMatch(/^[a-z][0-9a-z]{3}$/);
  expect(collectRules(`<p class="${name}">`)).toBe(
    `.${name}{margin:.5px -.25em 10.5px;width:min(1em,.75em)}@media(min-width:30em){.${name}{content:' (a) '}}`,
  );
});
