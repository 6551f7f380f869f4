import { extractText } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, sale, signIn, signInAs } from '../support/management.js';
import { DIGITS_OF_IBAN, IBAN, openProgramWithPayee } from '../support/paying.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { payableSale } from '../support/workspace.js';

describe.each(engines)('statements as PDF files on %s', (engine) => {
  const service = shared(() => startService(engine));

  /** The words of a file, and what the response says of it. */
  async function readPdf(path: string, cookie: string) {
    const response = await fetch(`${service.baseUrl}${path}`, { headers: { cookie } });
    if (response.status !== 200) return { status: response.status, text: '', pages: 0 };
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const { text, totalPages } = await extractText(new Uint8Array(await response.arrayBuffer()), {
      mergePages: true,
    });
    return { status: response.status, text: text.replaceAll(/\s+/g, ' '), pages: totalPages };
  }

  async function openPaid() {
    const paying = await openProgramWithPayee(service);
    const { program, jane } = paying;
    const { programId, workspaceId } = program;
    await paying.workspace('PUT', '/company', {
      company_name: 'Acme GmbH',
      company_address: 'Lange Straße 1\n10115 Berlin',
      tax_id: 'DE123456789',
      self_billing: true,
    });
    await jane.send('PUT', '/company', {
      company_name: 'Łucja Wrońska Blog',
      company_address: '1 Rue de la Paix\n75002 Paris',
      tax_id: 'FR12345678901',
    });
    await jane.setDetails('bank', IBAN);
    await payableSale(service, program);
    const { body: run } = await paying.run();
    const owner = await signInAs(service, workspaceId, 'owner');
    return {
      ...paying,
      owner,
      partner: await signIn(service, jane.userEmail),
      payoutId: run.payouts[0].id as number,
      mine: `/api/partner/programs/${programId}`,
      theirs: `/api/programs/${programId}`,
    };
  }

  test('of a payout have both companies of then, orders, rates and the total, in the language asked for', async () => {
    const { jane, owner, partner, payoutId, mine, theirs, workspace } = await openPaid();
    const later = { company_name: 'Later Ltd', company_address: null, tax_id: null, self_billing: false };
    await workspace('PUT', '/company', later);
    await jane.send('PUT', '/company', { company_name: 'Later Blog', company_address: null, tax_id: null });
    const { text, pages } = await readPdf(`${mine}/payouts/${payoutId}/pdf`, partner);
    for (const words of [
      'Self-billing invoice',
      'Łucja Wrońska Blog 1 Rue de la Paix 75002 Paris Tax ID: FR12345678901',
      'Acme GmbH Lange Straße 1 10115 Berlin Tax ID: DE123456789',
      'Bank transfer …2051',
      '100.00 USD',
      '20%',
      'Total 20.00 USD',
      'Not yet paid',
      'issued by Acme GmbH in the name and on behalf of the supplier',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(words);
    }
    expect([pages, text.includes('Later'), DIGITS_OF_IBAN.test(text)]).toEqual([1, false, false]);
    const { body: sales } = await ask(service, `${theirs}/sales`, { cookie: owner });
    expect(text).toContain(sales.data[0].transaction_id);
    const german = await readPdf(`${theirs}/payouts/${payoutId}/pdf?language=de`, owner);
    expect(german.text).toContain('Gutschrift');
    expect(german.text).toMatch(/Summe 20,00 USD/);
  });

  test('of a month have what was earned in it by currency, and its payouts', async () => {
    const { program, owner, partner, jane, mine, theirs, payoutId } = await openPaid();
    const at = Date.parse('2026-03-31T23:59:59Z');
    await sale(service, program, { atMs: at, occurredAtMs: at, currency: 'JPY', amountCents: 5_000 });
    const march = await readPdf(`${mine}/statements/2026-03/pdf`, partner);
    expect(march.text).toContain('March 2026');
    expect(march.text).toContain('Total 1,000 JPY');
    expect(march.text).not.toContain('Payout ');
    expect((await readPdf(`${mine}/statements/2026-04/pdf`, partner)).text).toContain(
      'Nothing in this month.',
    );
    const now = new Date().toISOString().slice(0, 7);
    const month = await readPdf(`${theirs}/partners/${jane.partnerId}/statements/${now}/pdf`, owner);
    expect(month.text).toContain(`Payout ${payoutId}`);
    expect((await readPdf(`${mine}/statements/2026-13/pdf`, partner)).status).toBe(404);
  });

  test('are of the caller only, and each is in the security log', async () => {
    const one = await openPaid();
    const other = await openPaid();
    const path = `${one.mine}/payouts/${one.payoutId}/pdf`;
    expect((await readPdf(path, other.partner)).status).toBe(404);
    expect((await readPdf(`${other.mine}/payouts/${one.payoutId}/pdf`, other.partner)).status).toBe(404);
    expect((await readPdf(`${other.theirs}/payouts/${one.payoutId}/pdf`, other.owner)).status).toBe(404);
    const foreign = `${other.theirs}/partners/${one.jane.partnerId}/statements/2026-03/pdf`;
    expect((await readPdf(foreign, other.owner)).status).toBe(404);
    expect((await readPdf(`${one.theirs}/payouts/${one.payoutId}/pdf`, one.owner)).status).toBe(200);
    const { body: log } = await one.workspace('GET', '/security-log?type=export.downloaded');
    expect(log.data[0].data).toMatchObject({ file: `statement-${one.payoutId}.pdf` });
  });

  test('of many lines have the header on every page', async () => {
    const paying = await openProgramWithPayee(service);
    for (let count = 0; count < 45; count += 1) await payableSale(service, paying.program);
    const { body: run } = await paying.run();
    const owner = await signInAs(service, paying.program.workspaceId, 'owner');
    const path = `/api/programs/${paying.program.programId}/payouts/${run.payouts[0].id}/pdf`;
    const { text, pages } = await readPdf(path, owner);
    expect(pages).toBe(2);
    expect(text.match(/Date Order Sale Rate Commission/g)).toHaveLength(2);
    expect(text).toContain('Total 900.00 USD');
  });
});

test('the company of a workspace takes the permission to change the workspace, and is audited', async () => {
  const service = await startService('embedded');
  try {
    const { workspace, program } = await openProgramWithPayee(service);
    const path = `/api/workspaces/${program.workspaceId}/company`;
    const member = await signInAs(service, program.workspaceId, 'member');
    const company = { company_name: 'Acme GmbH', company_address: null, tax_id: null, self_billing: false };
    expect((await ask(service, path, { method: 'PUT', cookie: member, body: company })).status).toBe(404);
    expect((await workspace('PUT', '/company', { ...company, tax_id: '' })).body).toEqual({
      error: 'tax_id is invalid',
    });
    expect((await workspace('PUT', '/company', company)).body).toEqual(company);
    await workspace('PUT', '/company', company);
    expect((await workspace('GET', '/audit?action=workspace.company')).body.data).toHaveLength(1);
  } finally {
    await service.close();
  }
});
