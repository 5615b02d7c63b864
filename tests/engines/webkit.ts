import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'playwright/test';
import { z } from 'zod';
import { getFreePort } from '#scripts/site/get-free-port.ts';
import { getProgram } from '../helpers/programs/programs.ts';
import { makeTemporaryFolder } from '../helpers/temporary-folder.ts';
import type { Engine } from './engine.ts';
import { readProbe, startProbingProxy } from './probe.ts';

/** The reference of an element: one field, whose name is a constant of the protocol. */
const element = z.record(z.string(), z.string());
/** The keys of WebDriver, section 17.4.2. */
const keys = { Escape: '\uE00C', Enter: '\uE007', Tab: '\uE004' } as const;

/** WebKitGTK's MiniBrowser on a virtual screen, through a few commands of WebDriver. */
export async function startWebKit(site: string): Promise<Engine> {
  const { path: folder, remove } = await makeTemporaryFolder();
  const proxy = await startProbingProxy(site);
  const port = await getFreePort();
  const display = `:${port}`; // A free port is a free number.
  const screen = spawn(getProgram('Xvfb'), [display, '-screen', '0', '1400x1000x24']);
  const driver = spawn(getProgram('WebKitWebDriver'), ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      LANG: 'C.UTF-8',
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1', // There is no bus for assistive technology.
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      // The sandbox needs rights that containers lack. The browser opens our own server only.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const children = [driver, screen];
  const ended = Promise.all(children.map((child) => once(child, 'exit')));
  // The driver ends when the test runner is interrupted, too.
  const kill = () => children.map((child) => child.kill());
  process.once('exit', kill);
  const session = await openSession(`http://127.0.0.1:${port}/session`);
  await session('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 900 });
  return {
    ...createEngine(session, `http://127.0.0.1:${proxy.port}`),
    runFirst: proxy.runFirst,
    async close() {
      await session('DELETE').catch(() => {});
      kill();
      await ended;
      process.off('exit', kill);
      await proxy[Symbol.asyncDispose]();
      await remove();
    },
  };
}

function createEngine(session: Session, origin: string): Omit<Engine, 'close' | 'runFirst'> {
  const evaluate = (expression: string) =>
    session('POST', '/execute/sync', { script: `return (${expression})`, args: [] });
  const act = async (selector: string, action: 'click' | 'value', body: object = {}) => {
    const given = { using: 'css selector', value: selector };
    const [id] = Object.values(element.parse(await session('POST', '/element', given)));
    await session('POST', `/element/${id}/${action}`, body);
  };
  const press = (...values: readonly string[]) => {
    const both = (value: string) => ['keyDown', 'keyUp'].map((type) => ({ type, value }));
    const actions = [{ type: 'key', id: 'keyboard', actions: values.flatMap(both) }];
    return session('POST', '/actions', { actions });
  };
  return {
    open: (path) => session('POST', '/url', { url: origin + path }),
    evaluate,
    click: (selector) =>
      // Repeats while something covers it, such as a card that is still moving.
      untilDone(async () => {
        try {
          await act(selector, 'click');
        } catch (error) {
          // The driver does not scroll to an element just below the window.
          await evaluate(`document.querySelector('${selector}')?.scrollIntoView()`);
          throw error;
        }
      }),
    async choose(selector, label) {
      // The keyboard chooses, because the driver only simulates a click on an option, which is no user activation, and
      // Back skips history entries that a page adds without one.
      await evaluate(`document.querySelector('${selector}').focus()`);
      await press(...label);
    },
    type: (selector, text) => untilDone(() => act(selector, 'value', { text })),
    press: (key) => press(keys[key]),
    back: () => session('POST', '/back', {}),
    hasBackForwardCache: false, // A driven WebKit loads every page again.
    readFindings: async () => [await evaluate(readProbe)].flat().map(String),
  };
}

/** Sends a command of WebDriver and returns its value. @throws with the driver's error */
type Session = (method: 'POST' | 'DELETE', path?: string, body?: object) => Promise<unknown>;

async function openSession(url: string): Promise<Session> {
  const send = async (method: string, to: string, body?: object): Promise<unknown> => {
    const response = await fetch(to, { method, body: JSON.stringify(body) ?? null });
    const { value } = z.object({ value: z.unknown() }).parse(await response.json());
    if (!response.ok) throw new Error(JSON.stringify(value));
    return value;
  };
  const capabilities = { alwaysMatch: { browserName: 'MiniBrowser' } };
  // WebKitWebDriver does not listen at once.
  const opened = await untilDone(() => send('POST', url, { capabilities }));
  const { sessionId } = z.object({ sessionId: z.string() }).parse(opened);
  return (method, path = '', body) => send(method, `${url}/${sessionId}${path}`, body);
}

/** Repeats for 20 seconds while it throws. @throws the last error */
async function untilDone(act: () => Promise<unknown>): Promise<unknown> {
  let value: unknown;
  await expect(async () => {
    value = await act();
  }).toPass({ timeout: 20_000, intervals: [200] });
  return value;
}
