import type { Locator, Page } from 'playwright-core';

/** How somebody uses a page: presses what can be pressed, and writes into fields. */
export interface Hands {
  press(what: Locator): Promise<void>;
  write(field: Locator, text: string): Promise<void>;
}

/** This file is checked without the types of browsers. */
interface InBrowser {
  readonly document: { readonly activeElement: unknown };
}

/** More than any page has stops. */
const MOST_STOPS = 150;

/** Somebody with a mouse or a finger. */
export function pointingHands(): Hands {
  return { press: (what) => what.click(), write: (field, text) => field.fill(text) };
}

/**
 * Somebody without a mouse: goes from stop to stop with Tab, presses Enter, and types. Fails where what they want is no stop, or shows
 * nothing when they have come to it.
 */
export function typingHands(page: Page): Hands {
  const { keyboard } = page;
  async function goTo(wanted: Locator): Promise<void> {
    await wanted.waitFor();
    for (let stops = 0; stops < MOST_STOPS; stops++) {
      if (await isFocused(wanted)) return;
      await keyboard.press('Tab');
    }
    throw new Error(`Tab does not come to ${wanted}`);
  }
  return {
    async press(what) {
      await goTo(what);
      await keyboard.press('Enter');
    },
    async write(field, text) {
      await goTo(field);
      await keyboard.press('ControlOrMeta+a');
      await keyboard.type(text);
    },
  };
}

function isFocused(wanted: Locator): Promise<boolean> {
  return wanted.evaluate((one) => one === (globalThis as unknown as InBrowser).document.activeElement);
}
