import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { compareEvents } from '../support/events.js';
import { ask, sale } from '../support/management.js';
import { IBAN, openProgramWithPayee } from '../support/paying.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';

describe.each(engines)('events on %s', (engine) => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService(engine);
  });
  afterAll(async () => {
    expect(await compareEvents(service.pool)).toEqual([]);
    await service.close();
  });

  /** Type and object of all events of a program since the last call, the oldest first. */
  function watch(programId: number) {
    let seen: readonly number[] = [];
    return async (): Promise<string[]> => {
      const { rows } = await service.pool.query(
        `select id, type, object_id from events where program_id = $1 and id <> all($2::bigint[])
          order by created_at, id`,
        [programId, seen],
      );
      seen = [...seen, ...rows.map(({ id }) => id)];
      return rows.map(({ type, object_id }) => `${type} ${object_id}`);
    };
  }
  const typesOf = (events: readonly string[]) => events.map((event) => event.split(' ')[0]);

  test('a lead, a sale and what it earns are reported once; clicks and refused commands are not', async () => {
    const program = await seedProgram(service.pool);
    const news = watch(program.programId);
    const { transactionId } = await sale(service, program);
    expect(typesOf(await news())).toEqual(['lead.created', 'sale.created', 'commission.created']);
    await expect(sale(service, program, { transactionId })).rejects.toThrow();
    expect(typesOf(await news())).toEqual(['lead.created']);
  });

  test('holding and releasing a commission is reported, and a hold that is refused is not', async () => {
    const { program, team, jane } = await openProgramWithPayee(service);
    const news = watch(program.programId);
    await jane.sell();
    expect(typesOf(await news())).toContain('commission.created');
    const { body: list } = await team('GET', '/commissions');
    const path = `/commissions/${list.data[0].id}`;
    await team('POST', `${path}/hold`, { reason: 'To be checked' });
    expect((await team('POST', `${path}/hold`, { reason: 'Again' })).status).toBe(409);
    await team('POST', `${path}/release`, {});
    expect(typesOf(await news())).toEqual(['commission.changed', 'commission.changed']);
  });

  test('a payout is reported when it is created, paid and cancelled, with the commissions in it', async () => {
    const { program, team, jane, addPayee, run } = await openProgramWithPayee(service);
    const ben = await addPayee();
    for (const payee of [jane, ben]) await payee.sell();
    for (const payee of [jane, ben]) await payee.setDetails('bank', IBAN);
    await service.pool.query(`update partner_payout_details set created_at = now() - interval '60 days'`);
    const news = watch(program.programId);
    await news();
    const { body: made } = await run();
    expect(typesOf(await news())).toEqual([
      'payout.created',
      'commission.paid',
      'payout.created',
      'commission.paid',
    ]);
    const [first, second] = made.payouts;
    await team('POST', `/payouts/${first.id}/pay`, { reference: 'transfer 1' });
    expect(await news()).toEqual([`payout.paid ${first.id}`]);
    await team('POST', `/payouts/${second.id}/cancel`, {});
    expect(typesOf(await news())).toEqual(['commission.changed', 'payout.cancelled']);
    expect((await team('POST', `/payouts/${second.id}/cancel`, {})).status).toBe(409);
    expect(await news()).toEqual([]);
  });

  test('partners and claims are reported where something changed', async () => {
    const { program, team, jane } = await openProgramWithPayee(service);
    const news = watch(program.programId);
    await team('PATCH', '', { accepts_applications: true });
    const application = { email: `${uniqueName('petra')}@blog.test`, name: 'Petra' };
    const path = `/api/public/programs/${program.programId}/application`;
    for (let times = 0; times < 2; times += 1)
      await ask(service, path, { method: 'POST', body: application });
    const [applied = ''] = await news();
    expect(applied).toMatch(/^partner\.applied /);
    const partnerId = applied.split(' ')[1];
    await team('PATCH', `/partners/${partnerId}`, { status: 'approved' });
    await team('PATCH', `/partners/${partnerId}`, { status: 'approved' });
    expect(await news()).toEqual([`partner.updated ${partnerId}`]);
    const invited = await team('POST', '/partners', { email: `${uniqueName('ida')}@blog.test`, name: 'Ida' });
    expect(await news()).toEqual([`partner.updated ${invited.body.partner.id}`]);

    const { body: claim } = await jane.send('POST', '/claims', { reference: 'order-unknown' });
    const answer = { status: 'rejected', answer: 'The order was never paid.' };
    await team('POST', `/claims/${claim.id}/answer`, answer);
    await team('POST', `/claims/${claim.id}/answer`, answer);
    expect(await news()).toEqual([`claim.created ${claim.id}`, `claim.answered ${claim.id}`]);
  });
});
