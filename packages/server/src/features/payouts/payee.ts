import type { ClientBase } from 'pg';
import type { Encryption } from '../../crypto/encryption.js';
import { problemOf } from './check-details.js';
import { DETAILS_COLUMNS, type DetailsRow, tryDecryptDetails } from './stored-details.js';

/**
 * Until when payout runs skip a partner after payout details were saved that are held; null: they do not. For statements over
 * `programs g` and the current `partner_payout_details d`.
 */
export const HELD_UNTIL = `
  case when d.is_change and g.payout_details_hold_hours > 0
        and d.created_at + make_interval(hours => g.payout_details_hold_hours) > now()
       then d.created_at + make_interval(hours => g.payout_details_hold_hours) end`;

/** What is due to a partner in any program, in any currency; or waits only for the job that makes it payable. */
const IS_SOMETHING_DUE = `(
  exists (
    select 1 from enrollments own
      cross join lateral (
        select b.currency, b.payable from partner_balances b
         where b.program_id = own.program_id and b.partner_id = own.partner_id
        union all
        select i.currency, i.payable from balance_increments i
         where i.program_id = own.program_id and i.partner_id = own.partner_id) kept
     where own.partner_id = p.id
     group by own.program_id, kept.currency having sum(kept.payable) > 0)
  or exists (select 1 from commissions c where c.partner_id = p.id and c.status = 'pending' and c.payable_at <= now())
  or exists (
    select 1 from enrollments own join adjustments a on a.program_id = own.program_id and a.partner_id = own.partner_id
     where own.partner_id = p.id and a.status = 'pending' and a.payable_at <= now()))`;

/**
 * Whether payout details that a partner `p` saves now are held before payouts use them, because they redirect money: others are stored, the
 * partner has been paid to an account that the team knows otherwise, or something is due already, which the next run would pay to them.
 */
export const IS_HELD_WHEN_SAVED = `(
  exists (select 1 from partner_payout_details s where s.partner_id = p.id and s.replaced_at is null)
  or exists (select 1 from payouts o where o.partner_id = p.id and o.status <> 'cancelled')
  or ${IS_SOMETHING_DUE})`;

/** The minimum payout in the currency of a balance `b`; for statements over `programs g` and its `program_minimum_payouts m` of that currency. */
export const MINIMUM =
  'case when b.currency = g.currency then g.minimum_payout_cents else coalesce(m.amount_cents, 0) end';

/** Whether a payout run could pay a balance `b` now, unless no bank would accept the payout details; over the same as the two above. */
export const IS_READY = `b.payable > 0 and b.payable >= ${MINIMUM} and ${HELD_UNTIL} is null`;

/** Who a payout is made to. `detailsId` null: there are no payout details. */
export interface Payee {
  readonly name: string;
  readonly email: string;
  readonly detailsId: number | null;
  /** Payout runs skip the partner until then. */
  readonly heldUntil: Date | null;
  /** What is wrong with the payout details; payout runs skip the partner. Null: nothing. */
  readonly problem: string | null;
}

interface PayeeRow extends DetailsRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly details_id: number | null;
  readonly held_until: Date | null;
}

/**
 * Who payouts to these partners are made to, by partner. Nobody can change it until the transaction ends: a change of
 * payout details that came before has been committed and counts, and one that comes later waits and is for later payouts.
 */
export async function lockPayees(
  client: ClientBase,
  programId: number,
  partnerIds: readonly number[],
  encryption: Encryption,
): Promise<ReadonlyMap<number, Payee>> {
  // Always in the same order, and before the partners' books, as every change of a partner locks them.
  await client.query('select 1 from partners where id = any($1::bigint[]) order by id for share', [
    partnerIds,
  ]);
  // A statement of its own: the one that had to wait for the lock still sees what was there before it waited.
  const { rows } = await client.query<PayeeRow>(
    `select p.id, p.name, p.email, d.id as details_id, ${DETAILS_COLUMNS}, ${HELD_UNTIL} as held_until
       from partners p
       join programs g on g.id = $1
       left join partner_payout_details d on d.partner_id = p.id and d.replaced_at is null
      where p.id = any($2::bigint[])`,
    [programId, partnerIds],
  );
  return new Map(
    rows.map(({ id, name, email, details_id, held_until, ...details }) => [
      id,
      {
        name,
        email,
        detailsId: details_id,
        heldUntil: held_until,
        problem: storedProblem(id, details, encryption),
      },
    ]),
  );
}

/** What is wrong with a partner's stored payout details; null: nothing, or they cannot be read, which payment files report. */
export function storedProblem(partnerId: number, row: DetailsRow, encryption: Encryption): string | null {
  const details = tryDecryptDetails(partnerId, row, encryption);
  return details && problemOf(details);
}
