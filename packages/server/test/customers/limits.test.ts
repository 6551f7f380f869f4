import type { SaleOutcome } from '@svc/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { completeCommissions } from '../../src/features/commissions/complete-commissions.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { replayed } from '../imports/imports-support.js';
import { type Books, openBooks } from '../support/books.js';
import { saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { type Member, ownerActions, type Team } from '../support/team.js';

describe.each(engines)('what a partner may earn from an assigned customer on %s', (engine) => {
  let books: Books;
  let program: SeededProgram;
  let team: Team;
  let other: Member;
  let customerKey: string;
  let customerId: number;
  beforeEach(async () => {
    books = await openBooks(engine);
    program = await seedProgram(books.pool, { holdDays: 0 });
    team = ownerActions({ pool: books.pool, ids: books.tracking.ids }, program.workspaceId);
    other = await team.invite(program.programId);
    await team.changeRule(program.programId, null, {
      type: 'percent',
      basis_points: 2000,
      max_total_cents: 1000,
    });
    customerKey = await books.lead(program, { clickId: await books.click(program) });
    const { rows } = await books.pool.query<{ id: number }>(
      'select id from customers where customer_key = $1',
      [customerKey],
    );
    customerId = rows[0]?.id ?? 0;
  });
  afterEach(() => books.close());

  const sell = (amountCents: number, more: { readonly code?: string } = {}) =>
    books.tracking.submit(
      saleOf(program, { customerKey, transactionId: uniqueName('txn'), amountCents, ...more }),
    ) as Promise<SaleOutcome>;
  const assign = (partnerId: number, from: 'now' | 'first_sale') =>
    team.assign(program.programId, customerId, partnerId, from);
  const earned = async (partnerId: number) => {
    const { rows } = await books.pool.query<{ cents: number }>(
      'select amount_cents as cents from commissions where partner_id = $1 and reassigned_at is null order by id',
      [partnerId],
    );
    return rows.map(({ cents }) => cents);
  };
  async function expectSound(): Promise<void> {
    expect((await verifyBooks(books.pool)).differences).toEqual([]);
    expect(await replayed(books.pool, program.programId)).toEqual([]);
  }

  test('stays within the limit when sales come back after others were made', async () => {
    await sell(5000);
    await assign(other.partnerId, 'first_sale');
    await assign(program.partnerId, 'now');
    expect(await sell(4000)).toMatchObject({ commission: { amountCents: 800 } });
    await assign(program.partnerId, 'first_sale');
    expect(await earned(program.partnerId)).toEqual([200, 800]);
    expect(await sell(4000)).toMatchObject({ commission: null });
    await expectSound();
    const uncap = (cents: string) =>
      books.pool.query(
        `update commissions set capped_cents = ${cents} where original_cents = 1000 and partner_id = $1`,
        [program.partnerId],
      );
    await uncap('null');
    const what = (await verifyBooks(books.pool)).differences.map((one) => one.what);
    expect(what).toContainEqual(
      expect.stringMatching(/has earned relationship \d+ 1800 USD by rules that allow 1000/),
    );
    await uncap('200');
    await assign(other.partnerId, 'first_sale');
    await assign(program.partnerId, 'first_sale');
    expect((await earned(program.partnerId)).sort((a, b) => a - b)).toEqual([200, 800]);
    await expectSound();
  });

  test('counts what is still missing, and what a person enters', async () => {
    await assign(other.partnerId, 'now');
    await assign(program.partnerId, 'now');
    await sell(2000);
    await assign(other.partnerId, 'now');
    books.failAt = 'money';
    expect(await sell(4500)).toMatchObject({ commission: 'failed' });
    books.failAt = null;
    await assign(other.partnerId, 'first_sale');
    expect(await earned(other.partnerId)).toEqual([100]);
    await completeCommissions(books.pool, books.tracking.ids, { nowMs: Date.now() });
    expect((await earned(other.partnerId)).sort((a, b) => a - b)).toEqual([100, 900]);
    expect(
      await team.enterSale(program.programId, other.partnerId, {
        customer_key: customerKey,
        amount_cents: 9000,
      }),
    ).toMatchObject({ commission: null });
    await expectSound();
  });

  test('does not count a first sale that stays with the partner of its code', async () => {
    const coder = await team.invite(program.programId);
    const { code } = await team.createCode(program.programId, coder.partnerId, 'PODCAST');
    await team.updateProgram(program.programId, { attribution_precedence: 'code' });
    await team.changeRule(program.programId, other.partnerId, {
      type: 'clauses',
      clauses: [{ when: { min_customers: 1 }, pay: { type: 'percent', basis_points: 5000 } }],
      otherwise: { type: 'percent', basis_points: 1000 },
    });
    await sell(1000, { code });
    await sell(1000);
    await assign(other.partnerId, 'first_sale');
    expect([await earned(coder.partnerId), await earned(other.partnerId)]).toEqual([[200], [100]]);
    await expectSound();
    await books.pool.query('update sales set partner_customers = 1 where partner_customers = 0');
    const what = (await verifyBooks(books.pool)).differences.map((one) => one.what);
    expect(what).toContainEqual(expect.stringMatching(/^it counted 1 customers of relationship/));
  });
});
