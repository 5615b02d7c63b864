import { type EcmaScriptModule, parseSync, Visitor } from 'oxc-parser';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A `css` template: offsets into the text of its module, from `css` to the last backtick. */
export interface CssTemplate extends Range {
  /** The text between the backticks. */
  readonly css: Range;
  /** In a function the build cannot know its values. */
  readonly isInFunction: boolean;
}

interface ParsedModule {
  /** In the order in which they begin. */
  readonly templates: readonly CssTemplate[];
  readonly imports: EcmaScriptModule['staticImports'];
}

/** Finds the `css` templates of a module. A module that cannot be parsed has none: the bundler reports the error. */
export function parseTemplates(path: string, text: string): ParsedModule {
  const { program, errors, module } = parseSync(path, text);
  if (errors.length > 0) return { templates: [], imports: [] };
  const templates: CssTemplate[] = [];
  let functions = 0;
  const enter = () => {
    functions += 1;
  };
  const leave = () => {
    functions -= 1;
  };
  new Visitor({
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    TaggedTemplateExpression({ tag, quasi, start, end }) {
      if (tag.type !== 'Identifier' || tag.name !== 'css') return;
      templates.push({
        start,
        end,
        css: { start: quasi.start + 1, end: quasi.end - 1 },
        isInFunction: functions > 0,
      });
    },
  }).visit(program);
  return { templates, imports: module.staticImports };
}
