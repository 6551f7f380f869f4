import { type AssignableSale, type CommissionRule, customersAskedFor, type Refund } from '@svc/core';
import type { ClientBase } from 'pg';
import { saleCommissionFromRow } from '../../ingest/commissions.js';
import { movementFromRow } from '../../ingest/movements.js';
import { refundFromRow } from '../../ingest/refunds.js';
import { type JoinedRuleColumns, RULE_COLUMNS, ruleFromJoin } from '../../ingest/rules.js';
import { saleFromRow } from '../../ingest/sales.js';
import type { Row } from '../../ingest/table.js';
import { unearnedCreditFromRow } from '../../ingest/unearned-credits.js';
import { readDisputed } from '../commissions/read-disputed.js';

/**
 * All sales of a customer, in the order in which they were recorded, with what they earned, their refunds, how each was credited to a relationship before, and the rule that was in force for a relationship when each was
 * decided. Sales and commissions are locked, in the order in which the pipeline locks them; the caller has locked the customer.
 */
export async function loadAssignableSales(
  client: ClientBase,
  customerId: number,
  enrollmentId: number,
): Promise<readonly AssignableSale[]> {
  const { rows } = await client.query<Row>(
    'select * from sales where customer_id = $1 order by id for update',
    [customerId],
  );
  const sales = rows
    .toSorted((a, b) => recordedUntil(a) - recordedUntil(b) || a.id - b.id)
    .map((row) => ({ sale: saleFromRow(row), missing: missingOf(row) }));
  if (sales.length === 0) return [];
  const saleIds = sales.map(({ sale }) => sale.id);
  const { rows: commissionRows } = await client.query<Row>(
    'select * from commissions where sale_id = any($1::bigint[]) order by id for update',
    [saleIds],
  );
  const { rows: refundRows } = await client.query<Row>(
    'select * from refunds where sale_id = any($1::bigint[]) order by id',
    [saleIds],
  );
  const { rows: movementRows } = await client.query<Row>(
    `select * from ledger_movements
      where commission_id = any($1::bigint[]) and kind in ('reverse', 'restore', 'reject', 'reassign') order by id`,
    [commissionRows.map(({ id }) => id)],
  );
  const reversals = movementRows.map(movementFromRow);
  const rules = await loadRulesAtSales(client, saleIds, enrollmentId);
  const brought = await countCustomersAtSales(client, enrollmentId, rules);
  const disputed = await readDisputed(client, saleIds);
  const { rows: unearnedRows } = await client.query<Row>(
    'select * from unearned_credits where sale_id = any($1::bigint[]) and enrollment_id = $2',
    [saleIds, enrollmentId],
  );
  const unearned = new Map(unearnedRows.map((row) => [row.sale_id, unearnedCreditFromRow(row)]));
  const commissions = commissionRows.map(saleCommissionFromRow);
  const refunds: readonly Refund[] = refundRows.map(refundFromRow);
  return sales.map(({ sale, missing }) => ({
    sale,
    missing,
    commissions: commissions.filter(({ saleId }) => saleId === sale.id),
    refunds: refunds.filter(({ saleId }) => saleId === sale.id),
    reversals,
    rule: rules.get(sale.id) ?? null,
    partnerCustomers: brought.get(sale.id) ?? 0,
    unearned: unearned.get(sale.id) ?? null,
    isDisputed: disputed.has(sale.id),
  }));
}

/** By the database's clock, in epoch milliseconds. */
function recordedUntil({ decided_until, recorded_at }: Row): number {
  return (decided_until ?? recorded_at).getTime();
}

/** What a sale is to earn whose commission could not be written yet. */
function missingOf({ commission_state, missing_currency, missing_cents }: Row): AssignableSale['missing'] {
  if (commission_state !== 'missing' || missing_cents === null) return null;
  return { currency: missing_currency, cents: missing_cents };
}

/**
 * The rule in force for a relationship when each of these sales was decided, by sale: of the versions made before, the newest one
 * of the partner's own or else of the program's.
 */
async function loadRulesAtSales(client: ClientBase, saleIds: readonly number[], enrollmentId: number) {
  const { rows } = await client.query<JoinedRuleColumns & { readonly sale_id: number }>(
    `select s.id as sale_id, ${RULE_COLUMNS}
       from sales s
      cross join lateral (select coalesce(s.decided_from, s.recorded_at) as at) decided
       left join lateral (select type from commission_rules
                           where program_id = s.program_id and coalesce(enrollment_id, 0) = $2 and created_at <= decided.at
                           order by version desc limit 1) own on true
       left join lateral (select * from commission_rules
                           where program_id = s.program_id and created_at <= decided.at
                             and coalesce(enrollment_id, 0) =
                                 case when coalesce(own.type, 'program') = 'program' then 0 else $2 end
                           order by version desc limit 1) r on true
      where s.id = any($1::bigint[])`,
    [saleIds, enrollmentId],
  );
  return new Map(rows.map((row) => [row.sale_id, ruleFromJoin(row)]));
}

/** Sale `f` was recorded before sale `s`, by the database's clock: imported history is dated as it happened. */
const IS_BEFORE = `(coalesce(f.decided_until, f.recorded_at), f.id) < (coalesce(s.decided_until, s.recorded_at), s.id)`;

/** Sale `f` stays with the partner whose code it carried, whoever has the customer. */
const IS_OF_ITS_CODE = `(f.code_result is not distinct from 'preferred' and f.credit_code_id is not null)`;

/**
 * How many paying customers a relationship had brought when each sale was recorded whose rule asks for it, up to the number that
 * it asks for. The customer of the sale counts once their first sale was, which is assigned with them, unless it is of a partner's code.
 */
async function countCustomersAtSales(
  client: ClientBase,
  enrollmentId: number,
  rules: ReadonlyMap<number, CommissionRule | null>,
): Promise<ReadonlyMap<number, number>> {
  const asked = [...rules].flatMap(([saleId, rule]) => {
    const upTo = customersAskedFor(rule);
    return upTo === null ? [] : { saleId, upTo };
  });
  if (asked.length === 0) return new Map();
  const { rows } = await client.query<{ readonly sale_id: number; readonly customers: number }>(
    `select s.id as sale_id,
            (select count(*) from (
               select 1 from sales f
                where f.program_id = e.program_id and f.partner_id = e.partner_id and f.enrollment_id = e.id
                  and f.customer_id <> s.customer_id and ${IS_BEFORE}
                  and (select c.first_sale_id from customers c where c.id = f.customer_id) = f.id
                limit w.up_to) found)::integer
            + (select count(*) from customers c join sales f on f.id = c.first_sale_id
                where c.id = s.customer_id and ${IS_BEFORE} and (f.enrollment_id = e.id or not ${IS_OF_ITS_CODE}))::integer as customers
       from unnest($1::bigint[], $2::bigint[]) as w (sale_id, up_to)
       join sales s on s.id = w.sale_id
       join enrollments e on e.id = $3`,
    [asked.map(({ saleId }) => saleId), asked.map(({ upTo }) => upTo), enrollmentId],
  );
  return new Map(rows.map(({ sale_id: saleId, customers }) => [saleId, customers]));
}
