import { lineAt, type Rule } from './source-file.ts';

interface TextRule {
  /** Which files. */
  readonly where: RegExp;
  readonly except?: RegExp;
  readonly pattern: RegExp;
  /** Comments count too. */
  readonly inComments?: boolean;
  /** What to do about it. */
  readonly advice: string;
}

/* A few words are taken apart so that the rules do not find themselves. */
const textRules: readonly TextRule[] = [
  {
    where: /^(client|server)\//,
    except: /^server\/render\/render-page\.tsx$/,
    pattern: /\brenderTo[A-Z]\w*Stream\b|\brenderToString\b|\brenderToStaticMarkup\b/,
    advice: 'only server/render/render-page.tsx renders: call renderPage',
  },
  {
    where: /^client\//,
    pattern: /\sstyle=\{/,
    advice:
      'a style attribute in the HTML breaks the content security policy: use the css prop, or set a property on the element after hydration',
  },
  {
    where: /^(client|server|shared)\//,
    pattern: /unsafe-(inline|eval)/,
    advice: 'the policy names what it allows by hash: add the hash',
  },
  {
    where: /^client\//,
    except: /^client\/styles\/tokens\.ts$/,
    pattern:
      /(?<![&\w])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b(?!\/)|\b(?:rgb|hsl|oklch|oklab|lab|lch)a?\(/i,
    advice: 'colours live in client/styles/tokens.ts: use a token, or add one for both themes',
  },
  {
    where: /./,
    pattern: /@ts-no[c]heck\b/,
    inComments: true,
    advice: 'tell the compiler the truth instead: parse, narrow, or fix the type',
  },
  {
    where: /./,
    pattern: /\b(TO[D]O|FIX[M]E|XX[X])\b/,
    inComments: true,
    advice: 'do it now, or open an issue and leave the number and the reason here',
  },
  {
    where: /^tests\//,
    pattern: /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:fixme|skipIf|runIf|todo)\b/,
    advice: 'every test runs, every time: mend it or delete it',
  },
];

/** Words that may not stand in a file. */
export const checkText: Rule = ({ path, text, code }) =>
  textRules
    .filter(({ where, except }) => where.test(path) && !except?.test(path))
    .flatMap(({ pattern, inComments, advice }) => {
      const searched = inComments ? text : code;
      return [...searched.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map((found) => ({
        path,
        line: lineAt(searched, found.index),
        message: `${found[0].trim()}: ${advice}`,
      }));
    });
