import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { sale } from '../support/management.js';
import { endHold, IBAN, OTHER_IBAN, openProgramWithPayee, type ProgramWithPayee } from '../support/paying.js';
import { seedLink, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { payableSale } from '../support/workspace.js';

/** The first payout details of a partner redirect money as a change does, as soon as there is some. */
describe.each(engines)('first payout details on %s', (engine) => {
  const service = shared(() => startService(engine));

  const isHeld = async ({ jane }: ProgramWithPayee) =>
    (await jane.send('GET', '')).body.payout_details_held_when_saved;
  const skipped = ({ jane }: ProgramWithPayee) => [
    { partner_id: jane.partnerId, reason: 'payout_details_changed', held_until: expect.any(String) },
  ];

  test('are held when something is due, as the partner is told before and after', async () => {
    const paying = await openProgramWithPayee(service);
    await paying.jane.sell();
    expect(await isHeld(paying)).toBe(true);
    await paying.jane.setDetails('bank', IBAN);
    expect((await paying.run()).body).toMatchObject({ payouts: [], skipped: skipped(paying) });
    expect((await paying.jane.send('GET', '')).body.payouts_held_until).toEqual(expect.any(String));
    expect(service.mails.findLast(({ to }) => to === paying.jane.email)?.text).toContain(
      'does not create a payout for you before',
    );
    await endHold(service, paying.jane.partnerId);
    expect((await paying.run()).body).toMatchObject({ skipped: [], payouts: [{ account: '…2051' }] });
  });

  test('are not held while nothing is due, and the next ones are', async () => {
    const paying = await openProgramWithPayee(service);
    expect(await isHeld(paying)).toBe(false);
    await paying.jane.setDetails('bank', IBAN);
    expect(await isHeld(paying)).toBe(true);
    await paying.jane.sell();
    expect((await paying.run()).body).toMatchObject({ skipped: [], payouts: [{ account: '…2051' }] });
    await paying.jane.setDetails('bank', OTHER_IBAN);
    await paying.jane.sell();
    expect((await paying.run()).body).toMatchObject({ payouts: [], skipped: skipped(paying) });
  });

  test('are held by what is due in another program of the workspace, of another currency', async () => {
    const paying = await openProgramWithPayee(service);
    const { program, jane } = paying;
    const { workspaceId } = program;
    const other = await seedProgram(service.pool, { workspaceId, holdDays: 0, currency: 'EUR' });
    await service.pool.query(
      `insert into enrollments (program_id, partner_id, status) values ($1, $2, 'approved')`,
      [other.programId, jane.partnerId],
    );
    const place = { workspaceId, programId: other.programId, partnerId: jane.partnerId };
    const link = await seedLink(service.pool, place);
    await payableSale(service, { ...other, ...link, partnerId: jane.partnerId });
    expect(await isHeld(paying)).toBe(true);
    await jane.setDetails('bank', IBAN);
    await jane.sell();
    expect((await paying.run()).body).toMatchObject({ payouts: [], skipped: skipped(paying) });
  });

  test('are held by a bonus, and by a commission that waits only for the job that makes it payable', async () => {
    const withBonus = await openProgramWithPayee(service);
    const bonus = {
      partner_id: withBonus.jane.partnerId,
      amount_cents: 100,
      currency: 'USD',
      reason: 'Fair',
    };
    expect((await withBonus.team('POST', '/adjustments', bonus)).status).toBe(200);
    expect(await isHeld(withBonus)).toBe(true);
    const waiting = await openProgramWithPayee(service);
    await sale(service, waiting.program, { atMs: Date.now() - 86_400_000 });
    expect((await waiting.team('GET', '/payouts/due')).body.data).toEqual([]);
    expect(await isHeld(waiting)).toBe(true);
  });

  test('are not held by what is pending', async () => {
    const paying = await openProgramWithPayee(service, { holdDays: 90 });
    await paying.jane.sell();
    expect(await isHeld(paying)).toBe(false);
    await paying.jane.setDetails('bank', IBAN);
    expect((await paying.jane.send('GET', '')).body.payouts_held_until).toBeNull();
  });
});
