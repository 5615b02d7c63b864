import type { createCounters } from './counters.ts';

/** Counts everything but responses, which go to the access log. Every method is cheap. */
export type MetricsRecorder = ReturnType<typeof createCounters>;

/** Counts nothing: for a server without metrics. */
export const noMetrics: MetricsRecorder = {
  rendered() {},
  subscribed() {},
  confirmed() {},
  unsubscribed() {},
  mailed() {},
  reported() {},
  rejectedReport() {},
  droppedConnection() {},
  invalidRequest() {},
};
