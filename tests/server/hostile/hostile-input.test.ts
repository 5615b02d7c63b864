import { join } from 'node:path';
import { expect, test } from 'vitest';
import { host, RawConnection, write } from '../../helpers/hostile/raw-connection.ts';
import { makeEnvironment } from '../../helpers/newsletter/newsletter-app.ts';
import { readPort } from '../../helpers/site/start-server.ts';
import { makeFolder, startServer } from '../../helpers/until-test-ends.ts';

/** A word of the requests that no response may repeat, and one of files that nobody may read. */
const [marker, secret] = ['zq-marker', 'TOP-SECRET'];

const files = {
  'manifest.json': JSON.stringify({ scripts: [], inlineScript: '', note: secret }),
  'client/assets/entry-AB12CD34.js': 'export {};',
  'client/assets/entry-AB12CD34.js.br': secret,
  'client/assets/.env': secret,
  'server/index.js': secret,
};

const privateFiles = ['manifest.json', 'server/index.js', 'client/assets/.env'].flatMap((file) =>
  ['/', '/assets/', '/fonts/', 'http://circle.example/'].flatMap((folder) =>
    ['../', '../../', '..%2f..%2f', '%2e%2e/%2e%2e/', '..%5c', '....//', '..%00/'].map(
      (up) => folder + up + file,
    ),
  ),
);
const script = `<script>${marker}</script>`;
const type = 'Content-Type: application/x-www-form-urlencoded';
const post = (target: string, body: string, ...headers: readonly string[]) => {
  const lines = [host, type, `Content-Length: ${body.length}`, ...headers];
  return write({ method: 'POST', target, headers: lines, body });
};

const requests: readonly Buffer[] = [
  ...[...privateFiles, '/assets/entry-AB12CD34.js.br', '/assets/.env'].map((target) =>
    write({ target, headers: [host, 'Accept-Encoding: identity'] }),
  ),
  ...[
    `/${script}`,
    `/%zz${marker}`,
    `//evil.example/${marker}`,
    `/${marker}%0d%0aSet-Cookie:a=b`,
  ].map((target) => write({ target })),
  ...['/events?event=', '/events?month=', '/thank-you?type=', '/newsletter/confirm?token='].map(
    (target) => write({ target: `${target}${encodeURIComponent(script)}` }),
  ),
  ...['<script>', '"', "'--", '%0d%0aBcc: all@circle.example'].map((text) =>
    post('/newsletter', `email=${marker}%00${encodeURIComponent(text)}&__proto__[a]=${marker}`),
  ),
  post('/newsletter', `email=${marker}@circle.example`, `Origin: https://${marker}.example`),
  post('/newsletter/unsubscribe?token=a', 'a'.repeat(70_000)),
  post('/reports', `{"${marker}":`),
  ...['X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Original-URL', 'Range', 'If-None-Match'].map(
    (name) => write({ target: '/About', headers: [host, `${name}: ${marker}`] }),
  ),
  ...['TRACE', 'OPTIONS', 'PROPFIND', marker].map((method) => write({ method, target: '/about' })),
];

test('no hostile request gets an error, its own words, a private file or a response without a policy', async () => {
  const folder = await makeFolder(files);
  const place = { dataDirectory: join(folder, 'data') };
  const more = { TRUST_PROXY: '0', NODE_ENV: 'production', ASSETS_DIR: folder };
  const environment = { ...makeEnvironment({ place }), ...more };
  const server = await startServer({ ...environment, PORT: '0' });
  const port = await readPort(server);
  for (const request of requests) {
    const connection = new RawConnection(port);
    connection.write(request);
    const { status, headers, body } = await connection.expect();
    const text = `${body} ${[...headers].filter(([name]) => name !== 'location')}`;
    const shown = text.replaceAll(
      / value="[^"<>]*"|<script type="application\/json".*?<\/script>/g,
      '',
    );
    const found = {
      isError: status >= 500,
      repeats: shown.includes(marker),
      leaks: /TOP-SECRET|node_modules\/|\bat .*\.[jt]sx?:\d+/.test(text),
      isElsewhere: /^(\w+:|\/\/)/.test(headers.get('location') ?? ''),
      hasPolicy: headers.has('content-security-policy') && headers.has('x-content-type-options'),
    };
    const fine = {
      isError: false,
      repeats: false,
      leaks: false,
      isElsewhere: false,
      hasPolicy: true,
    };
    expect([`${request}`.slice(0, 200), found]).toEqual([`${request}`.slice(0, 200), fine]);
    connection.destroy();
  }
  expect(await server.end()).toEqual({ code: 0, stderr: '' });
});
