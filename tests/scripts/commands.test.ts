import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { getFreePort } from '#scripts/site/get-free-port.ts';
import { makeFolder } from '../helpers/until-test-ends.ts';

/** `npm start` or its starter, in a process group of its own, until the test ends. Its standard input is a pipe. */
async function start([program = '', ...args]: readonly string[]) {
  const [PORT, DATA_DIR] = [String(await getFreePort()), await makeFolder()];
  const env = { ...process.env, NODE_ENV: 'production', MAIL: 'capture', PORT, DATA_DIR };
  const child = spawn(program, args, { env, detached: true });
  const group = -Number(child.pid);
  onTestFinished(() => {
    try {
      process.kill(group, 'SIGKILL'); // The whole group, because npm may have left a server.
    } catch {} // No process is left.
  });
  const ended = once(child, 'close'); // No process writes to its output any more.
  let said = '';
  child.stderr.resume();
  child.stdout.on('data', (chunk) => {
    said += chunk;
  });
  return { port: Number(PORT), child, group, ended, read: () => said };
}

const [npm, starter] = [
  ['npm', 'start', '--silent'],
  [process.execPath, 'scripts/start.ts'],
];
test.each([
  ['SIGTERM', 'npm start', npm],
  ['SIGINT', 'the process group of npm start', npm],
  ['SIGHUP', 'the process group of the starter', starter],
  ['SIGTERM', 'the starter', starter],
] as const)(
  '%s to %s stops the server, and a form that is being sent is accepted',
  async (signal, to, command) => {
    const { port, child, group, ended, read } = await start(command);
    await expect.poll(read).toContain('"url"');
    const body = 'email=asha%40example.com';
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
      expect: '100-continue',
    };
    const form = request({ port, path: '/newsletter', method: 'POST', headers });
    form.flushHeaders();
    await once(form, 'continue'); // The server has read the head.
    process.kill(to.includes('group') ? group : Number(child.pid), signal);
    await expect.poll(read).toContain('"msg":"stopping"');
    form.end(body);
    const [response] = await once(form, 'response');
    response.resume();
    expect(response.statusCode).toBe(303);
    const [code] = await ended;
    expect(read()).toContain('"msg":"stopped"');
    if (to === 'the starter') expect(code).toBe(0);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  },
);
