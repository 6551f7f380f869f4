import { describe, expect, test } from 'vitest';
import { untilWaiting } from '../support/locks.js';
import { ask, signIn, signInAs } from '../support/management.js';
import { createSender } from '../support/open-program.js';
import { type SeededProgram, seedProcessorEvent, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

interface Entry {
  readonly action: string;
  // biome-ignore lint/suspicious/noExplicitAny: what came over HTTP has no type before it is looked at.
  readonly before: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly after: any;
}

// The embedded engine does one thing at a time, so that nothing can come between there.
describe('two changes of one thing at the same moment', () => {
  const service = shared(() => startService('postgres'));

  async function openProgramAsOwner() {
    const program = await seedProgram(service.pool);
    const cookie = await signInAs(service, program.workspaceId, 'owner');
    return { program, send: createSender(service, cookie) };
  }

  async function auditedEntries({ workspaceId }: SeededProgram, action: string): Promise<Entry[]> {
    const { rows } = await service.pool.query<Entry>(
      'select action, before, after from audit_entries where workspace_id = $1 and action = $2 order by id',
      [workspaceId, action],
    );
    return rows;
  }

  /** Does something while a transaction is open that has run a statement, and commits when so many wait for it. */
  async function during<Result>(
    held: readonly [text: string, values: readonly unknown[]],
    waiting: number,
    act: () => Promise<Result>,
  ): Promise<Result> {
    const client = await service.pool.connect();
    try {
      await client.query('begin');
      await client.query(held[0], [...held[1]]);
      const acting = act();
      await untilWaiting(service.pool, waiting);
      await client.query('commit');
      return await acting;
    } finally {
      // Where nobody came to wait the transaction is still open, and ends with its connection.
      client.release(true);
    }
  }

  test('a status that changes in one program leaves the name that is given in another', async () => {
    const { program, send } = await openProgramAsOwner();
    const { workspaceId, partnerId } = program;
    const second = await seedProgram(service.pool, { workspaceId });
    await service.pool.query('insert into enrollments (program_id, partner_id, status) values ($1, $2, $3)', [
      second.programId,
      partnerId,
      'approved',
    ]);
    const path = (place: SeededProgram) => `/api/programs/${place.programId}/partners/${partnerId}`;
    const answer = await during(
      ['update partners set name = $2 where id = $1', [partnerId, 'Jane Doe']],
      1,
      () => send('PATCH', path(second), { status: 'suspended' }),
    );
    expect(answer.body).toMatchObject({ name: 'Jane Doe', status: 'suspended' });
    expect((await send('GET', path(program))).body).toMatchObject({ name: 'Jane Doe', status: 'approved' });
    expect(await auditedEntries(program, 'partner.update')).toMatchObject([
      { before: { name: 'Jane Doe', status: 'approved' }, after: { name: 'Jane Doe', status: 'suspended' } },
    ]);
  });

  const LOCK_PROGRAM = 'select 1 from programs where id = $1 for no key update';
  const RULES = [1_000, 3_000].map((basis_points) => ({ commission: { type: 'percent', basis_points } }));
  const versionsOf = (entries: readonly Entry[]) =>
    entries.map(({ before, after }) => [before?.version ?? null, after.version]).sort();

  test('concurrent changes of a program’s rule are logged one after the other', async () => {
    const { program, send } = await openProgramAsOwner();
    const path = `/api/programs/${program.programId}/rules`;
    await during([LOCK_PROGRAM, [program.programId]], 2, () =>
      Promise.all(RULES.map((rule) => send('POST', path, rule))),
    );
    expect(versionsOf(await auditedEntries(program, 'rule.change'))).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  test('a partner’s own rule that changes while it is removed is logged as it was', async () => {
    const { program, send } = await openProgramAsOwner();
    const path = `/api/programs/${program.programId}/partners/${program.partnerId}/rules`;
    await send('POST', path, RULES[0]);
    await during([LOCK_PROGRAM, [program.programId]], 2, async () => {
      const changing = send('POST', path, RULES[1]);
      await untilWaiting(service.pool, 1);
      return Promise.all([changing, send('DELETE', path, {})]);
    });
    // The first took the place of the program's.
    expect(versionsOf(await auditedEntries(program, 'partner.rule.change'))).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(versionsOf(await auditedEntries(program, 'partner.rule.drop'))).toEqual([[2, 3]]);
  });

  test('concurrent changes of payout details are logged one after the other', async () => {
    const { program } = await openProgramAsOwner();
    const { email } = await seedPartnerUser(service.pool, program, program.partnerId);
    const cookie = await signIn(service, email);
    const path = `/api/partner/programs/${program.programId}/payout-details`;
    const setMethod = (method: string) =>
      ask(service, path, {
        method: 'PUT',
        cookie,
        body: { method, account_name: 'Jane', details: 'jane@blog.test' },
      });
    await during(['select 1 from partners where id = $1 for no key update', [program.partnerId]], 2, () =>
      Promise.all([setMethod('paypal'), setMethod('wise')]),
    );
    const [first, second] = await auditedEntries(program, 'partner.payout_details');
    expect(first?.before).toBeNull();
    expect(second?.before).toEqual(first?.after);
  });

  test('a replay is answered as one where somebody else takes the event before it does, because the log has it', async () => {
    const { program, send } = await openProgramAsOwner();
    const { workspaceId } = program;
    const id = uniqueName('evt');
    await seedProcessorEvent(service.pool, { id, workspaceId, status: 'failed' });
    const taking = `update processor_outcomes o set status = 'waiting' from processor_events e
                     where e.event_id = $1 and o.id = e.id`;
    const path = `/api/workspaces/${workspaceId}/processor-events/${id}/replay`;
    const answer = await during([taking, [id]], 1, () => send('POST', path));
    expect([answer.status, answer.body.status]).toEqual([200, 'waiting']);
    expect(await auditedEntries(program, 'processor_event.replay')).toMatchObject([
      { before: { id, status: 'failed' } },
    ]);
  });
});
