import { noticeClasses } from '#client/notifications/notification-outlet.tsx';
import { problemClasses } from '#client/pages/problems/problem-pages.tsx';
import { rules } from '#client/styles/class-rules.ts';
import { joinRules } from '#client/styles/join-rules.ts';

/** The classes that only the browser renders, perhaps before the stylesheet has loaded: every page has their rules. */
const browserClasses = [...noticeClasses, ...problemClasses];

const classAttribute = / class="([^"]*)"/g;

/**
 * Returns the rules of the classes in a page's HTML and of those that the browser may need at any time.
 *
 * @param html of the root; undefined if it is not known yet, or without a build: then all rules
 */
export function getPageCss(html: string | undefined): string {
  if (html === undefined) return joinRules([...rules.values()]);
  const attributes = [...html.matchAll(classAttribute)].map(([, names = '']) => names);
  const used = new Set([...browserClasses, ...attributes].join(' ').split(' '));
  // They keep the order of their definition, so that the cascade is the same in every subset.
  return joinRules([...rules].flatMap(([name, rule]) => (used.has(name) ? rule : [])));
}
