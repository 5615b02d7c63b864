import { type Rule, topFolderOf } from './source-file.ts';

/* The linter holds which way imports run (`noRestrictedImports` in biome.json). */

const onlyImporters: readonly [what: RegExp, where: RegExp, advice: string][] = [
  [
    /^(node:sqlite|pg)$/,
    /^(server\/newsletter\/(.*\/)?store-[^/]*|tests\/.*|scripts\/.*)\.ts$/,
    'only the newsletter’s store-*.ts knows SQL: add a method to the store',
  ],
  [
    /^nodemailer(\/|$)/,
    /^server\/newsletter\/(.*\/)?mailer-smtp\.ts$/,
    'only the newsletter’s mailer-smtp.ts knows SMTP: use the mailer',
  ],
  [
    /^@prometheus-io\/client(\/|$)/,
    /^server\/observe\/([^/]*metrics|counters)\.ts$/,
    'only server/observe/ knows it, and loads it where METRICS_PORT is set',
  ],
];

/** Form and place of imports. */
export const checkArrows: Rule = ({ path, folder, imports }) =>
  imports.flatMap(({ specifier, target, line }) => {
    const advice = target === undefined ? adviseOnPackage() : adviseOnFile(target);
    return advice ? [{ path, line, message: `imports ${specifier}: ${advice}` }] : [];

    function adviseOnPackage() {
      const rule = onlyImporters.find(([what, where]) => what.test(specifier) && !where.test(path));
      return rule?.[2];
    }

    function adviseOnFile(imported: string) {
      const isInside = topFolderOf(imported) === folder;
      if (isInside && specifier.startsWith('#')) {
        return `inside ${folder}/ imports are relative: write the path from this file`;
      }
      // A configuration file at the top has no folder to leave; package.json is in none.
      const hasFolders = folder !== '' && imported !== 'package.json';
      const isAcross = !isInside && specifier.startsWith('.') && hasFolders;
      return isAcross ? `across top folders write #${imported}` : undefined;
    }
  });
