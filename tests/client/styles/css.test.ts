import { expect, test } from 'vitest';
import { rules } from '#client/styles/class-rules.ts';
import { css, cx } from '#client/styles/css.ts';
import { joinRules } from '#client/styles/join-rules.ts';

const on = (query: string) => css`
  ${query} {
    padding: 0;
  }
`;
const [onPaper, inWide] = [on('@media print'), on('@media (width>=1em)')]; // This class is defined first.
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

test('a class cannot follow a class that is defined later and sets the same property', () => {
  expect(() => cx(base, wider)).not.toThrow();
  expect(() => cx(wider, base)).toThrow(/padding/);
  expect(() => cx(cx(wider), 'own', base)).toThrow(/padding/);
  expect(() => cx(bold, wider)).toThrow(/padding/);
});

test('each media query is written once, after all other rules, and print comes last', () => {
  const [paper, screen] = [onPaper, inWide].map((name) => `.${name}{padding:0}`);
  expect(joinRules([onPaper, inWide, wider, onPaper].map((name) => rules.get(name) ?? ''))).toBe(
    `.${wider}{padding-inline:8px}@media(min-width:1em){${screen}}@media print{${paper}${paper}}`,
  );
  expect(() => [cx(onPaper, wider), cx(wider, inWide)]).not.toThrow();
  expect(() => cx(inWide, wider)).toThrow(/padding-inline/);
});

test('a query with two limits comes after a wider query that contains it', () => {
  const [between, narrow] = [on('@media (1em<width<9em)'), on('@media (width<9em)')];
  expect(joinRules([onPaper, between, narrow].map((name) => rules.get(name) ?? ''))).toBe(
    `@media(max-width:8.999em){.${narrow}{padding:0}}@media(min-width:1.001em) and (max-width:8.999em){.${between}{padding:0}}@media print{.${onPaper}{padding:0}}`,
  );
});

test('a rule has no character that CSS does not need', () => {
  const name = css`
    margin: 0.5px -0.25em 10.5px;
    width: min(1em, 0.75em);
    @media (min-width: 30em) {
      content: ' (a) ';
    }
  `;
  expect(rules.get(name)).toBe(
    `.${name}{margin:.5px -.25em 10.5px;width:min(1em,.75em)}@media(min-width:30em){.${name}{content:' (a) '}}`,
  );
});
