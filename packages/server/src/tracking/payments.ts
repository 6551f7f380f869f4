import {
  addNotice,
  addPayment,
  addPaymentReference,
  type Command,
  type Facts,
  type Notice,
  type NoticeKind,
  type NoticeState,
  type Payment,
  type PaymentEffect,
} from '@svc/core';
import type { Statement } from '../database/statements.js';
import { arrayOf, columnsOf } from './columns.js';

interface Named {
  readonly workspaceId: number;
  readonly name: string;
}

/** Another transaction joined payments meanwhile. The database's own code for that, so that the batch is tried again. */
class MovedError extends Error {
  readonly code = '40001';
}

/**
 * Adds to `ids` the payments that commands tell of, by a name or by something told before. A sale may turn out to be one of
 * a payment that was told of before it.
 */
export function findPayments(ids: number[], commands: readonly Command[]): Statement | null {
  const references: Named[] = [];
  const keys: Named[] = [];
  for (const command of commands) {
    if (command.kind !== 'sale' && command.kind !== 'payment') continue;
    const { workspaceId } = command.caller;
    for (const name of namesOf(command)) references.push({ workspaceId, name });
    if (command.kind === 'payment')
      for (const { key } of command.notices) keys.push({ workspaceId, name: key });
  }
  if (references.length === 0) return null;
  const columns = (named: readonly Named[]) =>
    columnsOf(
      named,
      (one) => one.workspaceId,
      (one) => one.name,
    );
  return {
    name: 'find-payments',
    text: `select r.payment_id from unnest($1::bigint[], $2::text[]) as told (workspace_id, reference)
             join payment_references r on r.workspace_id = told.workspace_id and r.reference = told.reference
           union
           select n.payment_id from unnest($3::bigint[], $4::text[]) as told (workspace_id, key)
             join payment_notices n on n.workspace_id = told.workspace_id and n.key = told.key`,
    values: [...columns(references), ...columns(keys)],
    take(rows: readonly { payment_id: number }[]) {
      for (const row of rows) ids.push(row.payment_id);
    },
  };
}

/** Adds these payments to the facts, locked until the transaction ends, with all their names. */
export function loadPayments(facts: Facts, ids: readonly number[]): readonly Statement[] {
  const lock = lockPayments(facts, 'id', ids, () => {
    if (ids.some((id) => !facts.payments.has(id))) throw new MovedError('payments were joined meanwhile');
  });
  return [lock, loadPaymentReferences(facts, ids)];
}

/** The names a command says its money goes by. */
export function namesOf(command: Command): readonly string[] {
  if (command.kind === 'payment') return command.references;
  return command.kind === 'sale' ? [command.transactionId, ...command.aliases] : [];
}

interface PaymentRow {
  id: number;
  workspace_id: number;
  sale_id: number | null;
  created_at: Date;
}

function lockPayments(
  facts: Facts,
  by: 'id' | 'sale_id',
  ids: readonly number[],
  onLocked: () => void = () => {},
): Statement {
  return {
    name: `lock-payments-by-${by}`,
    text: `select id, workspace_id, sale_id, created_at from payments
            where ${by} = any($1::bigint[]) order by id for update`,
    values: [arrayOf(ids)],
    take(rows: readonly PaymentRow[]) {
      for (const row of rows) {
        const { id, workspace_id: workspaceId, sale_id: saleId, created_at: createdAt } = row;
        addPayment(facts, { id, workspaceId, saleId, createdAtMs: createdAt.getTime() });
      }
      onLocked();
    },
  };
}

function loadPaymentReferences(facts: Facts, ids: readonly number[]): Statement {
  return {
    name: 'load-payment-references',
    text: 'select reference, payment_id from payment_references where payment_id = any($1::bigint[])',
    values: [arrayOf(ids)],
    take(rows: readonly { reference: string; payment_id: number }[]) {
      for (const row of rows) {
        const payment = facts.payments.get(row.payment_id);
        if (payment !== undefined) addPaymentReference(facts, payment, row.reference);
      }
    },
  };
}

/** Adds the payments of these sales to the facts, locked until the transaction ends. */
export function loadPaymentsOfSales(facts: Facts, saleIds: readonly number[]): Statement | null {
  return saleIds.length === 0 ? null : lockPayments(facts, 'sale_id', saleIds);
}

