import { readdirSync } from 'node:fs';

/** The build puts files into these folders of the site itself. */
const builtFolders = ['assets', 'social'];

/**
 * A line for each file or folder at the top of `public/` that has the name of a route: its files, or the 404 of a
 * missing one, would come before the route.
 *
 * @param paths of all routes, pages and resources
 */
export function listPublicProblems(folder: string, paths: readonly string[]): readonly string[] {
  const owners = new Map([
    ...paths.map((path) => [getTop(path), `hides ${path}`] as const).reverse(),
    ...builtFolders.map((name) => [name, 'has the name of a folder that the build makes'] as const),
  ]);
  return readdirSync(folder).flatMap((name) => {
    const problem = owners.get(name);
    return problem ? `public/${name} ${problem}: give it another name.` : [];
  });
}

/** `/blog` and `/blog/first` -> `blog`. */
const getTop = (path: string) => path.split('/', 2)[1] ?? '';
