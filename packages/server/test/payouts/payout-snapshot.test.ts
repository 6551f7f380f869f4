import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import {
  DIGITS_OF_IBAN,
  endHold,
  IBAN,
  OTHER_IBAN,
  openProgramWithPayee,
  type ProgramWithPayee,
} from '../support/paying.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const FORMATS = ['bank', 'paypal', 'wise'] as const;

describe.each(engines)('the payee of a payout on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  /** In which payment files of a run a payout is. */
  async function filesWith(paying: ProgramWithPayee, runId: number, payoutId: number): Promise<string[]> {
    const found: string[] = [];
    for (const format of FORMATS) {
      if ((await paying.file(runId, format)).includes(`payout ${payoutId}`)) found.push(format);
    }
    return found;
  }

  test('a payout stays in the one file of the method it was created with, with the account of then', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team } = paying;
    await jane.setDetails('bank', IBAN);
    await jane.sell();
    const { body: run } = await paying.run();
    const [payout] = run.payouts;
    const before = await paying.file(run.id, 'bank');
    expect(before).toContain(IBAN);
    for (const [method, account] of [
      ['bank', OTHER_IBAN],
      ['paypal', 'mallory@evil.test'],
      ['wise', '@mallory'],
    ] as const) {
      await jane.setDetails(method, account, 'Mallory');
      expect(await filesWith(paying, run.id, payout.id)).toEqual(['bank']);
      expect(await paying.file(run.id, 'bank')).toBe(before);
    }
    const { body: shown } = await team('GET', `/payout-runs/${run.id}`);
    expect(shown.payouts).toMatchObject([
      { payee_name: 'Jane Doe', method: 'bank', account: '…2051', format: 'bank' },
    ]);
  });

  test('a later payout goes to the later account, the earlier one to the earlier, also when both are open', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane } = paying;
    await jane.setDetails('bank', IBAN);
    await jane.sell();
    const { body: first } = await paying.run();
    await jane.setDetails('paypal', 'jane@blog.test');
    await endHold(service, jane.partnerId);
    await jane.sell();
    const { body: second } = await paying.run();
    expect(second.payouts).toMatchObject([{ method: 'paypal', account: '…test', format: 'paypal' }]);
    expect(await filesWith(paying, first.id, first.payouts[0].id)).toEqual(['bank']);
    expect(await filesWith(paying, second.id, second.payouts[0].id)).toEqual(['paypal']);
    expect(await paying.file(second.id, 'paypal')).toContain('jane@blog.test');
  });

  test('a payout without payout details is in the file of the bank, and stays there without any', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane } = paying;
    await jane.sell();
    const { body: run } = await paying.run();
    expect(run.payouts).toMatchObject([{ payee_name: 'Jane', method: null, account: null, format: 'bank' }]);
    const before = await paying.file(run.id, 'bank');
    await jane.setDetails('paypal', 'jane@blog.test');
    expect(await filesWith(paying, run.id, run.payouts[0].id)).toEqual(['bank']);
    expect(await paying.file(run.id, 'bank')).toBe(before);
  });

  test('a partner who gets another name keeps the old one in the files of open payouts', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team } = paying;
    await jane.sell();
    const { body: run } = await paying.run();
    const before = await paying.file(run.id, 'bank');
    await team('PATCH', `/partners/${jane.partnerId}`, { name: 'Another' });
    expect(await paying.file(run.id, 'bank')).toBe(before);
    const { body: shown } = await team('GET', `/payout-runs/${run.id}`);
    expect(shown.payouts).toMatchObject([{ name: 'Another', payee_name: 'Jane' }]);
  });

  test('a payout recreated after it was cancelled goes to the current account', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane, team } = paying;
    await jane.setDetails('bank', IBAN);
    await jane.sell();
    const { body: run } = await paying.run();
    await jane.setDetails('bank', OTHER_IBAN);
    await endHold(service, jane.partnerId);
    const cancelled = await team('POST', `/payouts/${run.payouts[0].id}/cancel`);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', account: '…2051' });
    expect((await paying.run()).body.payouts).toMatchObject([{ account: '…2606' }]);
  });

  test('the partner’s statement says where the money went, masked', async () => {
    const paying = await openProgramWithPayee(service);
    const { jane } = paying;
    await jane.setDetails('bank', IBAN);
    await jane.sell();
    const { body: run } = await paying.run();
    await jane.setDetails('wise', '@somewhere-else');
    const path = `/payouts/${run.payouts[0].id}`;
    const { body: statement } = await jane.send('GET', path);
    const payee = { payee_name: 'Jane Doe', method: 'bank', account: '…2051' };
    expect(statement.payout).toMatchObject(payee);
    expect((await jane.send('GET', '/payouts')).body.data).toMatchObject([payee]);
    const { body: csv } = await jane.send('GET', `${path}/file`);
    expect(csv.split('\r\n')[1]).toMatch(/,20\.00,USD,Jane Doe,bank,…2051,,,$/);
    expect(JSON.stringify([statement, csv])).not.toMatch(DIGITS_OF_IBAN);
  });
});
