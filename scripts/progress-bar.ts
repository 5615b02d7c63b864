const width = 30; // characters

/** Shows progress on stderr: a bar in a terminal, elsewhere a line for each tenth of the work. */
export function createProgressBar(label: string) {
  const startedAt = performance.now();
  const isTerminal = process.stderr.isTTY === true;
  let shown = 0;
  return {
    update(count: number, total: number) {
      const done = Math.min(count, total);
      const step = Math.floor(((isTerminal ? 1000 : 10) * done) / total);
      if (!(step > shown)) return; // Also false for no work at all: NaN.
      shown = step;
      const line = formatProgress(label, done, total, (performance.now() - startedAt) / 1000);
      process.stderr.write(isTerminal ? `\r${line}\u001b[K` : `${line}\n`);
    },
    /** Ends the line. */
    end() {
      if (isTerminal && shown > 0) process.stderr.write('\n');
    },
  };
}

/** `Building  ███████░░░  7,000 of 10,000  1,400/s  3 s left` */
function formatProgress(label: string, done: number, total: number, seconds: number): string {
  const bar = '█'.repeat((width * done) / total).padEnd(width, '░');
  const count = (value: number) => Math.ceil(value).toLocaleString('en-US');
  const left = ((total - done) * seconds) / done;
  const rate = done < seconds ? 'less than 1/s' : `${count(done / seconds)}/s`;
  return `${label}  ${bar}  ${count(done)} of ${count(total)}  ${rate}  ${count(left)} s left`;
}
