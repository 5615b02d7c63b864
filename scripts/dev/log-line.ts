const levelNames = new Map([
  [10, 'trace'],
  [20, 'debug'],
  [30, 'info'],
  [40, 'warn'],
  [50, 'error'],
  [60, 'fatal'],
]);

/** What every line says and nobody reads while developing. */
const left = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err']);

/** A structured log line as a line for people, with the stack of its error; other lines unchanged. */
export function formatLogLine(line: string): string {
  const record = parseRecord(line);
  if (!record) return line;
  const { level, msg, err } = record;
  const name = levelNames.get(Number(level)) ?? String(level);
  const rest = Object.entries(record)
    .filter(([key]) => !left.has(key))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const head = [name.padEnd(5), msg, ...rest].filter(Boolean).join(' ');
  const stack = err && typeof err === 'object' && 'stack' in err ? `\n${String(err.stack)}` : '';
  return `${head}${stack}`;
}

function parseRecord(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const record: unknown = JSON.parse(line);
    return record && typeof record === 'object' && 'level' in record ? { ...record } : undefined;
  } catch {
    return undefined;
  }
}
