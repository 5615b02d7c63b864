import { readFileSync, writeFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { z } from 'zod';
import { variables } from '#server/config.ts';

/* The operators' list of variables: one line for each, as its schema parses it. `npm run format` writes it. */

const readme = 'scripts/deploy/README.md';

/** The description of a variable in its schema: JSON Schema's fields and our own `.meta()`. */
const descriptionOf = z.object({
  description: z.string(),
  enum: z.array(z.string()).optional(),
  default: z.unknown().optional(),
  /** The effect when the variable has neither a value nor a default. */
  unset: z.string().optional(),
});

/** The operators' README before, and after its list of variables is written anew. */
export function formatReadme() {
  const before = readFileSync(readme, 'utf8');
  // The lines between `<!-- variables … -->` and `<!-- /variables -->`.
  const marked = /(?<=<!-- variables[^\n]*-->\n)[\s\S]*?(?=\n<!-- \/variables -->)/;
  if (!marked.test(before)) throw new Error('The marks of the variables are missing');
  return { before, after: before.replace(marked, () => `\n${formatVariables()}\n`) };
}

/** Throws when a variable has no description; the message names it. */
function formatVariables(): string {
  const container = readContainerVariables();
  const { properties = {} } = z.toJSONSchema(variables, { io: 'input', unrepresentable: 'any' });
  const lines = Object.entries(variables.shape).map(([name, schema]) => {
    const parsed = descriptionOf.safeParse(properties[name]);
    if (!parsed.success) {
      throw new Error(`${name} has no description: add .meta({ description }) to it`);
    }
    const { description, unset = 'none', default: given } = parsed.data;
    const values = parsed.data.enum?.map((value) => `\`${value}\``).join(' ');
    // JSON Schema has no default for what is transformed, such as a number.
    const standard = given ?? z.parse(schema, undefined);
    const absent = standard === undefined ? unset : `\`${standard}\``;
    const inContainer = name in container ? `\`${container[name]}\`` : absent;
    const both = inContainer === absent ? absent : `${absent}; container: ${inContainer}`;
    const meaning = values ? `${values}; ${description}` : description;
    return `- \`${name}\` (${both}): ${meaning}`;
  });
  return lines.join('\n');
}

/** The variables that the Dockerfile sets with `ENV NAME=value …`. */
function readContainerVariables() {
  const dockerfile = readFileSync('Dockerfile', 'utf8').replaceAll('\\\n', '');
  const [settings = ''] = /(?<=^ENV ).+/m.exec(dockerfile) ?? [];
  return parseEnv(settings.replaceAll(' ', '\n'));
}

if (import.meta.main) {
  const { before, after } = formatReadme();
  if (after !== before) writeFileSync(readme, after);
}
