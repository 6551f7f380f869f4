import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { startChromium } from '../../support/chromium.js';
import { type Application, startApplication } from '../support/application.js';
import { watchForNoise } from '../support/page.js';
import { openSession, type Person, type Session } from '../support/session.js';
import { type Hands, pointingHands, typingHands } from './hands.js';

const SLOWEST_MS = 45_000;

export const MERCHANT: Person & { readonly name: string } = {
  email: 'ada@acme.test',
  password: 'a-long-password',
  name: 'Ada Acme',
};

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** One who uses the service in a browser of their own. */
export interface Visitor {
  readonly page: Page;
  readonly hands: Hands;
}

/** A service that nobody has set up, and a browser. */
export interface Journey {
  readonly application: Application;
  /** What browsers complained about. */
  noise(): string[];
  /** Somebody new, who points unless they only have a keyboard. */
  enter(options?: BrowserContextOptions & { readonly usesKeyboard?: boolean }): Promise<Visitor>;
  /** The merchant's session over the interface, to wait for what happens in the background. */
  merchant(): Promise<Session>;
  close(): Promise<void>;
}

/** Starts an empty service. May have to install Chromium and build the application: give it minutes. */
export async function startJourney(): Promise<Journey> {
  const browser: Browser = await startChromium();
  const application = await startApplication();
  const heard: string[][] = [];
  return {
    application,
    noise: () => heard.flat(),
    async enter({ usesKeyboard = false, ...options } = {}) {
      const context = await browser.newContext({
        baseURL: application.baseUrl,
        reducedMotion: 'reduce',
        locale: 'en-US',
        viewport: DESKTOP,
        ...options,
      });
      context.setDefaultTimeout(SLOWEST_MS);
      const page = await context.newPage();
      // Whether somebody is signed in is asked before anybody is.
      heard.push(watchForNoise(page, [401]));
      return { page, hands: usesKeyboard ? typingHands(page) : pointingHands() };
    },
    merchant: () => openSession(application, MERCHANT),
    async close() {
      await browser.close();
      await application.stop();
    },
  };
}

/** What a site and its server report: a visitor of this partner's link signs up and pays. */
export async function sellThrough(
  { baseUrl }: Application,
  {
    key,
    link,
    order,
    amountCents,
    currency = 'USD',
  }: {
    readonly key: string;
    /** The whole address that the partner shares. */
    readonly link: string;
    readonly order: string;
    readonly amountCents: number;
    readonly currency?: string;
  },
): Promise<void> {
  const report = async (path: string, body: object, headers: Record<string, string>) => {
    const answer = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as { readonly click_id: string };
  };
  const fromServer = { authorization: `Bearer ${key}` };
  const fromPage = { origin: new URL(link).origin };
  const { click_id } = await report('/track/click', { affiliate_url: link }, fromPage);
  const customer_key = `customer of ${order}`;
  await report('/api/v1/track/lead', { click_id, customer_key }, fromServer);
  const sale = { transaction_id: order, customer_key, amount_cents: amountCents, currency };
  await report('/api/v1/track/sale', sale, fromServer);
}
