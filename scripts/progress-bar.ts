import type { ProgressBar } from '#server/newsletter/operator/command.ts';

const width = 30; // characters

/**
 * Shows how far long work has come, on the error output, so that the output stays for results.
 *
 * @param isShown false where nobody looks on: a script, or an output that is not a terminal
 */
export function createProgressBar(label: string, isShown: boolean): ProgressBar {
  const startedAt = performance.now();
  let drawnAt = 0;
  let line = '';
  return {
    update(done, total) {
      const now = performance.now();
      if (!isShown || (now - drawnAt < 100 && done < total)) return;
      drawnAt = now;
      line = formatProgress(label, done, total, (now - startedAt) / 1000);
      process.stderr.write(`\r${line}\u001b[K`);
    },
    end() {
      if (line) process.stderr.write('\n');
      line = '';
    },
  };
}

/** A bar in a terminal; elsewhere a line for each tenth of the work. */
export function createProgressReport(label: string): ProgressBar {
  if (process.stderr.isTTY) return createProgressBar(label, true);
  const startedAt = performance.now();
  let tenths = 0;
  return {
    update(done, total) {
      const reached = Math.floor((10 * done) / total);
      if (reached <= tenths) return;
      tenths = reached;
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      process.stderr.write(`${label}: ${tenths * 10} %, ${seconds} s\n`);
    },
    end() {},
  };
}

/** `Sending  ███████░░░  7,000 of 10,000  1,400/s  3 s left` */
export function formatProgress(label: string, done: number, total: number, seconds: number) {
  const share = total === 0 ? 1 : Math.min(done / total, 1);
  const filled = Math.round(share * width);
  const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
  const rate = seconds > 0 ? done / seconds : 0;
  const left = rate > 0 ? Math.ceil((total - done) / rate) : undefined;
  const count = (value: number) => value.toLocaleString('en-US');
  return [
    label,
    bar,
    `${count(done)} of ${count(total)}`,
    `${count(Math.round(rate))}/s`,
    ...(left === undefined ? [] : [`${count(left)} s left`]),
  ].join('  ');
}
