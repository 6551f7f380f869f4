import type { Locator, Page } from 'playwright-core';

/** The drawer in which a team writes to partners. */
export interface MessageDrawer {
  readonly drawer: Locator;
  write(message: { readonly subject: string; readonly body: string }): Promise<void>;
  /** Shows who gets it. */
  next(): Promise<void>;
  back(): Promise<void>;
  /** Sends it, and waits until it is sent. */
  send(partners: string): Promise<void>;
}

/** The drawer, once something has opened it. */
export function messageDrawerOf(page: Page): MessageDrawer {
  const drawer = page.getByRole('dialog', { name: 'Send a message' });
  return {
    drawer,
    async write({ subject, body }) {
      await drawer.getByLabel('Subject').fill(subject);
      await drawer.getByRole('textbox', { name: 'Message' }).fill(body);
    },
    next: () => drawer.getByRole('button', { name: 'Next' }).click(),
    back: () => drawer.getByRole('button', { name: 'Back' }).click(),
    async send(partners) {
      await drawer.getByRole('button', { name: `Send to ${partners}` }).click();
      await page.getByText(new RegExp(`^Message (sent to|in the portal of) ${partners}`)).waitFor();
      await drawer.waitFor({ state: 'detached' });
    },
  };
}
