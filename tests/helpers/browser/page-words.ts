import type { Page as Tab } from 'playwright/test';
import { blog } from '#shared/content/blog.ts';
import { failure } from '#shared/content/failure.ts';
import { home } from '#shared/content/home.ts';
import { manifesto } from '#shared/content/manifesto.ts';
import { getPageById, type PageId } from '#shared/routes.ts';

/* The texts that browser tests look for, read from the content of the site. */

export const headings = {
  home: home.headline,
  blog: blog.title,
  manifesto: manifesto.title,
  failure: failure.title,
};

export const homeLink = (tab: Tab) => tab.getByRole('link', { name: failure.action });
export const mainLink = (tab: Tab, id: PageId) =>
  linkIn(tab, 'Main', getPageById(id).header?.label);
export const footerLink = (tab: Tab, id: PageId) =>
  linkIn(tab, 'Footer', getPageById(id).footer?.label);

const linkIn = (tab: Tab, name: string, label = '') =>
  tab.getByRole('navigation', { name }).getByRole('link', { name: label, exact: true });
