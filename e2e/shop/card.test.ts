import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type StandIn, startStandIn } from '@svc/stand-in';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Entry } from '../../examples/shop/journal.js';
import { createShop } from '../../examples/shop/shop.js';
import {
  booksOf,
  connectAccount,
  differences,
  settled,
} from '../../packages/server/test/payments/support.js';
import { builtTracker } from '../../packages/server/test/support/built-tracker.js';
import { type SeededProgram, seedProgram } from '../../packages/server/test/support/seed.js';
import { type RunningService, startService } from '../../packages/server/test/support/service.js';
import { startChromium } from '../support/chromium.js';

const WEBHOOK_SECRET = 'whsec_of_the_shop';
const PHONE = { width: 360, height: 740 };

let service: RunningService;
let cards: StandIn;
let browser: Browser;
let server: Server;
let origin: string;
let program: SeededProgram;
let account: string;
const entries: Entry[] = [];

beforeAll(async () => {
  builtTracker();
  browser = await startChromium();
  service = await startService('embedded', {
    processor: { webhookSecrets: [WEBHOOK_SECRET], testEvents: 'live' },
  });
  const webhook = {
    url: `${service.baseUrl}/webhooks/processor`,
    secret: WEBHOOK_SECRET,
    isUnruly: true,
  };
  cards = await startStandIn({ livemode: false, webhook });
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  program = await seedProgram(service.pool, { origins: [origin] });
  account = await connectAccount(service.pool, program.workspaceId);
  const card = { secretKey: `sk_test_${account}`, apiBase: cards.baseUrl, origin };
  const { apiKey, programId } = program;
  const onEntry = (entry: Entry) => void entries.push(entry);
  server.on('request', createShop({ apiKey, programId, baseUrl: service.baseUrl, card, onEntry }));
}, 600_000);

afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await browser?.close();
  await cards?.close();
  await service?.close();
});

/** Somebody who came by the partner's link, signed up, and stands on the checkout page of the processor. */
async function openCheckout(viewport = { width: 1280, height: 800 }): Promise<Page> {
  const context = await browser.newContext({ viewport, baseURL: origin });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`/?aff=${program.shortLink}`);
  await page.locator('#entries li').first().filter({ hasText: 'The click is recorded' }).waitFor();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Name').fill('Ann');
  await page.getByLabel('Email').fill('ann@people.test');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('button', { name: 'Pay by card' }).click();
  await page.waitForURL(`${cards.baseUrl}/pay/*`);
  return page;
}

async function cardBooks() {
  await cards.delivery.untilDelivered();
  await settled(service, account);
  return booksOf(service.pool, program.workspaceId);
}

/** Pays, and gives the payment that the shop shows then. */
async function payByCard(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Pay $49.00' }).click();
  await page.waitForURL('**/account');
  return (await page.locator('.orders code').first().textContent()) ?? '';
}

describe('paying by card in the demo shop', () => {
  test('a link, a signup and a checkout become a sale by the webhook alone, and a refund takes it back', async () => {
    entries.length = 0;
    const page = await openCheckout();
    expect(await page.locator('.note').textContent()).toContain('no money moves');
    expect(await page.locator('dt').allTextContents()).toEqual([
      'program_id',
      'svc_customer_key',
      'svc_click_id',
    ]);
    const payment = await payByCard(page);
    expect(payment).toMatch(/^pi_/);
    const own = async () => (await cardBooks()).filter(({ id }) => id === payment);
    expect(await own()).toMatchObject([
      { amount: 4900, refunded: 0, test: false, commission: '980 pending' },
    ]);
    await page.reload();
    await page.getByRole('button', { name: `Refund $49.00 of ${payment}` }).click();
    await page.getByText('refunded').first().waitFor();
    expect(await own()).toMatchObject([{ refunded: 4900, commission: '0 reversed' }]);
    expect(entries.map(({ call }) => call)).toEqual([
      'svc-tracker.js in the page',
      'svc.trackLead',
      'stripe.checkout.sessions.create',
      'stripe.checkout.sessions.retrieve',
      'stripe.refunds.create',
    ]);
    expect(await differences(service.pool)).toEqual([]);
  });

  test('a refund on the page of the processor takes the commission back, and the shop is not asked', async () => {
    const page = await openCheckout();
    const payment = await payByCard(page);
    await page.goto(cards.baseUrl);
    await page.getByRole('button', { name: `Refund $49.00 of ${payment}` }).click();
    await page.getByText('refunded').first().waitFor();
    expect((await cardBooks()).find(({ id }) => id === payment)).toMatchObject({
      refunded: 4900,
      commission: '0 reversed',
    });
  });

  test('who turns back at the checkout has bought nothing', async () => {
    const before = (await cardBooks()).length;
    const page = await openCheckout();
    await page.getByRole('link', { name: 'Back without paying' }).click();
    await page.waitForURL('**/account');
    expect(await page.locator('.orders').count()).toBe(0);
    expect(await cardBooks()).toHaveLength(before);
  });

  test('the pages of the stand-in fit a phone', async () => {
    const width = 'document.documentElement.scrollWidth';
    const page = await openCheckout(PHONE);
    expect(await page.evaluate(width)).toBe(PHONE.width);
    await payByCard(page);
    expect(await page.evaluate(width)).toBe(PHONE.width);
    await page.goto(cards.baseUrl);
    expect(await page.evaluate(width)).toBe(PHONE.width);
  });
});
