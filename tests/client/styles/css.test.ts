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

/** Objects put keys that are all digits first: its rule must not come before those of others. */
const digits = css`
  width: 4829px;
`;

test('a document gets the rules of its classes, and of no others', () => {
  const rules = collectRules(`<p class="visually-hidden ${cx(base, wider)}">c-nobody</p>`);
  expect(rules).toBe(`.${base}{padding:4px;color:red;}.${wider}{padding-inline:8px;}`);
  expect(collectRules()).toContain(`.${bold}{padding:4px;color:red;font-weight:700;}`);
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

test('the rules stand in the order of their definition, also of a class whose name is all digits', () => {
  expect(digits).toMatch(/^c-\d+$/);
  const rules = [`.${base}{padding:4px;color:red;}`, `.${digits}{width:4829px;}`];
  expect(collectRules(`<p class="${digits} ${base}">`)).toBe(rules.join(''));
});
