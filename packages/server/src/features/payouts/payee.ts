import type { ClientBase } from 'pg';
import type { Encryption } from '../../crypto/encryption.js';
import { problemOf } from './check-details.js';
import { DETAILS_COLUMNS, type DetailsRow, tryDecryptDetails } from './stored-details.js';

/**
 * Until when payout runs skip a partner after a change of their payout details; null: they do not. For statements over
 * `programs g` and the current `partner_payout_details d`.
 */
export const HELD_UNTIL = `
  case when d.is_change and g.payout_details_hold_hours > 0
        and d.created_at + make_interval(hours => g.payout_details_hold_hours) > now()
       then d.created_at + make_interval(hours => g.payout_details_hold_hours) end`;

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
