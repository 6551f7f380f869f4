import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectNoSeriousAxe, expectNothingPastTheEdge } from './support/checks.js';
import { openPayoutApplication, type PayoutApplication } from './support/paying.js';

let paying: PayoutApplication;
beforeAll(async () => {
  paying = await openPayoutApplication();
  for (const [order, cents] of [
    ['order-1', 10_000],
    ['order-2', 5_000],
    ['special-3', 20_000],
  ] as const)
    await paying.sell(order, cents);
}, 600_000);
afterAll(() => paying?.close());

test('a list narrows down while one types, without an entry in the history, and downloads what it shows', async () => {
  const { programId } = paying;
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${programId}/overview`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Sales', exact: true }).click();
  const rows = page.getByRole('table', { name: 'Sales' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(3);
  await page.getByRole('heading', { name: 'Sales' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('ORDER');
  await expect.poll(() => rows.allInnerTexts()).toHaveLength(2);
  expect(await page.getByRole('searchbox').inputValue()).toBe('ORDER');
  expect(new URL(page.url()).search).toContain('q=ORDER');
  const workbook = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Spreadsheet', exact: true }).click();
  expect((await workbook).suggestedFilename()).toMatch(/^sales-.*\.xlsx$/);
  await page.getByRole('button', { name: 'Other formats' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  const stream = await download.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString('utf8').trim().split('\n');
  expect(lines).toHaveLength(3);
  expect(lines.join('\n')).not.toContain('special-3');
  await expectNoSeriousAxe(page);
  await page.goBack();
  await page.waitForURL(/\/overview/);
});

test('columns sort both ways; a row is one stop for the keyboard; Back closes what it opened', async () => {
  const { programId } = paying;
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${programId}/sales`);
  const table = page.getByRole('table', { name: 'Sales' });
  const orders = () => table.locator('tbody tr td:first-child').allInnerTexts();
  await expect.poll(orders).toHaveLength(3);
  const amount = table.getByRole('columnheader', { name: 'Amount' });
  await amount.getByRole('button').click();
  await expect.poll(orders).toEqual(['special-3', 'order-1', 'order-2']);
  expect(await amount.getAttribute('aria-sort')).toBe('descending');
  await amount.getByRole('button').click();
  await expect.poll(orders).toEqual(['order-2', 'order-1', 'special-3']);
  expect(await amount.getAttribute('aria-sort')).toBe('ascending');
  const stops = table.locator('tbody').locator('a[href]:not([tabindex="-1"]), button:not([tabindex="-1"])');
  expect(await stops.count()).toBe(3);

  await table.getByRole('button', { name: 'order-1' }).focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog');
  await drawer.waitFor();
  expect(page.url()).toContain('sale=');
  await page.goBack();
  await drawer.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('sort')).toBe('amount_cents');
});

test('what does not exist says so, and leads back to its list', async () => {
  const page = await paying.openOwnerPage();
  for (const [noun, list] of [
    ['customer', 'customers'],
    ['partner', 'partners'],
  ] as const) {
    await page.goto(`/p/${paying.programId}/${list}/999999`);
    await page.getByText(`This ${noun} does not exist`).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.getByRole('link', { name: `All ${list}` }).click();
    await page.waitForURL(new RegExp(`/${list}$`));
  }
});

