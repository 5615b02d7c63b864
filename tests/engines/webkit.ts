import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Builder, By, Key, until, type WebDriver } from 'selenium-webdriver';
import { getFreePort } from '#scripts/get-free-port.ts';
import { getScreen, getWebKit } from '../helpers/programs.ts';
import type { Engine } from './engine.ts';
import { readProbe } from './probe.ts';
import { startProbingProxy } from './probing-proxy.ts';

const keys = { Escape: Key.ESCAPE, Enter: Key.ENTER, Tab: Key.TAB } as const;
/** How long an element may take to appear or to be free to click: milliseconds. */
const timeout = 20_000;

/** WebKitGTK's own small browser on a screen of its own, through WebDriver. */
export async function startWebKit(site: string): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'webkit-home-'));
  const proxy = await startProbingProxy(site);
  const display = await startDisplay(await getScreen());
  const port = await getFreePort();
  const driver = spawn(await getWebKit(), ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      LANG: 'C.UTF-8',
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1', // There is no bus for assistive technology.
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      // Its sandbox wants rights that containers do not give. It opens nothing but our own server.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  // A test runner that breaks off must not leave them behind.
  const endNow = () => {
    driver.kill();
    display.process.kill();
  };
  process.once('exit', endNow);
  const close = async () => {
    process.off('exit', endNow);
    await end(driver);
    await end(display.process);
    await proxy[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const session = await openSession(`http://127.0.0.1:${port}`);
    await session.manage().window().setRect({ x: 0, y: 0, width: 1280, height: 900 });
    return {
      ...createEngine(session, `http://127.0.0.1:${proxy.port}`),
      async close() {
        try {
          await session.quit();
        } finally {
          await close();
        }
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function createEngine(session: WebDriver, origin: string): Omit<Engine, 'close'> {
  const evaluate = (expression: string) => session.executeScript(`return (${expression})`);
  const find = (selector: string) => session.wait(until.elementLocated(By.css(selector)), timeout);
  const press = (...values: readonly string[]) =>
    session
      .actions()
      .sendKeys(...values)
      .perform();
  return {
    open: (path) => session.get(origin + path),
    evaluate,
    async click(selector) {
      // Repeated while something lies over it, such as a card that is still moving.
      const click = async () => (await find(selector)).click();
      // The driver does not scroll to an element just below the window.
      const scroll = () => evaluate(`document.querySelector('${selector}').scrollIntoView()`);
      await untilDone(() => click().catch((error) => scroll().then(() => Promise.reject(error))));
    },
    async choose(selector, label) {
      // With keys, because a click on an option is simulated here: it would be no visitor's act, and
      // Back skips what a page adds to the history without one.
      await evaluate(`document.querySelector('${selector}').focus()`);
      await press(...label);
    },
    async type(selector, text) {
      await (await find(selector)).sendKeys(text);
    },
    press: (key) => press(keys[key]),
    back: () => session.navigate().back(),
    hasBackForwardCache: false, // It loads every page again while a driver leads it.
    readFindings: async () => [await evaluate(readProbe)].flat().map(String),
  };
}

/** A virtual screen with a free number. */
async function startDisplay(program: string) {
  const child = spawn(program, ['-displayfd', '3', '-screen', '0', '1400x1000x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const said = child.stdio[3];
  if (!said) throw new Error('Xvfb has no output');
  const [number] = await Promise.race([
    once(said, 'data'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`Xvfb ended with ${code}`);
    }),
  ]);
  return { name: `:${String(number).trim()}`, process: child };
}

/** WebKitWebDriver takes a moment to listen. */
function openSession(server: string): Promise<WebDriver> {
  return untilDone(async () => new Builder().usingServer(server).forBrowser('MiniBrowser').build());
}

/** Twenty seconds of attempts; the last one's failure is the caller's. */
async function untilDone<Value>(act: () => Promise<Value>): Promise<Value> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      if (attempt === 100) throw error;
      await sleep(200);
    }
  }
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