/** Adds to the facts what was told of every payment in them. */
export function loadNotices(facts: Facts): Statement | null {
  if (facts.payments.size === 0) return null;
  return {
    name: 'load-notices',
    text: `select key, payment_id, kind, state, amount_cents, currency, told_ms
             from payment_notices where payment_id = any($1::bigint[])`,
    values: [arrayOf(facts.payments.keys())],
    take(rows: readonly NoticeRow[]) {
      for (const row of rows) {
        const payment = facts.payments.get(row.payment_id);
        if (payment !== undefined) addNotice(facts, payment, noticeFromRow(row));
      }
    },
  };
}

export interface NoticeRow {
  readonly key: string;
  readonly payment_id: number;
  readonly kind: NoticeKind;
  readonly state: NoticeState;
  readonly amount_cents: number;
  readonly currency: string;
  readonly told_ms: number;
}

/** A row of the table payment_notices as the rules know it. */
export function noticeFromRow(row: NoticeRow): Notice {
  const { key, kind, state, amount_cents: amountCents, currency, told_ms: toldAtMs } = row;
  return { key, kind, state, amountCents, currency, toldAtMs };
}

/** What a batch changes of payments, each in its last state. */
export interface PaymentChanges {
  readonly fresh: Map<number, Payment>;
  readonly changed: Map<number, Payment>;
  /** Which payment each of these is now, as it was said at that time. */
  readonly absorbed: Map<number, number>;
  readonly references: {
    readonly workspaceId: number;
    readonly reference: string;
    readonly paymentId: number;
  }[];
  readonly notices: Map<string, NoticeChange>;
  isEmpty(): boolean;
}

interface NoticeChange {
  readonly workspaceId: number;
  readonly paymentId: number;
  readonly notice: Notice;
  readonly isNew: boolean;
}

/** No changes yet. */
export function noPaymentChanges(): PaymentChanges {
  const maps = { fresh: new Map(), changed: new Map(), absorbed: new Map(), notices: new Map() };
  const isEmpty = () => Object.values(maps).every(({ size }) => size === 0);
  return { ...maps, references: [], isEmpty };
}

/** Adds one effect to the changes of its batch. */
export function collectPayment(changes: PaymentChanges, effect: PaymentEffect): void {
  const { payment, isNew, absorbed, references, notices } = effect;
  const { id: paymentId, workspaceId } = payment;
  if (isNew || changes.fresh.has(paymentId)) changes.fresh.set(paymentId, payment);
  else changes.changed.set(paymentId, payment);
  for (const id of absorbed) {
    changes.absorbed.set(id, paymentId);
    changes.changed.delete(id);
  }
  for (const reference of references) changes.references.push({ workspaceId, reference, paymentId });
  for (const { notice, isNew: isNewNotice } of notices) {
    const key = `${workspaceId} ${notice.key}`;
    const before = changes.notices.get(key);
    changes.notices.set(key, { workspaceId, paymentId, notice, isNew: before?.isNew ?? isNewNotice });
  }
}

/**
 * Writes payments, their names and what was told of them. Of two processes that tell the same for the first time, a
 * unique index fails the later, and its batch is decided again.
 */
export function recordPayments(changes: PaymentChanges): readonly (Statement | null)[] {
  const { absorbed, references, notices } = changes;
  const endOf = (id: number): number => {
    const into = absorbed.get(id);
    return into === undefined ? id : endOf(into);
  };
  const fresh = [...changes.fresh.values()].filter(({ id }) => !absorbed.has(id));
  const gone = [...absorbed.keys()].filter((id) => !changes.fresh.has(id));
  const named = references.map((one) => ({ ...one, paymentId: endOf(one.paymentId) }));
  const ended = [...notices.values()].map((one) => ({ ...one, paymentId: endOf(one.paymentId) }));
  return [
    insertPayments(fresh),
    updatePayments([...changes.changed.values()]),
    ...movePayments(gone.map((from) => ({ from, to: endOf(from) }))),
    insertPaymentReferences(named),
    insertNotices(ended.filter(({ isNew }) => isNew)),
    updateNotices(ended.filter(({ isNew }) => !isNew)),
  ];
}

