import { type Expression, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';
import { type Finding, lineAt, type Rule } from './source-file.ts';

/** The folders whose code runs in the server's process and reads input from outside. */
const reachable = ['client', 'server', 'shared'];

/**
 * Regular expressions whose time grows faster than their input: exponential or polynomial backtracking, and a search
 * that starts again at each character, such as `/\s*;/` on spaces. A header of 15 kB once stopped the process for 200
 * ms.
 */
export const checkPatterns: Rule = ({ path, folder, text, program }) => {
  if (!reachable.includes(folder)) return [];
  const problems: Finding[] = [];
  const report = (index: number, message: string) =>
    problems.push({ path, line: lineAt(text, index), message });
  const visitCallee = (callee: Expression, index: number) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    report(index, 'RegExp(…) cannot be checked for backtracking: write the pattern as a literal');
  };
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      const [found] = analyse({ source: pattern, flags }, { maxReports: 1 }).reports;
      if (!found) return;
      const advice =
        'takes more than linear time on some input: anchor it, bound it, or use string methods';
      report(node.start, `/${pattern}/${flags} ${advice}`);
    },
    NewExpression({ callee, start }) {
      visitCallee(callee, start);
    },
    CallExpression({ callee, start }) {
      visitCallee(callee, start);
    },
  }).visit(program);
  return problems;
};
