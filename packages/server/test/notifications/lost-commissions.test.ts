import type { NotificationItem } from '@svc/contract';
import { describe, expect, test } from 'vitest';
import { writeNotifications } from '../../src/features/notifications/write-notifications.js';
import { engines } from '../support/engines.js';
import { numberAllEvents } from '../support/event-rows.js';
import { ask, sale, signIn } from '../support/management.js';
import { openProgramWithPayee, type Payee } from '../support/paying.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

describe.each(engines)('notifications of commissions that were lost, on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  const open = () => openProgramWithPayee(service);
  const sessionOf = (payee: Payee) => signIn(service, payee.userEmail);

  async function write(): Promise<void> {
    await numberAllEvents(service.pool);
    await writeNotifications(service.pool);
  }

  const listOf = async (cookie: string): Promise<NotificationItem[]> =>
    (await ask(service, '/api/me/notifications', { cookie })).body.data;
  const kindsOf = async (cookie: string) => (await listOf(cookie)).map(({ kind }) => kind).toSorted();

  test('tell a partner once about sales reassigned to somebody else, and not about those that came back', async () => {
    const { jane, program, addPayee, team } = await open();
    const joe = await addPayee();
    const session = await sessionOf(jane);
    for (let count = 0; count < 2; count++) await sale(service, program);
    await write();
    const { rows } = await service.pool.query<{ id: number }>(
      'select id from customers where program_id = $1 and partner_id = $2 order by id',
      [program.programId, jane.partnerId],
    );
    const assign = async (index: number, partner_id: number) => {
      const reason = 'Came by a code of the other partner.';
      const body = { partner_id, from: 'first_sale', reason };
      expect((await team('POST', `/customers/${rows[index]?.id}/assign`, body)).status).toBe(200);
    };
    // Away, back, and away again: one commission is missing.
    for (const partner of [joe, jane, joe]) await assign(0, partner.partnerId);
    await assign(1, joe.partnerId);
    await assign(1, jane.partnerId);
    await write();
    expect((await listOf(session)).filter(({ kind }) => kind === 'commission_reassigned')).toMatchObject([
      { count: 1, amount_cents: 2000, currency: 'USD', partner_id: jane.partnerId },
    ]);
    // Joe had the second one for a while.
    expect(await kindsOf(await sessionOf(joe))).toEqual(['commission_earned', 'commission_reassigned']);
  });

  test('tell a partner about the commissions that were rejected on a day, together', async () => {
    const { jane, program, team } = await open();
    const session = await sessionOf(jane);
    for (let count = 0; count < 2; count++) {
      const { commissionId } = await sale(service, program);
      const rejected = await team('POST', `/commissions/${commissionId}/reject`, { reason: 'Own order' });
      expect(rejected.status).toBe(200);
    }
    await write();
    expect((await listOf(session)).filter(({ kind }) => kind === 'commission_rejected')).toMatchObject([
      { count: 2, amount_cents: 4000, currency: 'USD', partner_id: jane.partnerId },
    ]);
  });
});
