import type { DestinationStream, Logger } from 'pino';
import { type AppDependencies, createApp, rootDirectory } from './app.ts';
import { type Config, parseConfig } from './config.ts';
import { describeError } from './describe-error.ts';
import { stopTimes } from './http/graceful-stop.ts';
import { createMetricsServer } from './http/metrics-server.ts';
import { createNewsletter } from './newsletter/newsletter.ts';
import { createStoreAndOutbox, hasKeys } from './newsletter/store-and-outbox.ts';
import { defaultTiming } from './newsletter/timing.ts';
import { closedByDefault } from './newsletter-settings.ts';
import { createLogger } from './observe/create-logger.ts';
import { createPageCache } from './page-cache.ts';
import { type Release, readRelease } from './release.ts';
import { noAssets, readAssetManifest } from './render/asset-manifest.ts';

/** The memory for cached pages, in bytes: enough for some years' programme in three encodings. */
const cacheSize = 16 * 1024 ** 2;

/** The time that an orchestrator has to allow for a stop after the delay, in milliseconds. */
export const maxStopTime = Math.max(stopTimes.requests, defaultTiming.stop) + stopTimes.close;

/** Mistakes of the operator, each as a readable line. */
export class WrongConfiguration extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

interface SiteOptions extends Pick<Partial<AppDependencies>, 'sendFailure'> {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly log: DestinationStream;
  readonly isCaching: boolean;
}

/**
 * Creates everything that the environment configures except the sockets: `index.ts` listens, and `npm run dev` calls
 * this again after each save.
 *
 * @throws WrongConfiguration
 */
export async function createSite({ environment, log, isCaching, ...given }: SiteOptions) {
  const parsed = parseConfig(environment);
  if ('mistakes' in parsed) throw new WrongConfiguration(parsed.mistakes);
  const { config } = parsed;
  const { site, newsletter: settings } = config;
  const logger = createLogger(config.logLevel, log);
  const buildDirectory = config.assetsDirectory ?? rootDirectory;
  const assets = readAssets(config, buildDirectory);
  const release = readRelease(buildDirectory, assets.version);

  const metrics = config.metrics && (await import('./observe/metrics.ts')).createMetrics(release);
  const recorder = metrics?.recorder;

  const storeAndOutbox = await createStoreAndOutbox({
    settings,
    site,
    logger,
    origin: config.linkOrigin,
    print: (text) => void log.write(text),
    countMail: (outcome) => recorder?.mailed(outcome),
  }).catch((error: unknown) => {
    const { dataDirectory } = settings;
    throw new WrongConfiguration([
      `DATA_DIR ${dataDirectory} cannot be used: ${describeError(error)}`,
    ]);
  });
  const newsletter = createNewsletter(storeAndOutbox, settings, logger);

  const cache = isCaching && config.production ? createPageCache(cacheSize) : undefined;
  const readiness = { ready: false };
  const app = createApp({
    ...config,
    ...given,
    assets,
    release,
    buildDirectory,
    isBuilt: config.production,
    newsletter,
    cache,
    readiness,
    metrics: recorder,
    logger,
  });
  if (cache) metrics?.watchCache(cache);
  if (hasKeys(storeAndOutbox)) {
    metrics?.watchOutbox(() => storeAndOutbox.ready().then(storeAndOutbox.store.getBacklog));
  }
  return {
    config,
    logger,
    app,
    readiness,
    metrics,
    metricsServer: metrics && createMetricsServer(metrics, logger),
    /**
     * Starts the background work, which pages do not wait for, and announces the site at this address, if one is given.
     */
    start(url?: string) {
      readiness.ready = true;
      storeAndOutbox?.start();
      if (url !== undefined) announce(url, config, release, logger);
    },
    finishWork: async () => storeAndOutbox?.finish(),
    close: async () => storeAndOutbox?.close(),
  };
}

function readAssets(config: Config, directory: string) {
  try {
    return readAssetManifest(directory);
  } catch (error) {
    if (!config.production) return noAssets;
    throw new WrongConfiguration([
      `The build in ${directory} is missing or broken: run "npm run build". ${describeError(error)}`,
    ]);
  }
}

/** Reports the site's address and what happens to mails: one line on a terminal, log lines elsewhere. */
function announce(
  url: string,
  { site, newsletter }: Config,
  release: Release,
  logger: Logger,
): void {
  const ready = `${site.name} is ready at ${url}`;
  const { mode, mailFolder: folder, isConfigured } = newsletter;
  const isForgotten = mode === 'off' && !isConfigured;
  const mails = {
    off: isForgotten ? closedByDefault : 'the newsletter is off, no mail is sent',
    capture: `mails are captured in ${folder}, none is sent`,
    smtp: 'mails are sent',
  }[mode];
  if (process.stdout.isTTY) {
    process.stdout.write(`${ready}; ${mails}\n`);
  } else {
    logger.info({ url, ...release }, ready);
    logger[isForgotten ? 'warn' : 'info'](mode === 'capture' ? { folder } : {}, mails);
  }
}
