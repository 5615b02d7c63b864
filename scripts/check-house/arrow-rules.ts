import { findImportedPath, type ImportOf, type Rule, topFolderOf } from './source-file.ts';

/* Which way imports run: server -> client -> shared, server -> shared, tests -> anything. */

/** What each top folder may import, besides itself. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  client: ['shared'],
  server: ['shared', 'client'],
  scripts: ['shared', 'client', 'server'],
  tests: ['shared', 'client', 'server', 'scripts'],
  '': ['scripts'],
};

/** Packages and modules with a single place that knows them; tests may look behind it. */
const onlyImporters: readonly { what: RegExp; where: RegExp; advice: string }[] = [
  {
    what: /^(framer-motion|motion)(\/|$)/,
    where: /^client\/motion\//,
    advice: 'only client/motion/ imports it: give client/motion/ a function for what you need',
  },
  {
    what: /^(node:sqlite|better-sqlite3|pg|postgres)$/,
    where: /^(server\/newsletter\/store-[^/]*|tests\/.*|scripts\/.*)\.ts$/,
    advice: 'only server/newsletter/store-*.ts knows SQL: add a method to the store',
  },
  {
    what: /^nodemailer(\/|$)/,
    where: /^server\/newsletter\/mailer-smtp\.ts$/,
    advice: 'only server/newsletter/mailer-smtp.ts knows SMTP: use the mailer',
  },
  {
    what: /^prom-client(\/|$)/,
    where: /^server\/observe\/([^/]*metrics|counters)\.ts$/,
    advice: 'only server/observe/ knows it, and loads it where METRICS_PORT is set: use the meter',
  },
];

/** The direction of imports, and which form they take. */
export const checkArrows: Rule = (file) => {
  const { path, folder } = file;
  return file.imports.flatMap((imported) => {
    const problem = (message: string) => [
      { path, line: imported.line, message: `imports ${imported.specifier}: ${message}` },
    ];
    const target = findImportedPath(file, imported);
    if (target === undefined) {
      const advice = adviceOnPackage(path, folder, imported);
      return advice ? problem(advice) : [];
    }

    if (target === 'package.json') return []; // The version, for instance; the bundle inlines it.
    const targetFolder = topFolderOf(target);
    if (targetFolder === folder) {
      return imported.specifier.startsWith('#')
        ? problem(`inside ${folder}/ imports are relative: write the path from this file`)
        : [];
    }
    if (!arrows[folder]?.includes(targetFolder)) {
      return problem(adviceOnDirection(folder, targetFolder));
    }
    if (folder === 'server' && targetFolder === 'client' && !path.startsWith('server/render/')) {
      return problem('only server/render/ imports client/: let it do what needs the React tree');
    }
    // A configuration file at the top stands beside the folders, so it has no folder to leave.
    if (imported.specifier.startsWith('.') && folder !== '') {
      return problem(`across top folders write #${target}`);
    }
    return [];
  });
};

function adviceOnPackage(path: string, folder: string, { specifier }: ImportOf) {
  if (folder === 'shared') {
    return 'shared/ is plain TypeScript and imports nothing from outside itself: pass it in, or move this file';
  }
  if (folder === 'client' && specifier.startsWith('node:')) {
    return 'client/ runs in the browser too: leave Node to server/ and pass in what it finds';
  }
  const only = onlyImporters.find(({ what }) => what.test(specifier));
  return only && !only.where.test(path) ? only.advice : undefined;
}

function adviceOnDirection(folder: string, targetFolder: string): string {
  const from = folder ? `${folder}/` : 'a configuration file';
  const allowed = arrows[folder] ?? [];
  const may = allowed.length > 0 ? `only ${allowed.join('/, ')}/` : 'nothing';
  return `${from} imports ${may} of the other top folders: move what both need to shared/, or pass it in from ${targetFolder}/`;
}
