import { expect, test } from 'vitest';
import { css, rules } from '#client/styles/css.ts';
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

test('a class may begin with the declarations of another one', () => {
  expect(rules.get(bold)).toBe(`.${bold}{padding:4px;color:red;font-weight:700;}`);
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
  const own = [...rules.keys()].filter((name) => [base, wider, bold, digits].includes(name));
  expect(own).toEqual([base, wider, bold, digits]);
});
