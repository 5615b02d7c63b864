import { z } from 'zod';
import { formatTable } from './format-table.ts';

/** The description of a variable in its schema: JSON Schema's fields and our own `.meta()`. */
const descriptionOf = z.object({
  description: z.string(),
  enum: z.array(z.string()).optional(),
  default: z.unknown().optional(),
  unset: z.string().optional(),
});

/**
 * The operator's table: one row for each variable, as the schema parses it.
 *
 * @param variables the schema. Every field has a `description`, and may have `unset`: what happens if the variable
 * has neither a value nor a default
 * @param container the variables that the image sets, by name
 * @returns lines of Markdown, without a line break at the end
 * @throws when a variable has no description; the message names it
 */
export function formatVariables(
  variables: z.ZodObject,
  container: Readonly<Record<string, string>>,
): string {
  const { properties = {} } = z.toJSONSchema(variables, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(variables.shape).map(([name, schema]) => {
    const parsed = descriptionOf.safeParse(properties[name]);
    if (!parsed.success) {
      throw new Error(`${name} has no description: add .meta({ description }) to it`);
    }
    const { description, unset, default: given } = parsed.data;
    const values = parsed.data.enum?.map((value) => `\`${value}\``).join(' ');
    const absent = formatDefault(given ?? z.parse(schema, undefined), unset);
    const inContainer = name in container ? `\`${container[name]}\`` : absent;
    const standard = inContainer === absent ? absent : `${absent} (the container: ${inContainer})`;
    const meaning = values ? `${values}; ${description}` : description;
    return [`\`${name}\``, standard, meaning];
  });
  return formatTable([['variable', 'default', 'meaning'], ...rows]);
}

/** The default as an operator would write it, or the result of parsing an absent variable. */
function formatDefault(standard: unknown, unset: string | undefined): string {
  const isPlain = ['string', 'number', 'boolean'].includes(typeof standard);
  return [...(isPlain ? [`\`${standard}\``] : []), ...(unset ? [unset] : [])].join(', ') || 'none';
}

/** The variables that the last stage of a Dockerfile sets with `ENV NAME=value …`. */
export function readContainerVariables(dockerfile: string): Record<string, string> {
  const stages = dockerfile.replaceAll('\\\n', ' ').split(/^FROM /m);
  const lines = stages.at(-1)?.match(/^ENV .+$/gm) ?? [];
  const settings = lines.join(' ').matchAll(/([A-Z_]+)=(\S+)/g);
  return Object.fromEntries([...settings].map(([, name = '', value = '']) => [name, value]));
}
