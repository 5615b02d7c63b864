import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { getPageModule } from '#client/pages.ts';
import { createApp } from '#server/app.ts';
import type { PageId } from '#shared/routes.ts';
import { ask } from '../../helpers/site/ask.ts';

const LargePage = () => (
  <Suspense fallback="wait">
    <h1>{'long '.repeat(5_000)}</h1>
  </Suspense>
);

test('a large part that is ready with its page is in its place, without a script', async () => {
  const getModule = (id: PageId) => (id === 'about' ? { Page: LargePage } : getPageModule(id));
  const { body } = await ask(createApp({ getPageModule: getModule }), { path: '/about' });
  expect(body.toString()).toMatch(/<h1>long /);
  expect(body.toString()).not.toMatch(/<div hidden|<template/);
});
