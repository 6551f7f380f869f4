import { type CreditWay, type Effect, type Facts, type PayerName, payerIndex } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { columnsOf } from './columns.js';

/** What is remembered of one name of a provider. */
export type PayerEffect = Extract<Effect, { kind: 'payer' }>;

/** A name of a provider, in the connection through which it came. */
export interface WantedPayer extends PayerName {
  readonly connectionId: number;
}

/** An address of a payer, and the program in which it is looked for. */
export interface WantedEmail {
  readonly programId: number;
  readonly email: string;
}

/** SQL: the arrays of wanted names, from parameter `first` on. */
export const wantedPayers = (first: number) =>
  `unnest($${first}::bigint[], $${first + 1}::text[], $${first + 2}::text[]) as wanted (connection_id, kind, name)
                join payer_names n on n.connection_id = wanted.connection_id and n.kind = wanted.kind and n.name = wanted.name`;

/** The columns of `wantedPayers`. */
export function payerColumns(names: readonly WantedPayer[]) {
  return columnsOf(
    names,
    ({ connectionId }) => connectionId,
    ({ kind }) => kind,
    ({ name }) => name,
  );
}

/** Adds to the facts whom these names led to. */
export function loadPayers(facts: Facts, names: readonly WantedPayer[]): Statement | null {
  if (names.length === 0) return null;
  return {
    name: 'load-payers',
    text: `select n.connection_id, n.kind, n.name, n.customer_id, n.way, (extract(epoch from n.credited_at) * 1000)::bigint as credited_ms
             from ${wantedPayers(1)}`,
    values: payerColumns(names),
    take(
      rows: readonly (PayerName & {
        connection_id: number;
        customer_id: number;
        way: CreditWay;
        credited_ms: number;
      })[],
    ) {
      for (const { connection_id, customer_id: customerId, way, credited_ms: creditedAtMs, ...name } of rows)
        facts.payers.set(payerIndex(connection_id, name), { customerId, way, creditedAtMs });
    },
  };
}

/** Writes what names are remembered with, in one order everywhere. A name that another transaction wrote meanwhile fails the statement. */
export function recordPayers(payers: ReadonlyMap<string, PayerEffect>): readonly (Statement | null)[] {
  const inOrder = [...payers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, payer]) => payer);
  return [
    insertPayers(inOrder.filter(({ isNew }) => isNew)),
    updatePayers(inOrder.filter(({ isNew }) => !isNew)),
  ];
}

const NEW_PAYERS = `select connection_id, workspace_id, kind, name, customer_id, to_timestamp(credited_ms::float8 / 1000) as credited_at, way
             from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[])
               as new (connection_id, workspace_id, kind, name, customer_id, credited_ms, way)`;

function insertPayers(payers: readonly PayerEffect[]): Statement | null {
  return payerStatement(
    'insert-payers',
    `insert into payer_names (connection_id, workspace_id, kind, name, customer_id, credited_at, way) ${NEW_PAYERS}`,
    payers,
  );
}

function updatePayers(payers: readonly PayerEffect[]): Statement | null {
  return payerStatement(
    'update-payers',
    `update payer_names n set customer_id = new.customer_id, credited_at = new.credited_at, way = new.way
       from (${NEW_PAYERS}) new
      where n.connection_id = new.connection_id and n.kind = new.kind and n.name = new.name`,
    payers,
  );
}

function payerStatement(name: string, text: string, payers: readonly PayerEffect[]): Statement | null {
  if (payers.length === 0) return null;
  const values = columnsOf(
    payers,
    ({ connectionId }) => connectionId,
    ({ workspaceId }) => workspaceId,
    ({ name: { kind } }) => kind,
    (payer) => payer.name.name,
    ({ remembered }) => remembered.customerId,
    ({ remembered }) => remembered.creditedAtMs,
    ({ remembered }) => remembered.way,
  );
  return { name, text, values };
}
