import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { openAndWait } from './support/page.js';
import { openSession, type Session } from './support/session.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

// Maria Silva and Jonas Weber are partners of one program, each with links, sales and payouts.

interface Sale {
  readonly partner_id: number;
  readonly transaction_id: string;
  readonly customer_key: string;
  readonly test_mode: boolean;
  readonly commission_state: string;
}

describe('the pages of partners', () => {
  let stage: DemoStage;
  let team: Session;
  let program: string;
  beforeAll(async () => {
    stage = await openDemoStage();
    team = await openSession(stage.demo.application, stage.demo.owner);
    program = `/api/programs/${stage.demo.places.programId}`;
  }, 600_000);
  afterAll(() => stage?.close());

  const portal = (path: string) => `/partner/${stage.demo.places.programId}${path}`;

  const ownSales = async (isOwn: boolean): Promise<readonly Sale[]> => {
    const { data } = await team.send('GET', `${program}/sales?limit=200`);
    const { partnerId } = stage.demo.places;
    return data.filter((sale: Sale) => (sale.partner_id === partnerId) === isOwn);
  };

  /** The orders that the partner has claimed so far, whose numbers they know. */
  const claimedOrders = async (): Promise<ReadonlySet<string>> => {
    const { data } = await team.send('GET', `${program}/claims?limit=200`);
    return new Set(data.map(({ reference }: { reference: string }) => reference));
  };

  /** Everything the service answered to a page from now on, files of the application left out. */
  function recordAnswers(page: Page): () => Promise<string> {
    const answers: Promise<string>[] = [];
    page.on('response', (response: Response) => {
      if (!new URL(response.url()).pathname.startsWith('/api/')) return;
      answers.push(response.text().catch(() => ''));
    });
    return async () => (await Promise.all(answers)).join('\n');
  }

  test('a partner searches and sorts every list, and is told what a search did not find', async () => {
    const page = await stage.openPage('partner');
    for (const [path, label, name] of [
      ['/links', 'Link or destination', 'Links'],
      ['/links', 'Code', 'Codes'],
      ['/commissions', 'Link, code or amount', 'Commissions'],
      ['/payouts', 'Reference or amount', 'Payouts'],
      ['/claims', 'Order number or note', 'Claims'],
    ] as const) {
      await page.goto(portal(path));
      const rows = page.getByRole('table', { name }).locator('tbody tr');
      await rows.first().waitFor();
      await page.getByRole('searchbox', { name: label, exact: true }).fill('no such thing');
      await page.getByRole('button', { name: 'Show all entries' }).click();
      await rows.first().waitFor();
      await page.getByRole('table', { name }).getByRole('columnheader').getByRole('button').first().click();
      await expect.poll(() => new URL(page.url()).search).toMatch(/sort=/);
    }
    await page.context().close();
  });

  test('a partner sees only their own: nothing of other partners, nothing that names a customer', async () => {
    const { partnerId } = stage.demo.places;
    const { data: partners } = await team.send('GET', `${program}/partners?limit=200`);
    const { data: commissions } = await team.send('GET', `${program}/commissions?limit=200`);
    const { data: payouts } = await team.send('GET', `${program}/payouts?limit=200`);
    const isOthers = (row: { partner_id: number }) => row.partner_id !== partnerId;
    const others = partners.filter(({ id }: { id: number }) => id !== partnerId);
    const sales = [...(await ownSales(true)), ...(await ownSales(false))];
    const claimed = await claimedOrders();
    const secrets = [
      ...others.flatMap(({ name, email }: { name: string; email: string }) => [name, email]),
      ...sales.flatMap((sale) => [sale.transaction_id, sale.customer_key]),
    ].filter((secret) => !claimed.has(secret));
    expect(secrets.length).toBeGreaterThan(100);

    const page = await stage.openPage('partner');
    const answers = recordAnswers(page);
    const pages = ['/overview', '/links', '/commissions', '/payouts', '/details', '/claims'];
    let shown = '';
    for (const path of pages) {
      await openAndWait(page, stage.demo.application.baseUrl + portal(path));
      shown += await page.locator('body').textContent();
    }
    await page.goto(portal('/commissions'));
    const list = page.getByRole('table', { name: 'Commissions' });
    await list.getByRole('row').nth(1).getByRole('button').click();
    await page.getByRole('dialog').getByText('The customer clicked your link "maria"').waitFor();
    shown += await page.locator('body').textContent();
    await page.goto(portal(`/payouts/${stage.demo.places.partnerPayoutId}`));
    await page.getByRole('table', { name: 'Statement total' }).waitFor();
    shown += await page.locator('body').textContent();

    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
    const bodies = await answers();
    expect(bodies).toContain('Maria Silva');
    expect(secrets.filter((secret) => bodies.includes(secret))).toEqual([]);

    await page.goto(portal(`/payouts/${payouts.find(isOthers).id}`));
    await page.getByText('This payout does not exist').waitFor();
    await page.goto(portal(`/commissions?commission=${commissions.find(isOthers).id}`));
    await page.getByText('This commission does not exist').waitFor();
    await page.context().close();
  });

  test('a claim for a missing sale is checked against the records at once and answered by the team later', async () => {
    const claimed = await claimedOrders();
    const elsewhere = (await ownSales(false)).find(({ transaction_id: order }) => !claimed.has(order));
    const page = await stage.openPage('partner');
    const answers = recordAnswers(page);
    const claim = async (order: string) => {
      await page.getByRole('button', { name: 'Report a missing sale' }).click();
      await page.getByRole('textbox', { name: 'Order number' }).fill(order);
      await page.getByRole('button', { name: 'Check order' }).click();
      return page.getByRole('dialog', { name: 'Report a missing sale' });
    };
    await page.goto(portal('/claims'));
    const mine = (await ownSales(true)).find((sale) => sale.commission_state === 'earned' && !sale.test_mode);
    const credited = await claim(mine?.transaction_id ?? '');
    await credited.getByText('This sale is already credited to you.').waitFor();
    await expectNoSeriousAxe(page);
    await credited.getByRole('button', { name: 'Done' }).click();
    await credited.waitFor({ state: 'detached' });
    const other = await claim(elsewhere?.transaction_id ?? '');
    await other.getByText('Do you still think you should be credited?').waitFor();
    await other.getByRole('button', { name: 'Submit claim' }).click();
    const drawer = page.getByRole('dialog', { name: 'Claim' });
    await drawer.getByText('The last click before it did not come through one of your links.').waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await drawer.waitFor({ state: 'detached' });

    const unknown = await claim('order-nobody-knows');
    await unknown.getByRole('button', { name: 'Submit claim' }).click();
    await drawer.getByText('No sale with this order number has been recorded').waitFor();
    await drawer.getByText('hasn’t answered yet').waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    const again = await claim('order-nobody-knows');
    await again.getByText('You have already submitted a claim for this order.').waitFor();
    await again.getByRole('button', { name: 'Cancel' }).click();

    const { data } = await team.send('GET', `${program}/claims?status=open`);
    const open = data.find(({ reference }: { reference: string }) => reference === 'order-nobody-knows');
    await team.send('POST', `${program}/claims/${open.id}/answer`, {
      status: 'rejected',
      answer: 'This order was never paid.',
    });
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'order-nobody-knows' });
    await row.getByText('Rejected').waitFor();
    await row.getByRole('button').click();
    await drawer.getByText('This order was never paid.').waitFor();
    expect(await answers()).not.toContain(elsewhere?.customer_key);
    await page.context().close();
  });

  test('a partner copies, shows and shares their link and code from the first page', async () => {
    const page = await stage.openPage('partner');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()');
    await page.goto(portal('/overview'));
    const card = page.getByRole('region', { name: 'Your link' });
    await card.getByRole('button', { name: 'Copy link' }).click();
    await card.getByRole('button', { name: 'Copied' }).waitFor();
    const address = await clipboard();
    expect(new URL(address).searchParams.get('aff')).toBe('maria');
    await card.getByRole('button', { name: 'Copy TIDY-20' }).click();
    await expect.poll(clipboard).toBe('TIDY-20');
    expect(await card.textContent()).not.toContain('SPRING-2026');
    // As on a page without HTTPS, whose clipboard the browser keeps to itself.
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("refused"))');
    await card.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(clipboard).toBe(address);
    await page.evaluate('document.execCommand = () => false');
    await card
      .getByRole('button', { name: /^Cop(y TIDY-20|ied)$/ })
      .last()
      .click();
    await page.getByText('Your browser did not allow copying.').waitFor();

    await expectNoSeriousAxe(page);
    await card.getByRole('button', { name: 'Share' }).click();
    const encoded = encodeURIComponent(address);
    const hrefOf = (name: string) => page.getByRole('menuitem', { name, exact: true }).getAttribute('href');
    expect(await hrefOf('Email')).toBe(`mailto:?body=${encoded}`);
    for (const place of ['WhatsApp', 'X', 'LinkedIn']) expect(await hrefOf(place)).toContain(encoded);
    await page.keyboard.press('Escape');
    await card.getByRole('button', { name: 'QR code' }).click();
    await page.getByRole('dialog').getByRole('img', { name: address }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();

    await card.getByRole('button', { name: 'Link to another page' }).click();
    const builder = page.getByRole('dialog', { name: 'Link builder' });
    await builder.getByLabel('utm_source').fill('spring mail');
    await builder.getByRole('region', { name: 'URL to share' }).getByText('utm_source=spring+mail').waitFor();
    await builder.getByRole('button', { name: 'Show QR code' }).click();
    await builder.getByRole('img', { name: /utm_source=spring\+mail/ }).waitFor();
    await page.context().close();
  });

  test('where the device has a dialog for sharing, a link is shared there', async () => {
    const page = await stage.openPage('partner');
    await page.addInitScript(
      'navigator.share = async (data) => { document.documentElement.dataset.shared = data.url }',
    );
    await page.goto(portal('/overview'));
    await page.getByRole('region', { name: 'Your link' }).getByRole('button', { name: 'Share' }).click();
    await expect.poll(() => page.locator('html').getAttribute('data-shared')).toContain('aff=maria');
    expect(await page.getByRole('menu').count()).toBe(0);
    await page.context().close();
  });

  test('a partner builds a URL with parameters, and finds in the breakdown what it brings', async () => {
    const page = await stage.openPage('partner');
    await page.goto(portal('/links?split=utm_campaign'));
    const breakdown = page.getByRole('table', { name: 'Breakdown' });
    const chooser = page.getByRole('combobox', { name: 'Break down by' });
    await chooser.scrollIntoViewIfNeeded();
    await breakdown.getByRole('row').filter({ hasText: 'newsletter' }).waitFor();
    await page.getByRole('button', { name: 'Link builder' }).click();
    const builder = page.getByRole('dialog', { name: 'Link builder' });
    await builder.getByRole('combobox', { name: 'Link' }).click();
    await page.getByRole('option', { name: 'maria', exact: true }).click();
    await builder.getByLabel('Destination page').fill('https://elsewhere.test/');
    await builder.getByText('Enter a page on tidydesk.test.').waitFor();
    await builder.getByLabel('Destination page').fill('/pricing?plan=pro');
    await builder.getByLabel('utm_campaign').fill('spring mail');
    await builder.getByLabel('sub5').fill('a&b');
    const address = 'https://tidydesk.test/pricing?plan=pro&aff=maria&utm_campaign=spring+mail&sub5=a%26b';
    await builder.getByRole('region', { name: 'URL to share' }).getByText(address).waitFor();
    await expectNoSeriousAxe(page);

    const click = await fetch(`${stage.demo.application.baseUrl}/track/click`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://tidydesk.test' },
      body: JSON.stringify({ affiliate_url: address }),
    });
    expect(click.status).toBe(200);
    await page.reload();
    await chooser.scrollIntoViewIfNeeded();
    await breakdown.getByRole('row').filter({ hasText: 'spring mail' }).waitFor();
    await page.context().close();
  });

  test('an invited partner makes an account, a link, says where to be paid, and signs out', async () => {
    const { application } = stage.demo;
    const email = 'nora@readers.test';
    await team.send('POST', `${program}/partners`, { email, name: 'Nora Berg' });
    const { link } = await application.readMail(email);
    const page = await stage.openPage('nobody');
    await page.goto(link);
    expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Nora Berg');
    await page.getByLabel(/^Password/).fill('correct-horse-1');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.waitForURL(`**${portal('/overview')}`);

    await page.getByRole('link', { name: 'Links', exact: true }).click();
    await page.getByRole('button', { name: 'Create a link' }).first().click();
    await page.getByRole('textbox', { name: 'Destination page' }).fill('https://elsewhere.test/');
    await page.getByRole('textbox', { name: 'Name' }).fill('nora-spring');
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('Enter the address of a page on this site.').waitFor();
    await page.getByRole('textbox', { name: 'Destination page' }).fill('/pricing');
    await page.getByRole('button', { name: 'Create link' }).click();
    // The new link is there to be copied at once.
    const made = page.getByRole('dialog', { name: 'Link nora-spring created' });
    await made.getByText('https://tidydesk.test/pricing?aff=nora-spring').waitFor();
    await expectNoSeriousAxe(page);
    await made.getByRole('button', { name: 'Done' }).click();
    await page.getByText('https://tidydesk.test/pricing?aff=nora-spring').waitFor();
    await page.getByRole('button', { name: 'QR code of nora-spring' }).click();
    await page.getByRole('img', { name: 'https://tidydesk.test/pricing?aff=nora-spring' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('link', { name: 'Payout details' }).click();
    await page.getByRole('button', { name: 'Add payout details' }).click();
    await page.getByRole('textbox', { name: 'Account holder name' }).fill('Nora Berg');
    await page.getByRole('textbox', { name: 'IBAN', exact: true }).fill('NO93 8601 1117 947');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByText('•••• 7947').waitFor();
    expect(await page.locator('body').textContent()).not.toContain('8601');

    await page.getByRole('button', { name: 'Account menu for Nora Berg' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/sign-in');
    await page.goto(portal('/details'));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.context().close();
  });
});
