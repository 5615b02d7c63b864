import compression from 'compression';
import express from 'express';
import { renderToPipeableStream } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { findNextEvent } from '#shared/events/next-event.ts';
import { publishedContent } from '#shared/site-content.ts';
import { NaiveApp } from './app.tsx';

/* Everything at its default, as in the packages' own examples. Only an aborted request ends at once, not after 10 s. */

const nextEvent = findNextEvent(publishedContent.programme.events, Date.now());
const app = express();
app.use(compression());
app.use(express.static('dist.naive/public'));
app.get('/{*path}', (request, response) => {
  const { pipe, abort } = renderToPipeableStream(
    <StaticRouter location={request.url}>
      <NaiveApp {...nextEvent} />
    </StaticRouter>,
    {
      bootstrapScriptContent: `nextEvent = ${JSON.stringify(nextEvent)}`,
      bootstrapModules: ['/client.js'],
      onShellReady() {
        response.type('html');
        pipe(response);
      },
      onError(error) {
        if (!response.destroyed) console.error(error);
      },
    },
  );
  response.on('close', () => abort());
});

app.listen(Number(process.env['PORT']), '127.0.0.1');
