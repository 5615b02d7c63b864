import type { Page } from '#shared/routes.ts';
import type { Site } from '#shared/site.ts';
import {
  type ContentProblem,
  checkText,
  checkTimeZone,
  findRepeated,
  type Problem,
} from './entry-rules.ts';

/** Mistakes in `shared/site.ts`, apart from what a variable of the environment can replace. */
export function listSiteProblems({ name, identity, timezone }: Site): readonly ContentProblem[] {
  const problems: Readonly<Record<string, Problem>> = {
    name: checkText('name', name, 30),
    identity:
      (!/^([a-z0-9-]+\.)+[a-z]{2,}$/.test(identity.domain) &&
        `its domain “${identity.domain}” must be a host name, in lower case, such as example.org`) ||
      (!/^20\d\d$/.test(String(identity.year)) &&
        `its year ${identity.year} must be written as 2025`),
    timezone: checkTimeZone(timezone),
  };
  return Object.entries(problems).flatMap(([field, problem]) =>
    problem
      ? [{ file: 'shared/site.ts', path: ['site', field], sentence: `“${field}”: ${problem}.` }]
      : [],
  );
}

/** Mistakes in the page table. */
export function listPageProblems(pages: readonly Page[]): readonly ContentProblem[] {
  const listPaths = ({ path, formerPaths = [] }: Page) =>
    path === undefined ? formerPaths : [path, ...formerPaths];
  const repeated = {
    id: findRepeated(pages.map(({ id }) => id)),
    path: findRepeated(pages.flatMap(listPaths)),
    title: findRepeated(pages.map(({ title }) => title)),
  };
  return pages.flatMap((page, index) => {
    const { id, title, description, header, footer } = page;
    const paths = listPaths(page);
    const wrongPath = paths.find((path) => !/^\/([a-z0-9-]+(\/[a-z0-9-]+)*)?$/.test(path));
    const problems: readonly Problem[] = [
      id === repeated.id && `its id “${id}” is written twice: give each page one of its own`,
      title === repeated.title && `its title “${title}” is that of another page too`,
      paths.some((path) => path === repeated.path) &&
        `its path “${repeated.path}” is written twice: give each page one of its own`,
      wrongPath !== undefined &&
        `its path “${wrongPath}” must begin with /, and have lower-case words joined by hyphens`,
      checkText('title', title, 60),
      checkText('description', description, 160), // Search engines cut a longer one.
      !description.endsWith('.') && 'its description must be a sentence, with its full stop',
      ...[header, footer].map((link) => link && checkText('label', link.label, 20)),
    ];
    return problems.flatMap((problem) =>
      problem
        ? [{ file: 'shared/routes.ts', path: ['rows', index], sentence: `“${id}”: ${problem}.` }]
        : [],
    );
  });
}
