import type { PaymentAdjustment } from '@svc/core';
import { matureCommissions } from '../../../src/features/commissions/mature-commissions.js';
import { type Books, commissionOf } from '../../support/books.js';
import { saleOf } from '../../support/commands.js';
import { type SeededProgram, seedWorkspace, uniqueName } from '../../support/seed.js';
import { type Member, ownerActions, type Team } from '../../support/team.js';

/** Rows of books that a team has kept, by what became of them. Sales and commissions are of partner `ann`, rule version 1. */
export interface Kept {
  readonly workspaceId: number;
  readonly programId: number;
  readonly ann: Member;
  /** Has a rule of her own. */
  readonly eve: Member;
  readonly ruleIds: { readonly first: number; readonly second: number; readonly eves: number };
  readonly payoutIds: { readonly paid: number; readonly open: number; readonly cancelled: number };
  readonly runIds: { readonly paid: number; readonly open: number };
  readonly saleIds: {
    readonly first: number;
    /** By rule version 2. */
    readonly second: number;
    /** By Eve's own rule. */
    readonly eves: number;
    /** With 30 hold days. */
    readonly pending: number;
    readonly named: number;
    readonly refunded: number;
    readonly missing: number;
  };
  readonly commissionIds: {
    readonly pending: number;
    readonly held: number;
    readonly disputed: number;
    readonly rejected: number;
  };
  readonly adjustmentIds: {
    readonly payable: number;
    readonly pending: number;
    readonly reversed: number;
    readonly reversal: number;
  };
  /** A sale of Ann's that was assigned to Eve with its customer. */
  readonly assigned: {
    readonly saleId: number;
    readonly customerId: number;
    readonly anns: number;
    readonly eves: number;
  };
  readonly enteredSaleId: number;
  /** Of a lead of Ann's. */
  readonly reward: { readonly leadId: number; readonly commissionId: number };
  readonly alias: string;
  readonly customerKeys: readonly [string, string];
  readonly keyIds: { readonly revoked: number };
}

/** Fills books as a team does, everything with its entry in the audit log. */
export async function keepBooks(books: Books): Promise<Kept> {
  const { pool, tracking } = books;
  const workspaceId = await seedWorkspace(pool);
  const team = ownerActions({ pool, ids: tracking.ids }, workspaceId);
  const { id: programId } = await team.createProgram({ hold_days: 0 });
  const [ann, eve] = [await team.invite(programId), await team.invite(programId)];
  const program = seededProgram(workspaceId, programId, ann);
  const first = await books.soldOnce(program);
  const payouts = await payThree(books, team, program);
  const second = await team.changeRule(programId, null, { type: 'percent', basis_points: 2500 });
  const eves = await team.changeRule(programId, eve.partnerId, { type: 'flat', amount_cents: 700 });
  await team.updateProgram(programId, { hold_days: 30 });
  const sold = await sellUnderNewTerms(books, team, program, eve);
  const { id: revoked } = await team.createKey(programId);
  await team.revokeKey(programId, revoked);
  const assigned = await assign(books, team, program, eve);
  const { id: enteredSaleId } = await team.enterSale(programId, ann.partnerId);
  await team.updatePartner(programId, eve.partnerId, 'suspended');
  const reward = await earnReward(books, team, program);
  books.failAt = 'money';
  const missing = await books.sale(program, { clickId: await books.click(program) });
  books.failAt = null;
  const { ruleId } = await ruleOfSale(books, first.saleId);
  return {
    workspaceId,
    programId,
    ann,
    eve,
    ruleIds: { first: ruleId, second: second.id, eves: eves.id },
    ...payouts,
    ...sold,
    adjustmentIds: await adjust(team, program),
    assigned,
    enteredSaleId,
    reward,
    saleIds: { ...sold.saleIds, first: first.saleId, missing: missing.saleId },
    keyIds: { revoked },
  };
}

async function assign(
  books: Books,
  team: Team,
  program: SeededProgram,
  eve: Member,
): Promise<Kept['assigned']> {
  const sold = await books.soldOnce(program);
  const { rows } = await books.pool.query<{ customer_id: number }>(
    'select customer_id from sales where id = $1',
    [sold.saleId],
  );
  const customerId = rows[0]?.customer_id ?? 0;
  await team.assign(program.programId, customerId, eve.partnerId);
  const { rows: earned } = await books.pool.query<{ id: number }>(
    'select id from commissions where sale_id = $1 and partner_id = $2',
    [sold.saleId, eve.partnerId],
  );
  return { saleId: sold.saleId, customerId, anns: commissionOf(sold).id, eves: earned[0]?.id ?? 0 };
}

