/**
 * Reads Prometheus's text format.
 *
 * @returns values by series, written as in the text, `name{label="value"}`
 * @throws with a line that is neither a comment nor a sample, and for a series that comes twice
 */
export function readSamples(text: string): ReadonlyMap<string, number> {
  const samples = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '' || /^# (HELP|TYPE) /.test(line)) continue;
    const [, series = '', value = ''] = /^(\w+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
    const number = Number(value.replace('Inf', 'Infinity'));
    if (series === '' || samples.has(series)) throw new Error(`Not a new sample: ${line}`);
    samples.set(series, number);
  }
  return samples;
}