function insertPayments(payments: readonly Payment[]): Statement | null {
  if (payments.length === 0) return null;
  return {
    name: 'insert-payments',
    text: `insert into payments (id, workspace_id, sale_id, created_at)
           select id, workspace_id, sale_id, to_timestamp(created_ms::float8 / 1000)
             from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])
               as new (id, workspace_id, sale_id, created_ms)`,
    values: columnsOf(
      payments,
      (payment) => payment.id,
      (payment) => payment.workspaceId,
      (payment) => payment.saleId,
      (payment) => payment.createdAtMs,
    ),
  };
}

/** Of one whose sale is known it no longer matters when it was told of. */
function updatePayments(payments: readonly Payment[]): Statement | null {
  if (payments.length === 0) return null;
  return {
    name: 'update-payments',
    text: `update payments p set sale_id = changed.sale_id, told_at = now()
             from unnest($1::bigint[], $2::bigint[]) as changed (id, sale_id)
            where p.id = changed.id and (p.sale_id is null or p.sale_id is distinct from changed.sale_id)`,
    values: columnsOf(
      payments,
      (payment) => payment.id,
      (payment) => payment.saleId,
    ),
  };
}

function movePayments(
  moves: readonly { readonly from: number; readonly to: number }[],
): readonly Statement[] {
  if (moves.length === 0) return [];
  const values = columnsOf(
    moves,
    (move) => move.from,
    (move) => move.to,
  );
  const move = (table: 'payment_references' | 'payment_notices') => ({
    name: `move-${table}`,
    text: `update ${table} t set payment_id = moved.target
             from unnest($1::bigint[], $2::bigint[]) as moved (source, target)
            where t.payment_id = moved.source`,
    values,
  });
  const remove = {
    name: 'delete-payments',
    text: 'delete from payments where id = any($1::bigint[])',
    values: [arrayOf(moves.map(({ from }) => from))],
  };
  return [move('payment_references'), move('payment_notices'), remove];
}

function insertPaymentReferences(references: PaymentChanges['references']): Statement | null {
  if (references.length === 0) return null;
  return {
    name: 'insert-payment-references',
    text: `insert into payment_references (workspace_id, reference, payment_id)
           select * from unnest($1::bigint[], $2::text[], $3::bigint[]) as new (workspace_id, reference, payment_id)
            order by workspace_id, reference`,
    values: columnsOf(
      references,
      (row) => row.workspaceId,
      (row) => row.reference,
      (row) => row.paymentId,
    ),
  };
}

function insertNotices(notices: readonly NoticeChange[]): Statement | null {
  if (notices.length === 0) return null;
  return {
    name: 'insert-notices',
    text: `insert into payment_notices (workspace_id, key, payment_id, kind, state, amount_cents, currency, told_ms)
           select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[],
                                $7::text[], $8::bigint[])
               as new (workspace_id, key, payment_id, kind, state, amount_cents, currency, told_ms)
            order by workspace_id, key`,
    values: columnsOf(
      notices,
      (row) => row.workspaceId,
      (row) => row.notice.key,
      (row) => row.paymentId,
      (row) => row.notice.kind,
      (row) => row.notice.state,
      (row) => row.notice.amountCents,
      (row) => row.notice.currency,
      (row) => row.notice.toldAtMs,
    ),
  };
}

function updateNotices(notices: readonly NoticeChange[]): Statement | null {
  if (notices.length === 0) return null;
  return {
    name: 'update-notices',
    text: `update payment_notices n
              set payment_id = changed.payment_id, state = changed.state, amount_cents = changed.amount_cents,
                  currency = changed.currency, told_ms = changed.told_ms
             from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::bigint[])
               as changed (workspace_id, key, payment_id, state, amount_cents, currency, told_ms)
            where n.workspace_id = changed.workspace_id and n.key = changed.key`,
    values: columnsOf(
      notices,
      (row) => row.workspaceId,
      (row) => row.notice.key,
      (row) => row.paymentId,
      (row) => row.notice.state,
      (row) => row.notice.amountCents,
      (row) => row.notice.currency,
      (row) => row.notice.toldAtMs,
    ),
  };
}