test('choosing a program in the menu keeps the page and the period, and drops the filters', async () => {
  const { programId } = paying;
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${programId}/sales?period=7d&q=order`);
  await page.getByRole('table', { name: 'Sales' }).waitFor();
  await page.getByRole('button', { name: /^Program: / }).click();
  const choice = page.getByRole('menuitem').first();
  await choice.waitFor();
  const address = new URL((await choice.getAttribute('href')) ?? '', page.url());
  expect(address.pathname).toMatch(/^\/p\/\d+\/sales$/);
  expect(address.search).toBe('?period=7d');
});

test('the head of a list stays in view while its rows are scrolled', async () => {
  const page = await paying.openOwnerPage();
  await page.setViewportSize({ width: 1280, height: 220 });
  await page.goto(`/p/${paying.programId}/sales`);
  const table = page.getByRole('table', { name: 'Sales' });
  await expect.poll(() => table.locator('tbody tr').count()).toBe(3);
  await table.locator('tbody tr').last().scrollIntoViewIfNeeded();
  const head = await table.getByRole('columnheader', { name: 'Amount' }).boundingBox();
  const first = await table.locator('tbody tr').first().boundingBox();
  expect(head?.y).toBeGreaterThanOrEqual(0);
  expect(head?.y).toBeLessThan(220);
  expect(first?.y).toBeLessThan((head?.y ?? 0) + (head?.height ?? 0));
});

test('on a phone a row takes two lines and nothing has to be pushed aside', async () => {
  const page = await paying.openOwnerPage();
  await page.setViewportSize({ width: 390, height: 780 });
  for (const list of ['sales', 'commissions', 'customers', 'partners', 'links']) {
    await page.goto(`/p/${paying.programId}/${list}`);
    const row = page
      .locator('main tbody tr')
      .filter({ has: page.locator('[data-row-action]') })
      .first();
    await row.waitFor();
    const boxes = await Promise.all((await row.locator('td').all()).map((cell) => cell.boundingBox()));
    const middles = boxes.flatMap((box) => (box === null ? [] : [box.y + box.height / 2]));
    const lines = new Set(middles.map((middle) => Math.round((middle - (middles[0] ?? 0)) / 16))).size;
    expect([list, lines]).toEqual([list, 2]);
    await expectNothingPastTheEdge(page);
    await expectNoSeriousAxe(page);
  }
});

test('a row is one stop for the keyboard, arrows go from row to row, and what is in a row follows its name', async () => {
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${paying.programId}/commissions`);
  const rows = page.getByRole('table', { name: 'Commissions' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(3);
  const stops = rows.locator('a[href], button, input').and(page.locator(':not([tabindex="-1"])'));
  await expect.poll(() => stops.count()).toBe(3);
  await rows.first().locator('[data-row-action]').focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => rows.nth(1).locator('[data-row-action]:focus').count()).toBe(1);
  const box = rows.nth(1).getByRole('checkbox');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Space');
  await expect.poll(() => box.isChecked()).toBe(true);
});

