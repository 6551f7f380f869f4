import { bankFieldsOf, IBAN_COUNTRIES } from '@svc/contract';
import { countrySpecs } from 'ibantools';
import { describe, expect, test } from 'vitest';
import { checkDetails } from '../../src/features/payouts/check-details.js';
import { RefusedError } from '../../src/operations/refused-error.js';
import { engines } from '../support/engines.js';
import { IBAN, openProgramWithPayee } from '../support/paying.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

type Given = Omit<Parameters<typeof checkDetails>[0], 'method' | 'account_name'>;

/** The account on one line, or the error. */
function read(given: Given, method: 'bank' | 'paypal' | 'wise' = 'bank'): string {
  try {
    return checkDetails({ method, account_name: 'Jane', ...given }).details;
  } catch (error) {
    if (error instanceof RefusedError) return error.message;
    throw error;
  }
}

describe('a bank account', () => {
  test.each<[string, Given, string]>([
    ['has an IBAN in IBAN countries', { country: 'DE', iban: 'de02120300000000202051' }, IBAN],
    ['may have its IBAN in details', { details: IBAN }, IBAN],
    ['may be sent as it is read', { country: 'DE', details: IBAN, iban: IBAN, bic: 'BYLADEM1001' }, IBAN],
    ['has correct check digits', { country: 'DE', iban: 'DE03120300000000202051' }, 'iban is invalid'],
    ['has the length of its country', { iban: 'DE0212030000000020205' }, 'iban is invalid'],
    ['is of the country named', { country: 'FR', iban: IBAN }, 'iban is invalid'],
    [
      'of a territory has the IBAN of its state',
      { country: 'GP', iban: 'FR1420041010050500013M02606' },
      'FR14 2004 1010 0505 0001 3M02 606',
    ],
    [
      'names the field that holds a wrong IBAN',
      { details: 'DE03 1203 0000 0000 2020 51' },
      'details is invalid',
    ],
    ['is more than text', { details: 'my account' }, 'details is invalid'],
    ['needs an IBAN where there are IBANs', { country: 'DE', details: 'my account' }, 'iban is required'],
    ['has a BIC that exists', { country: 'DE', iban: IBAN, bic: 'DEUT1EFF' }, 'bic is invalid'],
    [
      'has routing and account number in the US',
      { country: 'US', routing_number: '021000021', account_number: '12345678' },
      '021000021 12345678',
    ],
    ['needs both in the US', { country: 'US', routing_number: '021000021' }, 'account_number is required'],
    [
      'has a routing number with a valid checksum',
      { country: 'US', routing_number: '021000022', account_number: '12345678' },
      'routing_number is invalid',
    ],
    [
      'has sort code and account number in the UK',
      { country: 'GB', sort_code: '20-00-00', account_number: '55779911' },
      '200000 55779911',
    ],
    [
      'may have an IBAN in the UK',
      { country: 'GB', iban: 'GB66BUKB20201555552051' },
      'GB66 BUKB 2020 1555 5520 51',
    ],
    [
      'has a sort code of six digits',
      { country: 'GB', sort_code: '2000', account_number: '55779911' },
      'sort_code is invalid',
    ],
    [
      'has an account number of eight digits in the UK',
      { country: 'GB', sort_code: '200000', account_number: '5577' },
      'account_number is invalid',
    ],
    [
      'has BIC and account number elsewhere',
      { country: 'JP', bic: 'botkjpjt', account_number: '1234567' },
      'BOTKJPJT 1234567',
    ],
    ['needs a BIC elsewhere', { country: 'JP', account_number: '1234567' }, 'bic is required'],
  ])('%s', (_what, given, expected) => {
    expect(read(given)).toBe(expected);
  });

  test('of PayPal is an email address or a phone number', () => {
    const given = ['jane@blog.test', '+4915112345678', 'jane', '015112345678', ' '];
    expect(given.map((details) => read({ details }, 'paypal'))).toEqual([
      ...given.slice(0, 2),
      'details is invalid',
      'details is invalid',
      'details is required',
    ]);
  });

  test('is asked for by IBAN in exactly the countries that the check knows IBANs of', () => {
    const known = Object.entries(countrySpecs).flatMap(([country, { bban_regexp }]) =>
      bban_regexp ? [country] : [],
    );
    expect([...IBAN_COUNTRIES, 'GB'].sort()).toEqual(known.sort());
    expect(bankFieldsOf('GB').map(({ field }) => field)).toEqual(['sort_code', 'account_number']);
  });
});

