import { findImportedPath, type Rule, topFolderOf } from './source-file.ts';

/* Which form imports take, and packages with a single place that knows them; tests may look behind it.
   Which way imports run, the linter holds (`noRestrictedImports` in biome.json). */

const onlyImporters: readonly { what: RegExp; where: RegExp; advice: string }[] = [
  {
    what: /^(node:sqlite|better-sqlite3|pg|postgres)$/,
    where: /^(server\/newsletter\/(.*\/)?store-[^/]*|tests\/.*|scripts\/.*)\.ts$/,
    advice: 'only the newsletter’s store-*.ts knows SQL: add a method to the store',
  },
  {
    what: /^nodemailer(\/|$)/,
    where: /^server\/newsletter\/(.*\/)?mailer-smtp\.ts$/,
    advice: 'only the newsletter’s mailer-smtp.ts knows SMTP: use the mailer',
  },
  {
    what: /^prom-client(\/|$)/,
    where: /^server\/observe\/([^/]*metrics|counters)\.ts$/,
    advice: 'only server/observe/ knows it, and loads it where METRICS_PORT is set: use the meter',
  },
];

export const checkArrows: Rule = (file) => {
  const { path, folder } = file;
  return file.imports.flatMap((imported) => {
    const { specifier, line } = imported;
    const advice = findAdvice();
    return advice ? [{ path, line, message: `imports ${specifier}: ${advice}` }] : [];

    function findAdvice(): string | undefined {
      const target = findImportedPath(file, imported);
      if (target === undefined) {
        return onlyImporters.find(({ what, where }) => what.test(specifier) && !where.test(path))
          ?.advice;
      }
      const isInside = topFolderOf(target) === folder;
      if (isInside && specifier.startsWith('#')) {
        return `inside ${folder}/ imports are relative: write the path from this file`;
      }
      // A configuration file at the top has no folder to leave; package.json is in none.
      const hasFolders = folder !== '' && target !== 'package.json';
      const isAcross = !isInside && specifier.startsWith('.') && hasFolders;
      return isAcross ? `across top folders write #${target}` : undefined;
    }
  });
};