test('columns and compact rows are chosen by the keyboard, per list, and remembered by the browser', async () => {
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${paying.programId}/sales`);
  const table = page.getByRole('table', { name: 'Sales' });
  const heads = () => table.getByRole('columnheader').allInnerTexts();
  await expect.poll(() => table.locator('tbody tr').count()).toBe(3);
  const before = (await table.locator('tbody tr').first().boundingBox())?.height ?? 0;
  const menu = page.getByRole('button', { name: 'Columns and density' });
  await menu.focus();
  await page.keyboard.press('Enter');
  // The menu moves the focus to its first item once it is open.
  await page.locator('[role="menuitemcheckbox"]:focus').waitFor();
  await page.getByRole('menuitemcheckbox', { name: 'Partner' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitemcheckbox', { name: 'Compact rows' }).focus();
  await page.keyboard.press('Enter');
  await expectNoSeriousAxe(page);
  await page.keyboard.press('Escape');
  await expect.poll(heads).toEqual(['Sale', 'Time', 'Customer', 'Commission', 'Amount']);
  await page.reload();
  await expect.poll(heads).toEqual(['Sale', 'Time', 'Customer', 'Commission', 'Amount']);
  await expect
    .poll(async () => (await table.locator('tbody tr').first().boundingBox())?.height ?? 0)
    .toBeLessThan(before);
  await page.goto(`/p/${paying.programId}/commissions`);
  await page.getByRole('columnheader', { name: 'Partner' }).waitFor();
});

test('closing a drawer leaves its page once in the history, however it was opened', async () => {
  const { programId } = paying;
  const page = await paying.openOwnerPage();
  await page.goto(`/p/${programId}/overview`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Sales', exact: true }).click();
  const drawer = page.getByRole('dialog');
  await page.getByRole('button', { name: 'order-1' }).click();
  await drawer.getByRole('heading', { name: 'What happened' }).waitFor();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await drawer.waitFor({ state: 'detached' });
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await page.goBack();
  await page.waitForURL(/\/overview/);
});

test('what a drawer shows has an address that shows it again, and what does not exist says so', async () => {
  const page = await paying.openOwnerPage();
  const { workspace_id: workspaceId } = await paying.owner.send('GET', paying.program);
  const drawer = page.getByRole('dialog');
  for (const [list, name] of [
    ['audit', 'entry'],
    ['events', 'event'],
  ] as const) {
    await page.goto(`/w/${workspaceId}/${list}`);
    await page.locator('[data-row-action]').last().click();
    await drawer.waitFor();
    expect(new URL(page.url()).searchParams.get(name)).toMatch(/^\d+$/);
    const title = await drawer.getByRole('heading').first().innerText();
    await page.reload();
    await drawer.getByRole('heading', { name: title }).first().waitFor();
    await page.goBack();
    await drawer.waitFor({ state: 'detached' });
    await page.goto(`/w/${workspaceId}/${list}?${name}=999999999`);
    await page.getByText(`This ${name} does not exist`).waitFor();
  }
  await page.goto(`/w/${workspaceId}/seals?seal=999999999`);
  await page.getByText('This seal does not exist').waitFor();
  for (const [parameter, noun] of [
    ['explain', 'commission'],
    ['sale', 'sale'],
  ] as const) {
    await page.goto(
      `/p/${paying.programId}/${parameter === 'sale' ? 'sales' : 'commissions'}?${parameter}=999999999`,
    );
    await page.getByText(`There is no such ${noun}`).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  }
  await page.goto(`/p/${paying.programId}/claims?claim=999999999`);
  await page.getByText('This claim does not exist').waitFor();
  await drawer.getByRole('button', { name: 'Close' }).first().click();
  await drawer.waitFor({ state: 'detached' });
  await page.getByText(/^No claims in /).waitFor();
});

test('a customer’s page explains a commission in place', async () => {
  const page = await paying.openOwnerPage();
  const { data } = await paying.owner.send('GET', `${paying.program}/sales?q=order-1`);
  await page.goto(`/p/${paying.programId}/customers/${data[0].customer_id}`);
  await page.getByRole('button', { name: 'Explain this commission' }).first().click();
  await page.getByRole('dialog').getByRole('heading', { name: 'What happened' }).waitFor();
  expect(new URL(page.url()).pathname).toContain('/customers/');
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('keys, webhooks, payouts and logs are searched while one types, too, and say when nothing fits', async () => {
  const page = await paying.openOwnerPage();
  const { workspace_id: workspaceId } = await paying.owner.send('GET', paying.program);
  for (const address of [
    `/p/${paying.programId}/settings/keys`,
    `/p/${paying.programId}/payouts?show=all`,
    `/w/${workspaceId}/webhooks`,
    `/w/${workspaceId}/management-keys`,
    `/w/${workspaceId}/security`,
    `/w/${workspaceId}/processor`,
  ]) {
    await page.goto(address);
    const search = page.getByRole('searchbox');
    await search.fill('no such thing');
    await page.getByRole('heading', { name: /^Nothing found|^No matching/ }).waitFor();
    expect(await page.getByRole('link', { name: 'Spreadsheet', exact: true }).getAttribute('href')).toMatch(
      /q=no.+format=xlsx/,
    );
    await page.getByRole('button', { name: 'Clear', exact: true }).click();
    await expect.poll(() => new URL(page.url()).searchParams.has('q')).toBe(false);
  }
});

test('every list of a workspace and of a partner is searched and sorted, and says what a search did not find', async () => {
  const { programId, partnerId, owner, program } = paying;
  const { workspace_id: workspaceId } = await owner.send('GET', program);
  const { webhook } = await owner.send('POST', `/api/workspaces/${workspaceId}/webhooks`, {
    url: 'https://1.1.1.1/',
    format: 'standard',
  });
  await owner.send('POST', `/api/workspaces/${workspaceId}/webhooks/${webhook.id}/test`, {});
  await owner.send('POST', `${program}/adjustments`, {
    partner_id: partnerId,
    amount_cents: 500,
    currency: 'USD',
    reason: 'Spring bonus',
  });
  const page = await paying.openOwnerPage();
  for (const [address, label, name] of [
    [`/w/${workspaceId}`, 'Name or domain', 'Programs'],
    [`/w/${workspaceId}/audit`, 'Action, item or person', 'Audit log'],
    [`/w/${workspaceId}/events`, 'Event number', 'Event feed'],
    [`/w/${workspaceId}/webhooks/${webhook.id}`, 'Type, error, event ID', 'Deliveries'],
    [`/p/${programId}/partners/${partnerId}`, 'Reason or author', 'Adjustments'],
  ] as const) {
    await page.goto(address);
    const table = page.getByRole('table', { name });
    await table.locator('tbody tr').first().waitFor();
    const search = page.getByRole('searchbox', { name: label });
    await search.fill('no such thing');
    await page.getByRole('button', { name: 'Show all entries' }).click();
    await table.locator('tbody tr').first().waitFor();
    expect(await search.inputValue()).toBe('');
    const sort = table.getByRole('columnheader').getByRole('button').first();
    if (name !== 'Event feed') {
      await sort.click();
      await expect.poll(() => new URL(page.url()).search).toMatch(/sort=/);
    }
  }
});