async function earnReward(books: Books, team: Team, program: SeededProgram): Promise<Kept['reward']> {
  const { programId } = program;
  await team.updateProgram(programId, { lead_source: 'server', lead_reward_cents: 300 });
  await books.lead(program, { clickId: await books.click(program) });
  await team.updateProgram(programId, { lead_source: 'any', lead_reward_cents: null });
  const { rows } = await books.pool.query<Kept['reward']>(
    `select id as "commissionId", lead_id as "leadId" from commissions where program_id = $1 and lead_id is not null`,
    [programId],
  );
  const [reward] = rows;
  if (reward === undefined) throw new Error('the lead earned nothing');
  return reward;
}

async function adjust(team: Team, { programId, partnerId }: SeededProgram): Promise<Kept['adjustmentIds']> {
  const { id: payable } = await team.adjust(programId, partnerId, 500);
  const { id: pending } = await team.adjust(programId, partnerId, -300, '2999-01-01');
  const { id: reversed } = await team.adjust(programId, partnerId, 900);
  const { reversed_by_id: reversal } = (await team.reverseAdjustment(programId, reversed)) ?? {};
  return { payable, pending, reversed, reversal: reversal ?? 0 };
}

export function seededProgram(workspaceId: number, programId: number, member: Member): SeededProgram {
  return {
    workspaceId,
    programId,
    ...member,
    apiKey: '',
    apiKeyId: 0,
    origin: '',
    ruleId: null,
    currency: 'USD',
    cookieWindowDays: 60,
  };
}

async function ruleOfSale({ pool }: Books, saleId: number): Promise<{ ruleId: number }> {
  const { rows } = await pool.query<{ rule_id: number }>('select rule_id from sales where id = $1', [saleId]);
  return { ruleId: rows[0]?.rule_id ?? 0 };
}

/** Three runs with one payout each: marked as paid, cancelled, and open. */
async function payThree(
  books: Books,
  team: Team,
  program: SeededProgram,
): Promise<Pick<Kept, 'payoutIds' | 'runIds'>> {
  const { programId } = program;
  const pay = async () => {
    await books.soldOnce(program);
    await matureCommissions(books.pool, books.tracking.ids, { nowMs: Date.now() });
    const run = await team.pay(programId);
    const payout = run?.payouts[0];
    if (!run || !payout) throw new Error('nothing was due');
    return { runId: run.id, payoutId: payout.id };
  };
  const paid = await pay();
  await team.markRunPaid(programId, paid.runId);
  const cancelled = await pay();
  await team.cancel(programId, cancelled.payoutId);
  const open = await pay();
  return {
    payoutIds: { paid: paid.payoutId, open: open.payoutId, cancelled: cancelled.payoutId },
    runIds: { paid: paid.runId, open: open.runId },
  };
}

async function sellUnderNewTerms(
  books: Books,
  team: Team,
  program: SeededProgram,
  eve: Member,
): Promise<
  Pick<Kept, 'commissionIds' | 'alias' | 'customerKeys'> & {
    readonly saleIds: Omit<Kept['saleIds'], 'first' | 'missing'>;
  }
> {
  const { programId, workspaceId } = program;
  const [second, pending, held, disputed, rejected, refunded] = [
    await books.soldOnce(program),
    await books.soldOnce(program),
    await books.soldOnce(program),
    await books.soldOnce(program),
    await books.soldOnce(program),
    await books.soldOnce(program),
  ];
  const eves = await books.soldOnce(seededProgram(workspaceId, programId, eve));
  await team.changeHold(programId, commissionOf(held).id, 'hold', 'Looks odd.');
  await team.reject(programId, commissionOf(rejected).id, 'Own order.');
  const dispute: PaymentAdjustment = {
    key: uniqueName('du'),
    kind: 'dispute',
    state: 'open',
    amountCents: 10_000,
    currency: 'USD',
    reportedAtMs: Date.now(),
  };
  await books.reportPayment(program, [disputed.transactionId], dispute);
  await books.refund(program, refunded.transactionId, 1000);
  const alias = uniqueName('ch');
  const clickId = await books.click(program);
  const named = await books.tracking.submit(
    saleOf(program, {
      source: 'processor',
      clickId,
      customerKey: uniqueName('customer'),
      references: [alias],
    }),
  );
  if (named.kind !== 'sale') throw new Error(`refused: ${JSON.stringify(named)}`);
  return {
    saleIds: {
      second: second.saleId,
      eves: eves.saleId,
      pending: pending.saleId,
      named: named.saleId,
      refunded: refunded.saleId,
    },
    commissionIds: {
      pending: commissionOf(pending).id,
      held: commissionOf(held).id,
      disputed: commissionOf(disputed).id,
      rejected: commissionOf(rejected).id,
    },
    alias,
    customerKeys: [second.customerKey, pending.customerKey],
  };
}