describe.each(engines)('invalid payout details on %s', (engine) => {
  const service = shared(() => startService(engine));
  const WRONG = 'DE03 1203 0000 0000 2020 51';

  /** Details as they were stored before they were checked. */
  async function storeUnchecked(partnerId: number): Promise<void> {
    await service.pool.query(
      `insert into partner_payout_details (partner_id, method, account_name, details, country)
       values ($1, 'bank', 'Jane Doe', $2, 'DE')`,
      [partnerId, WRONG],
    );
  }

  test('are refused and change nothing', async () => {
    const { jane } = await openProgramWithPayee(service);
    await jane.setDetails('bank', IBAN);
    const body = { method: 'bank', account_name: 'Jane', country: 'DE', iban: WRONG };
    const refused = await jane.send('PUT', '/payout-details', body);
    expect([refused.status, refused.body]).toEqual([400, { error: 'iban is invalid' }]);
    expect((await jane.send('GET', '/payout-details')).body.payout_details.details).toBe(IBAN);
  });

  test('that were stored before are named, and payout runs skip the partner', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team } = paying;
    await storeUnchecked(jane.partnerId);
    await jane.sell();
    const { body: due } = await team('GET', '/payouts/due');
    expect(due.data).toMatchObject([{ is_due: true, details_problem: 'iban is invalid' }]);
    const { body: run } = await paying.run();
    expect([run.payouts, run.skipped]).toEqual([
      [],
      [
        {
          partner_id: jane.partnerId,
          reason: 'payout_details_invalid',
          held_until: null,
          problem: 'iban is invalid',
        },
      ],
    ]);
    await jane.setDetails('bank', IBAN);
    expect((await paying.run()).body.skipped).toMatchObject([{ reason: 'payout_details_changed' }]);
  });

  test('of a payout made before are in no payment file, which names the payout, and it is not marked as paid with the others', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team } = paying;
    const bob = await paying.addPayee();
    await bob.setDetails('bank', IBAN);
    for (const payee of [jane, bob]) await payee.sell();
    const { body: run } = await paying.run();
    await storeUnchecked(jane.partnerId);
    await service.pool.query(
      `update payouts set payout_details_id = (select max(id) from partner_payout_details where partner_id = $1)
        where partner_id = $1`,
      [jane.partnerId],
    );
    const file = await paying.file(run.id, 'bank');
    expect([file.includes('DE03'), file.includes('DE02120300000000202051')]).toEqual([false, true]);
    const payoutOf = ({ partnerId }: { partnerId: number }) =>
      run.payouts.find((one: { partner_id: number }) => one.partner_id === partnerId).id;
    const { body: files } = await team('GET', `/payout-runs/${run.id}/files`);
    expect(files.data).toMatchObject([{ payouts: [payoutOf(bob)], skipped: [payoutOf(jane)] }]);
    const paid = await team('POST', `/payout-runs/${run.id}/pay`, { reference: 'T 1' });
    expect(paid.body).toMatchObject({ paid: 1, open: 1 });
    const { body: shown } = await team('GET', `/payout-runs/${run.id}`);
    const problems = shown.payouts.map((one: { id: number; details_problem: string | null }) => [
      one.id,
      one.details_problem,
    ]);
    expect(Object.fromEntries(problems)).toEqual({
      [payoutOf(jane)]: 'iban is invalid',
      [payoutOf(bob)]: null,
    });
    const path = `/payouts/${payoutOf(jane)}/pay`;
    expect((await team('POST', path, { reference: 'T 2', format: 'bank' })).status).toBe(409);
    expect((await team('POST', path, { reference: 'By hand' })).body.status).toBe('paid');
  });
});
