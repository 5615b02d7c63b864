import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCommand, readDockerfile } from '../../helpers/dockerfile.ts';

const { before, stages } = readDockerfile();
const last = stages.at(-1) ?? [];
const textsOf = (stage: readonly { name: string; text: string }[], name: string) =>
  stage.filter((instruction) => instruction.name === name).map(({ text }) => text);

test('the last stage begins with nothing and takes only what has been collected for it', () => {
  expect(textsOf(last, 'FROM')).toEqual(['scratch']);
  expect(textsOf(last, 'COPY')).toEqual([
    '--from=build /image/root /',
    '--from=build --chown=1000:1000 /image/writable /',
  ]);
  expect(textsOf(last, 'ADD')).toEqual([]);
  expect(textsOf(last, 'RUN')).toEqual([]); // There is no shell to run anything.
});

test('the user of the container has a number, so that Kubernetes knows that it is not root', () => {
  expect(textsOf(last, 'USER')).toEqual(['1000:1000']);
});

test('no shell stands between the signals and the server, nor before the health check', () => {
  expect(readCommand(textsOf(last, 'CMD')[0] ?? '')[0]).toBe('node');
  expect(textsOf(last, 'HEALTHCHECK')[0]).toMatch(/ CMD \["node", /);
});

test('the container, npm start and the operators’ README start the server with the same command', () => {
  const command = readCommand(textsOf(last, 'CMD')[0] ?? '').join(' ');
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(command).toBe('node dist/server/index.js');
  expect(scripts.start).toBe(`tsx scripts/build-if-changed.ts && ${command}`);
  expect(readFileSync('scripts/deploy/README.md', 'utf8')).toContain(
    `NODE_ENV=production ${command}`,
  );
});

test('nothing that npm downloads may run a script of its own while the image is built', () => {
  const installs = stages
    .flatMap((stage) => textsOf(stage, 'RUN'))
    .filter((run) => /npm (ci|i)/.test(run));
  expect(installs).toEqual(['npm ci --ignore-scripts']);
});

test('the image that this one follows hands its files to the build, and the first has none', () => {
  expect(before).toEqual([{ name: 'ARG', text: 'PREVIOUS=node:24-slim' }]);
  expect(stages[0]).toEqual([
    { name: 'FROM', text: expect.stringMatching(/^\$\{PREVIOUS\} AS previous$/) },
  ]);
  const [workdir] = textsOf(last, 'WORKDIR');
  expect(stages.flatMap((stage) => textsOf(stage, 'RUN'))).toContain(
    `--mount=type=bind,from=previous,target=/previous npm run build -- --earlier /previous${workdir}/dist`,
  );
});

test('every stage that is copied or mounted from exists above', () => {
  const names = stages.map(([from]) => / AS (\S+)$/.exec(from?.text ?? '')?.[1]);
  for (const [index, stage] of stages.entries()) {
    for (const { text } of stage) {
      for (const [, name] of text.matchAll(/\bfrom=([\w-]+)/g)) {
        expect(names.slice(0, index)).toContain(name);
      }
    }
  }
});
