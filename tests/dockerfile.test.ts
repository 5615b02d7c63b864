import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { collectImage } from '#scripts/collect-image.ts';
import { readDeployFile } from './helpers/programs/deploy-files.ts';

/* What `npm run test:container`, which builds and runs the image, cannot see in the result. */

const dockerfile = readDeployFile('../../Dockerfile').replaceAll(/\\\n\s*/g, '');
const { scripts, version } = JSON.parse(readFileSync('package.json', 'utf8'));

test('the container, npm start and the systemd unit start the server with the same command', () => {
  const [, command = ''] = /^CMD (.+)$/m.exec(dockerfile) ?? [];
  expect(JSON.parse(command)).toEqual(['node', 'dist/server/index.js']);
  expect(scripts.start).toContain('node scripts/start.ts');
  expect(readFileSync('scripts/start.ts', 'utf8')).toContain("'../dist/server/index.js'");
  const unit = readDeployFile('setu-circle@.service');
  expect(unit).toMatch(/^ExecStart=\S+\/node dist\/server\/index\.js$/m);
});

test('nothing that npm downloads may run a script of its own while the image is built', () => {
  const installs = dockerfile.match(/^RUN .*npm (ci|i|install)\b.*$/gm);
  expect(installs).toEqual(['RUN npm ci --ignore-scripts']);
});

test('the image names its version and its commit', () => {
  const labels = /^LABEL (.+)$/m.exec(dockerfile)?.[1] ?? '';
  expect(labels).toContain(`org.opencontainers.image.version="${version}"`);
  expect(labels).toContain('org.opencontainers.image.revision="$COMMIT"');
  expect(dockerfile).toMatch(/^FROM scratch\nARG COMMIT=$/m);
});

test('an image never gets the Node of an npm package', () => {
  expect(process.execPath).toContain('/node_modules/');
  expect(() => collectImage('none')).toThrow('base image');
});
