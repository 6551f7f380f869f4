import type { EventDispute, EventLead, EventMovement, EventRefund } from '@svc/contract';
import type { AdjustmentState, MovementKind } from '@svc/core';
import type { Pool } from 'pg';
import type { Static } from 'typebox';
import type { EventRow } from './event-row.js';

// Objects of events that no list of the dashboard shows by themselves.

/** These leads, by id. */
export async function loadLeads(
  pool: Pool,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Static<typeof EventLead>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<Omit<Static<typeof EventLead>, 'occurred_at'> & { occurred_at: Date }>(
    `select id, customer_id, customer_key, partner_id, link_id, test_mode, source, occurred_at
       from leads where id = any($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, { ...row, occurred_at: row.occurred_at.toISOString() }]));
}

/** These refunds, by id. */
export async function loadRefunds(
  pool: Pool,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Static<typeof EventRefund>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<Omit<Static<typeof EventRefund>, 'occurred_at'> & { occurred_at: Date }>(
    `select r.id, r.sale_id, r.refund_key as refund_id, r.amount_cents, s.currency, r.source, r.occurred_at
       from refunds r join sales s on s.id = r.sale_id where r.id = any($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, { ...row, occurred_at: row.occurred_at.toISOString() }]));
}

/** A movement of the ledger, and which commission it is of. */
export interface PostedMovement {
  readonly kind: MovementKind;
  readonly commissionId: number;
  readonly movement: Static<typeof EventMovement>;
}

/** These movements, by id. */
export async function loadMovements(
  pool: Pool,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PostedMovement>> {
  if (ids.length === 0) return new Map();
  const { rows } = await pool.query<{
    readonly id: number;
    readonly kind: MovementKind;
    readonly commission_id: number;
    readonly amount_cents: number;
    readonly currency: string;
    readonly occurred_at: Date;
  }>(
    `select id, kind, commission_id, amount_cents, currency, occurred_at
       from ledger_movements where id = any($1::bigint[]) and commission_id is not null`,
    [ids],
  );
  return new Map(
    rows.map(({ id, kind, commission_id: commissionId, amount_cents, currency, occurred_at }) => {
      const movement = { id, amount_cents, currency, occurred_at: occurred_at.toISOString() };
      return [id, { kind, commissionId, movement }];
    }),
  );
}

/** A dispute, and the sale that it is about; null: not known. */
export interface ReportedDispute {
  readonly saleId: number | null;
  readonly dispute: Static<typeof EventDispute>;
}

const DISPUTE_STATUS: Readonly<Record<AdjustmentState, Static<typeof EventDispute>['status']>> = {
  open: 'open',
  counted: 'lost',
  void: 'won',
};

/** The disputes that these events name, by the id of the workspace, a space, and their key. */
export async function loadDisputes(
  pool: Pool,
  events: readonly Pick<EventRow, 'workspace_id' | 'object_key'>[],
): Promise<ReadonlyMap<string, ReportedDispute>> {
  if (events.length === 0) return new Map();
  const { rows } = await pool.query<{
    readonly workspace_id: number;
    readonly key: string;
    readonly payment_id: number;
    readonly sale_id: number | null;
    readonly state: AdjustmentState;
    readonly amount_cents: number;
    readonly currency: string;
    readonly reported_at_ms: number;
  }>(
    `select a.workspace_id, a.key, a.payment_id, p.sale_id, a.state, a.amount_cents, a.currency, a.reported_at_ms
       from payment_adjustments a join payments p on p.id = a.payment_id
      where (a.workspace_id, a.key) in (select * from unnest($1::bigint[], $2::text[]))`,
    [events.map(({ workspace_id }) => workspace_id), events.map(({ object_key }) => object_key)],
  );
  return new Map(
    rows.map((row) => [
      `${row.workspace_id} ${row.key}`,
      {
        saleId: row.sale_id,
        dispute: {
          id: row.key,
          payment_id: row.payment_id,
          status: DISPUTE_STATUS[row.state],
          amount_cents: row.amount_cents,
          currency: row.currency,
          reported_at: new Date(row.reported_at_ms).toISOString(),
        },
      },
    ]),
  );
}
