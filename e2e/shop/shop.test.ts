import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createShop } from '../../examples/shop/shop.js';
import { verifyBooks } from '../../packages/server/src/verify/verify.js';
import { builtTracker } from '../../packages/server/test/support/built-tracker.js';
import { type SeededProgram, seedProgram } from '../../packages/server/test/support/seed.js';
import { type RunningService, startService } from '../../packages/server/test/support/service.js';
import { startChromium } from '../support/chromium.js';

const PHONE = { width: 360, height: 740 };

let service: RunningService;
let browser: Browser;
let server: Server;
let origin: string;
let program: SeededProgram;

beforeAll(async () => {
  builtTracker();
  browser = await startChromium();
  service = await startService('embedded');
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  program = await seedProgram(service.pool, { origins: [origin] });
  const { apiKey, programId } = program;
  server.on('request', createShop({ apiKey, programId, baseUrl: service.baseUrl }));
}, 600_000);

afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  await browser?.close();
  await service?.close();
});

/** A browser with nothing stored. */
async function newVisitor(viewport = { width: 1280, height: 800 }): Promise<Page> {
  const context = await browser.newContext({ viewport, baseURL: origin });
  onTestFinished(() => context.close());
  return context.newPage();
}

/** The newest line of the panel, once it is about this event. */
const newest = (page: Page, event: string) =>
  page.locator('#entries li').first().filter({ hasText: event }).textContent();

async function signUp(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Sign up' }).click();
  await page.getByLabel('Name').fill('Ann <b>Other</b>');
  await page.getByLabel('Email').fill('ann@people.test');
  await page.getByRole('button', { name: 'Create account' }).click();
  return (await page.locator('main code').first().textContent()) ?? '';
}

/** What the service has of a customer. */
async function shopBooks(customerKey: string) {
  const { rows } = await service.pool.query(
    `select c.status, c.email, 'cust_' || c.click_number || '_' || c.click_ms as click_id, s.amount_cents::int,
            s.refunded_cents::int, s.test_mode, m.partner_id::int, m.original_cents::int as earned,
            m.amount_cents::int as left_over
       from customers c left join sales s on s.customer_id = c.id left join commissions m on m.sale_id = s.id
      where c.program_id = $1 and c.customer_key = $2`,
    [program.programId, customerKey],
  );
  return rows;
}

describe('the demo shop', () => {
  test('a referral link, a signup, a payment and a refund are in the books, cent for cent', async () => {
    const page = await newVisitor();
    await page.goto(`/?aff=${program.shortLink}`);
    expect(await newest(page, 'click')).toContain('The click is recorded');
    const clickId = await page.evaluate('svc.getClickId()');

    const customerKey = await signUp(page);
    expect(await newest(page, 'lead')).toContain('credited to the partner');
    expect(await shopBooks(customerKey)).toMatchObject([
      { status: 'lead', email: 'ann@people.test', click_id: clickId, amount_cents: null },
    ]);

    await page.getByRole('button', { name: 'Pay $49.00' }).click();
    expect(await newest(page, 'sale')).toContain('the partner earns $9.80');
    expect(await shopBooks(customerKey)).toMatchObject([
      { status: 'customer', amount_cents: 4900, partner_id: program.partnerId, earned: 980, left_over: 980 },
    ]);

    await page.getByRole('button', { name: 'Refund' }).click();
    expect(await newest(page, 'refund')).toContain('the commission is reversed');
    expect(await shopBooks(customerKey)).toMatchObject([{ refunded_cents: 4900, earned: 980, left_over: 0 }]);
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('with test mode on, a sale is recorded as a test and earns no commission', async () => {
    const page = await newVisitor();
    await page.goto(`/?aff=${program.shortLink}`);
    const testMode = page.getByRole('switch');
    expect(await testMode.getAttribute('aria-checked')).toBe('false');
    await testMode.click();
    expect(await page.getByRole('switch').getAttribute('aria-checked')).toBe('true');
    const customerKey = await signUp(page);
    await page.getByRole('button', { name: 'Pay $49.00' }).click();
    expect(await newest(page, 'sale')).toContain('as a test');
    expect(await shopBooks(customerKey)).toMatchObject([{ test_mode: true, earned: null }]);
  });

  test('a customer without a partner can buy, and no one earns a commission', async () => {
    const page = await newVisitor();
    await page.goto('/');
    const customerKey = await signUp(page);
    expect(await newest(page, 'lead')).toContain('No partner referred this customer');
    await page.getByRole('button', { name: 'Pay $49.00' }).click();
    expect(await newest(page, 'sale')).toContain('no one earns');
    expect(await shopBooks(customerKey)).toMatchObject([{ status: 'lead', amount_cents: null }]);
  });

  test('fits a phone, and says what people put in as they put it in', async () => {
    const page = await newVisitor(PHONE);
    const widths: number[] = [];
    const measureShop = async () => {
      await page.locator('#entries summary').first().click();
      widths.push((await page.evaluate('document.documentElement.scrollWidth')) as number);
    };
    await page.goto(`/?aff=${program.shortLink}`);
    await measureShop();
    await signUp(page);
    await page.getByRole('button', { name: 'Pay $49.00' }).click();
    await measureShop();
    expect(widths).toEqual([PHONE.width, PHONE.width]);
    expect(await page.locator('h1').textContent()).toBe('Welcome, Ann <b>Other</b>');
  });
});
