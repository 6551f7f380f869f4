import { describe, expect, test } from 'vitest';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { type Books, openBooks } from '../support/books.js';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedWorkspace } from '../support/seed.js';
import { shared } from '../support/shared.js';
import { type Member, ownerActions } from '../support/team.js';

describe.each(engines)('a payout run on %s', (engine) => {
  const books: Books = shared(() => openBooks(engine));

  async function openTeam() {
    const workspaceId = await seedWorkspace(books.pool);
    const team = ownerActions({ pool: books.pool, ids: books.tracking.ids }, workspaceId);
    const { id: programId } = await team.createProgram({ hold_days: 0 });
    const sell = async (member: Member) => {
      const sold = await books.soldOnce({ workspaceId, programId, ...member } as SeededProgram);
      await matureCommissions(books.pool, books.tracking.ids, { nowMs: Date.now() });
      return sold;
    };
    return { team, programId, sell, members: [await team.invite(programId), await team.invite(programId)] };
  }

  /** Lets the database refuse rows of one partner in a table, as a constraint that their books violate would. */
  async function refuseRowsOf(table: string, { partnerId }: Member): Promise<() => Promise<unknown>> {
    const name = `refuse_${table}_${partnerId}`;
    await books.pool.query(
      `create function ${name}() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
       create trigger ${name} before insert on ${table} for each row when (new.partner_id = ${partnerId}) execute function ${name}()`,
    );
    return () => books.pool.query(`drop trigger ${name} on ${table}; drop function ${name}()`);
  }

  test.each(['payouts', 'ledger_movements'])(
    'skips a partner whose rows of %s cannot be written, and pays the others',
    async (table) => {
      const { team, programId, sell, members } = await openTeam();
      const [ann, bob] = members as [Member, Member];
      await sell(ann);
      await sell(bob);
      const allow = await refuseRowsOf(table, ann);
      expect(await team.pay(programId)).toMatchObject({
        payouts: [{ partner_id: bob.partnerId }],
        skipped: [{ partner_id: ann.partnerId, reason: 'failed', held_until: null }],
      });
      expect(await team.pay(programId)).toMatchObject({
        payouts: [],
        skipped: [{ partner_id: ann.partnerId }],
      });
      await allow();
      expect((await verifyBooks(books.pool)).differences).toEqual([]);
      expect(await team.pay(programId)).toMatchObject({
        payouts: [{ partner_id: ann.partnerId }],
        skipped: [],
      });
      expect((await verifyBooks(books.pool)).differences).toEqual([]);
    },
  );

  test('pays what a partner has besides a commission that is held, and the others', async () => {
    const { team, programId, sell, members } = await openTeam();
    const [ann, bob] = members as [Member, Member];
    const held = await sell(ann);
    await sell(ann);
    await sell(bob);
    const commissionId = held.commission !== null && held.commission !== 'failed' ? held.commission.id : 0;
    await team.changeHold(programId, commissionId, 'hold');
    const run = await team.pay(programId);
    expect(run?.payouts.map(({ partner_id, amount_cents }) => [partner_id, amount_cents])).toEqual([
      [ann.partnerId, 2000],
      [bob.partnerId, 2000],
    ]);
    expect((await verifyBooks(books.pool)).differences).toEqual([]);
  });
});
