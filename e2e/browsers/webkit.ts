import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '../../packages/server/test/support/free-port.js';
import { until } from '../../packages/server/test/support/service-process.js';
import type { Driver, DriverOptions } from './drivers.js';
import { endGroup, startGroup } from './processes.js';

/** Name of the field that holds an element's id: https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** WebKitGTK's MiniBrowser on a display in memory, driven by the W3C WebDriver protocol. */
export async function openWebKit(binary: string, options: DriverOptions): Promise<Driver> {
  const home = mkdtempSync(join(tmpdir(), 'svc-webkit-'));
  const screen = startGroup('/usr/bin/Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const [display] = await once(screen.stdio[3] as Readable, 'data');
  const port = await freePort();
  const server = startGroup('/usr/bin/WebKitWebDriver', [`--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${String(display).trim()}`, HOME: home, XDG_RUNTIME_DIR: home },
    stdio: 'ignore',
  });
  const send = senderTo(`http://127.0.0.1:${port}`);
  const end = async () => {
    for (const child of [server, screen] satisfies ChildProcess[]) await endGroup(child);
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await until(async () => (await send('GET', '/status').catch(() => null)) !== null);
    const session = await openSession(send, binary, options);
    return driverOf(send, session, end);
  } catch (error) {
    await end();
    throw error;
  }
}

type Send = <Value>(method: string, path: string, body?: object) => Promise<Value>;

function senderTo(address: string): Send {
  return async <Value>(method: string, path: string, body?: object): Promise<Value> => {
    const answer = await fetch(address + path, { method, ...(body && { body: JSON.stringify(body) }) });
    const { value } = (await answer.json()) as { value: Value & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
}

async function openSession(send: Send, binary: string, options: DriverOptions): Promise<string> {
  const proxy = `127.0.0.1:${options.proxyPort}`;
  const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        acceptInsecureCerts: true,
        proxy: { proxyType: 'manual', httpProxy: proxy, sslProxy: proxy },
        'webkitgtk:browserOptions': {
          binary,
          args: ['--automation', ...(options.blocksCookies ? ['--cookies-policy=never'] : [])],
        },
      },
    },
  });
  return `/session/${sessionId}`;
}

function driverOf(send: Send, session: string, end: () => Promise<void>): Driver {
  const find = async (selector: string) => {
    const element = await send<Record<string, string>>('POST', `${session}/element`, {
      using: 'css selector',
      value: selector,
    });
    return `${session}/element/${element[ELEMENT]}`;
  };
  return {
    open: (url) => send('POST', `${session}/url`, { url }),
    run: (expression) =>
      send('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] }),
    click: async (selector) => void (await send('POST', `${await find(selector)}/click`, {})),
    async type(selector, text) {
      const element = await find(selector);
      await send('POST', `${element}/clear`, {});
      await send('POST', `${element}/value`, { text });
    },
    cookieComplaints: async () => null,
    async close() {
      await send('DELETE', session).catch(() => undefined);
      await end();
    },
  };
}
