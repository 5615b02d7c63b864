import { expect, test } from 'vitest';
import { pageSizes } from '#shared/paging.ts';
import { makePost, sampleContent } from '../../helpers/content/sample-content.ts';
import { listElements } from '../../helpers/documents/parse-html.ts';
import { readSamplePage } from '../../helpers/site/sample-site.ts';

test('only the first post of the first page is the lead', async () => {
  const posts = Array.from({ length: pageSizes.posts + 2 }, (_, id) =>
    makePost({ id: `post-${id}` }),
  );
  const content = { ...sampleContent, posts };
  const readClasses = async (address: string) => {
    const { main } = await readSamplePage(address, { content });
    return listElements(main, 'article').map(({ attributes }) => attributes.get('class'));
  };
  const [lead, other] = await readClasses('/blog');
  expect(lead).not.toBe(other);
  expect(await readClasses('/blog?page=2')).toEqual([other, other]);
});
