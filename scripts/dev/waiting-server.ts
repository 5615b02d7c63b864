import { pathToFileURL } from 'node:url';

/* The process of `server-process.ts`: loads the packages, waits, and becomes the server. Arguments: its bundle, the packages. */

const [, , bundle = '', ...packages] = process.argv;
await Promise.allSettled(packages.map((name) => import(name)));
process.once('disconnect', () => process.exit()); // `npm run dev` has ended.
process.once('message', async () => {
  process.removeAllListeners('disconnect').disconnect();
  await import(pathToFileURL(bundle).href);
});
