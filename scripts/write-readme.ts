import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { variables } from '#server/config.ts';
import { createMetrics } from '#server/observe/metrics.ts';
import { createDashboard } from './dashboard/create-dashboard.ts';
import { replaceMarked } from './readme/replace-marked.ts';
import { formatVariables, readContainerVariables } from './readme/variables-table.ts';

// Writes the table of variables into the operators' README, and the dashboard from its table of metrics:
// a part of `npm run format`.

const root = join(import.meta.dirname, '..');
const readme = join(root, 'scripts/deploy/README.md');

const container = readContainerVariables(await readFile(join(root, 'Dockerfile'), 'utf8'));
const before = await readFile(readme, 'utf8');
const after = replaceMarked(before, 'variables', formatVariables(variables, container));
if (after !== before) await writeFile(readme, after);

const metrics = createMetrics({
  getCacheUsage: () => ({ count: 0, bytes: 0 }),
  countConnections: async () => 0,
  getBacklog: async () => ({ paused: 0, waiting: 0, oldestSeconds: 0 }),
});
const dashboard = createDashboard(after, await metrics.expose());
await writeFile(join(root, 'scripts/deploy/grafana-dashboard.json'), dashboard);
