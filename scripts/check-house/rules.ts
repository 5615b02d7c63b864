import { hash } from 'node:crypto';
import { checkPatterns } from './pattern-rules.ts';
import { type Finding, lineAt, type Rule, type SourceFile } from './source-file.ts';

interface TextRule {
  /** What is searched; `code` has no comments. */
  readonly searched: 'path' | 'imports' | 'code' | 'text';
  readonly where?: RegExp;
  readonly except?: RegExp;
  readonly pattern: RegExp;
  readonly advice: string;
}

/* Some words are split, so that a rule does not find itself. */
const textRules: readonly TextRule[] = [
  {
    searched: 'path',
    where: /\//,
    except: /^server\/index\.ts$/,
    pattern: /\bindex\.tsx?$/,
    advice: 'is an index file: import the file itself, and name it after its export',
  },
  {
    searched: 'path',
    pattern: /(?<=^|\/)(?![a-z0-9]+(-[a-z0-9]+)*\/)[^/]+(?=\/)/, // The linter checks the names of files.
    advice: 'is not kebab-case: small letters, digits and single hyphens',
  },
  {
    searched: 'path',
    except: /^tests\/(.+\/)?helpers\//,
    pattern: /(?<=\/)(utils?|misc|common|lib|helpers?|types)(?=[/.])/,
    advice:
      'is a vague name: name it after its content; a type belongs to the module that it describes',
  },
  {
    searched: 'imports',
    except: /^(server\/newsletter\/(.*\/)?store-[^/]*|tests\/.*|scripts\/.*)\.ts$/,
    pattern: /^(node:sqlite|pg)$/,
    advice: 'only the newsletter’s store-*.ts knows SQL: add a method to the store',
  },
  {
    searched: 'imports',
    except: /^server\/newsletter\/(.*\/)?mailer-smtp\.ts$/,
    pattern: /^nodemailer(?=\/|$)/,
    advice: 'only the newsletter’s mailer-smtp.ts knows SMTP: use the mailer',
  },
  {
    searched: 'imports',
    except: /^server\/observe\/([^/]*metrics|counters)\.ts$/,
    pattern: /^@prometheus-io\/client(?=\/|$)/,
    advice: 'only server/observe/ imports it, where METRICS_PORT is set',
  },
  {
    searched: 'code',
    where: /^(client|server)\//,
    except: /^server\/render\/render-page\.tsx$/,
    pattern: /\brenderTo[A-Z]\w*Stream\b|\brenderToString\b|\brenderToStaticMarkup\b/,
    advice: 'only server/render/render-page.tsx renders: call renderPage',
  },
  {
    searched: 'code',
    where: /^(client|server|shared)\//,
    pattern: /unsafe-(inline|eval)/,
    advice: 'the policy allows it only by hash: add the hash',
  },
  {
    searched: 'code',
    where: /^client\//,
    except: /^client\/styles\/tokens\.ts$/,
    pattern:
      /(?<![&\w])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b(?!\/)|\b(?:rgb|hsl|oklch|oklab|lab|lch)a?\(/i,
    advice: 'colours belong to client/styles/tokens.ts: use a token, or add one for both themes',
  },
  {
    searched: 'text',
    pattern: /@ts-no[c]heck\b/,
    advice: 'do not silence the compiler: parse, narrow, or fix the type',
  },
  {
    searched: 'text',
    pattern: /\b(TO[D]O|FIX[M]E|XX[X])\b/,
    advice: 'do it now, or open an issue and leave the number and the reason here',
  },
  {
    searched: 'code',
    where: /^tests\//,
    pattern: /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:fixme|skipIf|runIf|todo)\b/,
    advice: 'every test runs, every time: repair it or delete it',
  },
];

const checkText: Rule = (file) =>
  textRules
    .filter(({ where, except }) => where?.test(file.path) !== false && !except?.test(file.path))
    .flatMap((rule) => search(rule, file));

function search({ searched, pattern, advice }: TextRule, file: SourceFile): Finding[] {
  const { path, imports } = file;
  const parts =
    searched === 'imports'
      ? imports.map(({ specifier, line }) => ({ part: specifier, line }))
      : [{ part: file[searched], line: 1 }];
  return parts.flatMap(({ part, line }) =>
    [...part.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map((found) => ({
      path,
      line: line + lineAt(part, found.index) - 1,
      message: `${found[0].trim()}: ${advice}`,
    })),
  );
}

/** How an import is written: relative inside a top folder, `#…` across them. */
const checkImports: Rule = ({ path, folder, imports }) =>
  imports.flatMap(({ specifier, target, line }) => {
    const isInside = target?.startsWith(`${folder}/`);
    // A configuration file at the top is in no folder; package.json is not code.
    if (target === undefined || folder === '' || target === 'package.json') return [];
    if (isInside !== specifier.startsWith('#')) return [];
    const message = isInside
      ? `inside ${folder}/ imports are relative: write the path from this file`
      : `across top folders write #${target}`;
    return [{ path, line, message: `imports ${specifier}: ${message}` }];
  });

/**
 * The breaches of the rules in one file. The linter checks the other rules, and the direction of imports
 * (biome.json).
 */
export function listProblems(file: SourceFile): Finding[] {
  const rules: readonly Rule[] = [checkText, checkImports, checkPatterns];
  return rules.flatMap((rule) => rule(file)).sort((a, b) => a.line - b.line);
}

/**
 * A file in public/fonts or public/line is cached for a year, so its name has to change with its content:
 * `name-<first 8 digits of its sha256>.ext`. Licence texts have a shorter lifetime.
 */
export function findHashProblem(path: string, content: Uint8Array): Finding | undefined {
  const digits = hash('sha256', content).slice(0, 8);
  const named = /-([0-9a-f]{8})\.[a-z0-9]+$/.exec(path)?.[1];
  if (path.endsWith('.txt') || named === digits) return undefined;
  const message = `is cached for a year under its name, which has to hold the hash of its content: name it …-${digits}.… and change what refers to it`;
  return { path, line: 1, message };
}
