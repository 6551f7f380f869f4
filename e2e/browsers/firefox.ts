import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, launch } from 'puppeteer-core';
import type { Driver, DriverOptions } from './drivers.js';

/** Firefox without a window, driven by WebDriver BiDi. */
export async function openFirefox(binary: string, options: DriverOptions): Promise<Driver> {
  const userDataDir = mkdtempSync(join(tmpdir(), 'svc-firefox-'));
  const browser = await launch({
    browser: 'firefox',
    executablePath: binary,
    headless: true,
    userDataDir,
    acceptInsecureCerts: true,
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-US',
      'network.proxy.type': 1,
      'network.proxy.http': '127.0.0.1',
      'network.proxy.http_port': options.proxyPort,
      'network.proxy.ssl': '127.0.0.1',
      'network.proxy.ssl_port': options.proxyPort,
      ...(options.blocksCookies && { 'network.cookie.cookieBehavior': 2 }),
      ...(options.sendsPrivacyControl && {
        'privacy.globalprivacycontrol.enabled': true,
        'privacy.globalprivacycontrol.functionality.enabled': true,
      }),
    },
  });
  const page = await browser.newPage();
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'load' })),
    run: (expression) => page.evaluate(expression) as Promise<never>,
    click: (selector) => page.click(selector),
    async type(selector, text) {
      await page.click(selector, { count: 3 });
      await page.keyboard.press('Backspace');
      await page.keyboard.type(text);
    },
    cookieComplaints: async () => (await readConsole(browser)).filter((line) => /cookie/i.test(line)),
    async close() {
      await browser.close();
      rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Client of the BiDi protocol that the library keeps to itself. */
interface Protocol {
  send(method: string, params: object): Promise<{ readonly result: object }>;
}

/** Lines of the browser's own console, which pages cannot read. */
async function readConsole(browser: Browser): Promise<string[]> {
  const { connection } = browser as unknown as { readonly connection: Protocol };
  const tree = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const { contexts } = tree.result as { readonly contexts: readonly { readonly context: string }[] };
  const evaluated = await connection.send('script.evaluate', {
    expression: 'JSON.stringify(Services.console.getMessageArray().map(({ message }) => String(message)))',
    target: { context: contexts[0]?.context },
    awaitPromise: false,
  });
  const { result } = evaluated.result as { readonly result: { readonly value: string } };
  return JSON.parse(result.value);
}
