import { setTimeout as delay } from 'node:timers/promises';
import { describe, onTestFinished } from 'vitest';
import { shared } from '../../packages/server/test/support/shared.js';
import { BROWSERS, type BrowserKind, type Driver, type DriverOptions } from './drivers.js';
import { type LocalProxy, startProxy } from './proxy.js';

/** Declares the tests of each browser; of one that is not installed they are skipped, and a line says so. */
export function describeBrowsers(title: string, tests: (kind: BrowserKind) => void): void {
  for (const kind of BROWSERS) {
    if (!kind.isInstalled) console.warn(`${kind.name} is skipped: install ${kind.packages}`);
    describe.skipIf(!kind.isInstalled)(`${title} in ${kind.name}`, () => tests(kind));
  }
}

/** A proxy for the suite. */
export function sharedProxy(): LocalProxy {
  return shared(startProxy);
}

/** Opens a window that closes with the test. */
export async function openWindow(
  kind: BrowserKind,
  proxy: LocalProxy,
  options: Omit<DriverOptions, 'proxyPort'> = {},
): Promise<Window> {
  const driver = await kind.open({ ...options, proxyPort: proxy.port });
  onTestFinished(() => driver.close());
  return windowOf(driver);
}

/** A window, with what a person does in it. */
export interface Window extends Driver {
  /** Waits for a text on the page. */
  see(text: string): Promise<void>;
  fill(label: string, text: string): Promise<void>;
  /** Presses a button, link or menu item by its name or its beginning. */
  press(name: string): Promise<void>;
  /** Path and query of the page. */
  place(): Promise<string>;
}

const TARGET = 'data-test-target';
const PRESSABLE = 'button, a, [role=menuitem]';

const PATIENCE_MS = 20_000;
const LOOK_EVERY_MS = 50;

function windowOf(driver: Driver): Window {
  /** Waits until the condition holds on the page; an error names what is missing, and the text of the page. */
  async function waitFor(what: string, condition: string): Promise<void> {
    const endMs = performance.now() + PATIENCE_MS;
    while (!(await driver.run<boolean>(condition))) {
      if (performance.now() > endMs)
        throw new Error(`not on the page: ${what}\n${await driver.run<string>('document.body.innerText')}`);
      await delay(LOOK_EVERY_MS);
    }
  }
  /** Marks the element that the expression finds as soon as there is one. Returns a selector for it. */
  async function mark(what: string, find: string): Promise<string> {
    await waitFor(
      what,
      `(() => {
        document.querySelector('[${TARGET}]')?.removeAttribute('${TARGET}');
        const found = ${find};
        found?.setAttribute('${TARGET}', '');
        return !!found && !found.disabled;
      })()`,
    );
    return `[${TARGET}]`;
  }
  return {
    ...driver,
    see: (text) => waitFor(text, `document.body.innerText.includes(${JSON.stringify(text)})`),
    fill: async (label, text) =>
      driver.type(
        await mark(
          label,
          `[...document.querySelectorAll('label')].find(({ textContent, control }) => textContent.startsWith(${JSON.stringify(label)}) && control && !['radio', 'checkbox'].includes(control.type))?.control`,
        ),
        text,
      ),
    press: async (name) =>
      driver.click(
        await mark(
          name,
          `[...document.querySelectorAll('${PRESSABLE}')].find((one) => [one.textContent.trim(), one.ariaLabel ?? ''].some((text) => text.startsWith(${JSON.stringify(name)})) && one.checkVisibility())`,
        ),
      ),
    place: () => driver.run('location.pathname + location.search'),
  };
}
