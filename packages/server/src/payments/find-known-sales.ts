import { eventReasonText } from '@svc/contract/event-reasons';
import type { AdjustmentState } from '@svc/core';
import type { Pool } from 'pg';

/** A sale with all its references. */
export interface KnownSale {
  readonly id: number;
  readonly transactionId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly refundedCents: number;
  readonly references: readonly string[];
  /** How the disputes of its payment stand, by their id. */
  readonly disputes: ReadonlyMap<string, AdjustmentState>;
}

interface KnownRow {
  readonly reference: string;
  readonly id: number;
  readonly transaction_id: string;
  readonly amount_cents: number;
  readonly currency: string;
  readonly refunded_cents: number;
  readonly recorded_references: readonly string[];
  readonly disputes: Readonly<Record<string, AdjustmentState>>;
}

const AT_ONCE = 1000;

/** The sales of a workspace that have any of these references, by each of them. */
export async function findKnownSales(
  pool: Pool,
  workspaceId: number,
  references: ReadonlySet<string>,
): Promise<ReadonlyMap<string, KnownSale>> {
  const found = new Map<string, KnownSale>();
  const all = [...references];
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const { rows } = await pool.query<KnownRow>(
      `select r.reference, s.id, s.transaction_id, s.amount_cents, s.currency, s.refunded_cents,
              coalesce(s.recorded_references, array[s.transaction_id]) as recorded_references,
              (select coalesce(json_object_agg(a.key, a.state), '{}') from payments p
                 join payment_adjustments a on a.payment_id = p.id and a.kind = 'dispute'
                where p.sale_id = s.id) as disputes
         from sale_references r join sales s on s.id = r.sale_id
        where r.reference = any($1::text[]) and r.workspace_id = $2`,
      [all.slice(from, from + AT_ONCE), workspaceId],
    );
    for (const row of rows) {
      found.set(row.reference, {
        id: row.id,
        transactionId: row.transaction_id,
        amountCents: row.amount_cents,
        currency: row.currency,
        refundedCents: row.refunded_cents,
        references: row.recorded_references,
        disputes: new Map(Object.entries(row.disputes)),
      });
    }
  }
  return found;
}

/** The keys of the disputes that are open here, of sales of a workspace. */
export async function findOpenDisputes(pool: Pool, workspaceId: number): Promise<readonly string[]> {
  const { rows } = await pool.query<{ key: string }>(
    `select a.key from payment_adjustments a join payments p on p.id = a.payment_id
      where a.workspace_id = $1 and a.kind = 'dispute' and a.state = 'open' and p.sale_id is not null
      order by a.key`,
    [workspaceId],
  );
  return rows.map(({ key }) => key);
}

/** The connected account of a workspace, by its name, and its programs; null when there is none of it. */
export async function findWorkspaceAccount(
  pool: Pool,
  name: string,
): Promise<{
  readonly workspaceId: number;
  /** The id of the account's provider; null like the account. */
  readonly provider: string | null;
  readonly accountId: string | null;
  readonly programIds: ReadonlySet<number>;
} | null> {
  const { rows } = await pool.query<{
    id: number;
    provider: string | null;
    account_id: string | null;
    programs: number[];
  }>(
    `select w.id, c.provider, c.account_id, array(select p.id from programs p where p.workspace_id = w.id) as programs
       from workspaces w
       left join payment_connections c on c.workspace_id = w.id and c.kind = 'connect' and c.status in ('connected', 'restricted')
      where w.name = $1`,
    [name],
  );
  const row = rows[0];
  return row === undefined
    ? null
    : {
        workspaceId: row.id,
        provider: row.provider,
        accountId: row.account_id,
        programIds: new Set(row.programs),
      };
}

/** Status and reason of these events, by id; an event that was not processed yet has none. */
export async function readResults(
  pool: Pool,
  provider: string,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly status: string; readonly reason: string }>> {
  const { rows } = await pool.query<{
    event_id: string;
    status: string;
    code: string;
    parameters: unknown;
  }>(
    `select e.event_id, o.status, o.reason_code as code, o.reason_parameters as parameters from processor_events e join processor_outcomes o on o.id = e.id
      where e.event_id = any($1::text[]) and e.provider = $2`,
    [eventIds, provider],
  );
  return new Map(
    rows.map(({ event_id: id, status, ...reason }) => [id, { status, reason: eventReasonText(reason) }]),
  );
}
