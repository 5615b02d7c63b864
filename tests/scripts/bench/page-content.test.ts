import { expect, it } from 'vitest';
import { countElements, findDifferences, readPageContent } from '#scripts/bench/page-content.ts';

const page = (body: string) =>
  `<!DOCTYPE html><html><head><title>T</title></head><body>${body}</body></html>`;
const read = (body: string) => readPageContent(page(body));

it('words, headings, links, forms and fields are read, however they are marked up', () => {
  const content = read(
    '<div><h1 class="x">Two <span>words</span></h1></div><svg><path d="M0 0"></path></svg>' +
      '<a class="y" href="/a">A<!-- --> b</a><script>if (a<b) c</script>' +
      '<form method="post" action="/f"><input hidden="" name="trap"/><input type="email" name="e"/></form>',
  );
  expect(content).toEqual({
    words: 'Two words A b',
    headings: ['Two words'],
    links: ['/a'],
    forms: ['post /f'],
    fields: ['email e'],
  });
});

it('other tags round the same content are no difference', () => {
  const ours = read('<section class="css-1"><p>One <b>two</b></p></section>');
  expect(findDifferences(ours, read('<main><div>One <i>two</i></div></main>'))).toEqual([]);
});

it.each([
  ['another word', '<p>One three</p>', 'word 2: ours "two", naive "three"'],
  ['a word too few', '<p>One</p>', 'word 2: ours "two", naive ""'],
  ['a word too many', '<p>One two three</p>', 'word 3: ours "", naive "three"'],
  ['a heading', '<h2>One two</h2>', 'heading 1: ours "", naive "One two"'],
  ['a link', '<a href="/x">One two</a>', 'link 1: ours "", naive "/x"'],
  ['a field', '<p>One two</p><input type="text" name="n"/>', 'field 1: ours "", naive "text n"'],
])('%s is a difference that is shown', (_what, body, line) => {
  expect(findDifferences(read('<p>One two</p>'), read(body))).toEqual([line]);
});

it('elements of the body are counted, scripts and styles not', () => {
  expect(countElements(page('<p>a<br/><b>c</b></p><script>a<b</script>'))).toBe(4);
});
