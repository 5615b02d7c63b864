import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { createApp, rootDirectory } from './app.ts';
import { type Config, parseConfig, readEnvironment } from './config.ts';
import { describeError } from './describe-error.ts';
import { stopGracefully } from './graceful-stop.ts';
import { createHttpServer } from './http-server.ts';
import { listen } from './listen.ts';
import { createPageCache } from './middleware/page-cache.ts';
import { watchEventLoop } from './middleware/shed-load.ts';
import { listMisspelt } from './misspelt-variables.ts';
import { createNewsletter } from './newsletter/newsletter.ts';
import { createStoreAndOutbox, hasKeys } from './newsletter/store-and-outbox.ts';
import { createLogger } from './observe/create-logger.ts';
import { createLogDestination } from './observe/log-destination.ts';
import { createMetricsServer, metricsPath } from './observe/metrics-server.ts';
import { type Release, readRelease } from './release.ts';
import { noAssets, readAssetManifest } from './render/asset-manifest.ts';

/** The maximum of memory for cached pages, in bytes: every page of a programme of years in three encodings. */
const cacheSize = 16 * 1024 ** 2;

void start(); // Not awaited: the bundle is CommonJS, see scripts/build/server.ts.

async function start() {
  const parsed = parseConfig(readEnvironment());
  if ('mistakes' in parsed) return exitWith(parsed.mistakes);
  const { config } = parsed;
  const { site, newsletter: settings } = config;
  const log = createLogDestination();
  const logger = createLogger(config.logLevel, log.destination);
  for (const each of listMisspelt(readEnvironment())) logger.warn(each, 'no such variable');
  const buildDirectory = config.assetsDirectory ?? rootDirectory;
  const assets = readAssets(config, buildDirectory);
  const release = readRelease(buildDirectory, assets.version);

  // Loaded only with METRICS_PORT: other servers save its memory and the time of its start.
  const metrics = config.metrics && (await import('./observe/metrics.ts')).createMetrics(release);
  const recorder = metrics?.recorder;

  /** Where links in captured mails lead: to the listening address, unless SITE_ORIGIN is set. */
  const links = { origin: site.origin };
  const storeAndOutbox = await createStoreAndOutbox({
    settings,
    site,
    logger,
    getOrigin: () => links.origin,
    print: (text) => void log.destination.write(text),
    countMail: (outcome) => recorder?.mailed(outcome),
  }).catch((error: unknown) =>
    exitWith([`DATA_DIR ${settings.dataDirectory} cannot be used: ${describeError(error)}`]),
  );
  const newsletter = createNewsletter(storeAndOutbox, settings, logger);

  const cache = isCaching(config) ? createPageCache(cacheSize) : undefined;
  const readiness = { ready: false };
  const app = createApp({
    ...config,
    assets,
    release,
    buildDirectory,
    isBuilt: config.production,
    newsletter,
    cache,
    readiness,
    isOverloaded: watchEventLoop(),
    metrics: recorder,
    logger,
  });
  const server = createHttpServer(
    (request, response) => {
      if (!readiness.ready) response.shouldKeepAlive = false; // The load balancer opens its next connection to another replica.
      app(request, response);
    },
    { ...config, logger, metrics: recorder },
  );

  if (cache) metrics?.watchCache(cache);
  metrics?.watchConnections(server);
  if (hasKeys(storeAndOutbox)) {
    metrics?.watchOutbox(() => storeAndOutbox.ready().then(storeAndOutbox.store.getBacklog));
  }
  const metricsServer = metrics && createMetricsServer(metrics);
  if (metricsServer && config.metrics) {
    const metricsUrl =
      (await listenOrExit(metricsServer, config.metrics, logger, ' (METRICS_PORT)')) + metricsPath;
    logger.info({ metricsUrl }, `metrics at ${metricsUrl}`);
  }
  const url = await listenOrExit(server, config, logger);
  if (!config.hasOrigin && newsletter.capturesMails) links.origin = url;

  stopGracefully({
    server,
    logger,
    setUnready: () => {
      readiness.ready = false;
    },
    delay: config.shutdownDelay,
    finishWork: async () => storeAndOutbox?.finish(),
    close: async () => {
      await storeAndOutbox?.close();
      metricsServer?.closeAllConnections();
      metricsServer?.close(); // last: Prometheus can watch the stop
    },
    exit: (code) => void log.end().then(() => process.exit(code)),
  });
  readiness.ready = true;
  storeAndOutbox?.start(); // In the background: pages need no database and do not wait for it.
  announce(url, config, release, logger); // Last: whoever reads it may send a signal at once.
}

/** `--uncached` is for the benchmark, which measures rendering. */
const isCaching = ({ production }: Config) => production && !process.argv.includes('--uncached');

/** Starts to listen. Returns the server's address on this machine. */
async function listenOrExit(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  logger: Logger,
  variable = '',
): Promise<string> {
  await listen(server, { host, port, logger }).catch((error: unknown) =>
    exitWith([`Cannot listen on ${host}:${port}${variable}: ${describeError(error)}`]),
  );
  const address = server.address();
  const found = typeof address === 'object' && address ? address.port : port;
  const name = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${found}`;
}

function readAssets(config: Config, directory: string) {
  try {
    return readAssetManifest(directory);
  } catch (error) {
    if (!config.production) return noAssets;
    return exitWith([
      `The build in ${directory} is missing or broken: run "npm run build". ${describeError(error)}`,
    ]);
  }
}

/** Writes one line per mistake to the error output and ends the process. */
function exitWith(mistakes: readonly string[]): never {
  for (const mistake of mistakes) process.stderr.write(`${mistake.replace(/\s+/g, ' ')}\n`);
  process.exit(1);
}

/** Says where the site is and what happens to mails: one line on a terminal, log lines elsewhere. */
function announce(
  url: string,
  { site, newsletter }: Config,
  release: Release,
  logger: Logger,
): void {
  const ready = `${site.name} is ready at ${url}`;
  const { mailFolder: folder, localOnly } = newsletter;
  const why = ', and only this machine can subscribe: neither MAIL nor SMTP_URL is set';
  const mails = {
    off: 'the newsletter is off, no mail is sent',
    capture: `mails are captured in ${folder}, none is sent${localOnly ? why : ''}`,
    smtp: 'mails are sent',
  }[newsletter.mode];
  if (process.stdout.isTTY) {
    process.stdout.write(`${ready}; ${mails}\n`);
  } else {
    logger.info({ url, ...release }, ready);
    logger[localOnly ? 'warn' : 'info'](newsletter.mode === 'capture' ? { folder } : {}, mails);
  }
}
