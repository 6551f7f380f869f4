import {
  addAdjustment,
  addPayment,
  addPaymentReference,
  type Command,
  type Facts,
  type Payment,
  type PaymentAdjustment,
  type PaymentEffect,
} from '@svc/core';
import type { Statement } from '../database/statements.js';
import { arrayOf, columnsOf } from './columns.js';
import { lookUp } from './look-up.js';
import { describeTable, type Row } from './table.js';

interface WorkspaceKey {
  readonly workspaceId: number;
  readonly key: string;
}

/** Another transaction merged payments meanwhile. The database's own code for that, so that the batch is tried again. */
class MovedError extends Error {
  readonly code = '40001';
}

/**
 * Adds to `ids` the payments that commands report, found by reference or by an earlier adjustment. A sale may turn out to
 * belong to a payment that was reported before it.
 */
export function findPayments(ids: number[], commands: readonly Command[]): Statement | null {
  const references: WorkspaceKey[] = [];
  const adjustmentKeys: WorkspaceKey[] = [];
  for (const command of commands) {
    if (command.kind === 'click' || command.kind === 'lead' || command.kind === 'refund') continue;
    const { workspaceId } = command.caller;
    for (const key of paymentReferences(command)) references.push({ workspaceId, key });
    if (command.kind === 'payment')
      for (const { key } of command.adjustments) adjustmentKeys.push({ workspaceId, key });
  }
  if (references.length === 0) return null;
  const columns = (keys: readonly WorkspaceKey[]) =>
    columnsOf(
      keys,
      (one) => one.workspaceId,
      (one) => one.key,
    );
  return {
    name: 'find-payments',
    text: `select r.payment_id from unnest($1::bigint[], $2::text[]) as given (workspace_id, reference)
             join payment_references r on r.workspace_id = given.workspace_id and r.reference = given.reference
           union
           select a.payment_id from unnest($3::bigint[], $4::text[]) as given (workspace_id, key)
             join payment_adjustments a on a.workspace_id = given.workspace_id and a.key = given.key`,
    values: [...columns(references), ...columns(adjustmentKeys)],
    take(rows: readonly { payment_id: number }[]) {
      for (const row of rows) ids.push(row.payment_id);
    },
  };
}

/** Adds these payments to the facts, locked until the transaction ends, with all their references. */
export function loadPayments(facts: Facts, ids: readonly number[]): readonly (Statement | null)[] {
  const lock = lockPayments(facts, 'id', ids, () => {
    if (ids.some((id) => !facts.payments.has(id))) throw new MovedError('payments were merged meanwhile');
  });
  return [lock, loadPaymentReferences(facts, ids)];
}

/** The references by which a command identifies a payment. */
export function paymentReferences(command: Command): readonly string[] {
  if (command.kind === 'payment') return command.references;
  const isPaying = command.kind === 'sale' || command.kind === 'paid';
  return isPaying ? [command.transactionId, ...command.references] : [];
}

const PAYMENTS = describeTable<Payment>('payments', {
  id: 'bigint',
  workspaceId: 'bigint',
  saleId: 'bigint',
  createdAtMs: 'time',
});

function lockPayments(
  facts: Facts,
  by: 'id' | 'sale_id',
  ids: readonly number[],
  onLocked: () => void = () => {},
): Statement {
  return {
    name: `lock-payments-by-${by}`,
    text: `select ${PAYMENTS.columns} from payments where ${by} = any($1::bigint[]) order by id for update`,
    values: [arrayOf(ids)],
    take(rows: readonly Row[]) {
      for (const row of rows) addPayment(facts, PAYMENTS.fromRow(row));
      onLocked();
    },
  };
}

function loadPaymentReferences(facts: Facts, ids: readonly number[]): Statement | null {
  return lookUp<{ readonly reference: string; readonly payment_id: number }>(
    'load-payment-references',
    ids,
    'select reference, payment_id from payment_references where payment_id = any($1::bigint[])',
    (row) => {
      const payment = facts.payments.get(row.payment_id);
      if (payment !== undefined) addPaymentReference(facts, payment, row.reference);
    },
  );
}

/** Adds the payments of these sales to the facts, locked until the transaction ends. */
export function loadPaymentsOfSales(facts: Facts, saleIds: readonly number[]): Statement | null {
  return saleIds.length === 0 ? null : lockPayments(facts, 'sale_id', saleIds);
}

/** Adds to the facts the adjustments of every payment in them. */
export function loadAdjustments(facts: Facts): Statement | null {
  return lookUp<Row>(
    'load-adjustments',
    facts.payments.keys(),
    `select ${PAYMENT_ADJUSTMENTS.columns} from payment_adjustments where payment_id = any($1::bigint[])`,
    (row) => {
      const payment = facts.payments.get(row.payment_id);
      if (payment !== undefined) addAdjustment(facts, payment, adjustmentFromRow(row));
    },
  );
}

/** A reference of a payment whose sale is not known. */
interface PaymentReference {
  readonly workspaceId: number;
  readonly reference: string;
  readonly paymentId: number;
}

const PAYMENT_REFERENCES = describeTable<PaymentReference>(
  'payment_references',
  { workspaceId: 'bigint', reference: 'text', paymentId: 'bigint' },
  { clause: 'order by workspace_id, reference' },
);

/** An adjustment and the payment it belongs to. */
interface StoredAdjustment {
  readonly workspaceId: number;
  readonly paymentId: number;
  readonly adjustment: PaymentAdjustment;
}

const PAYMENT_ADJUSTMENTS = describeTable<StoredAdjustment>(
  'payment_adjustments',
  {
    workspaceId: 'bigint',
    paymentId: 'bigint',
    adjustment: {
      prefix: '',
      columns: {
        key: 'text',
        kind: 'text',
        state: 'text',
        amountCents: 'bigint',
        currency: 'text',
        reportedAtMs: 'bigint',
      },
    },
  },
  { clause: 'order by workspace_id, key' },
);

const updateAdjustments = PAYMENT_ADJUSTMENTS.update('update-adjustments', {
  key: ['workspaceId', 'adjustment.key'],
  set: [
    'paymentId',
    'adjustment.state',
    'adjustment.amountCents',
    'adjustment.currency',
    'adjustment.reportedAtMs',
  ],
});

/** A row of the table payment_adjustments as the rules know it. */
export function adjustmentFromRow(row: Row): PaymentAdjustment {
  return PAYMENT_ADJUSTMENTS.fromRow(row).adjustment;
}

/** What a batch changes of payments, each in its last state. */
export interface PaymentChanges {
  readonly fresh: Map<number, Payment>;
  readonly changed: Map<number, Payment>;
  /** The payment that each of these was merged into. */
  readonly mergedInto: Map<number, number>;
  readonly references: PaymentReference[];
  readonly adjustments: Map<string, AdjustmentChange>;
  isEmpty(): boolean;
}

interface AdjustmentChange extends StoredAdjustment {
  readonly isNew: boolean;
}

/** No changes yet. */
export function noPaymentChanges(): PaymentChanges {
  const maps = { fresh: new Map(), changed: new Map(), mergedInto: new Map(), adjustments: new Map() };
  const isEmpty = () => Object.values(maps).every(({ size }) => size === 0);
  return { ...maps, references: [], isEmpty };
}

/** Adds one effect to the changes of its batch. */
export function collectPayment(changes: PaymentChanges, effect: PaymentEffect): void {
  const { payment, isNew, mergedIds, references, adjustments } = effect;
  const { id: paymentId, workspaceId } = payment;
  if (isNew || changes.fresh.has(paymentId)) changes.fresh.set(paymentId, payment);
  else changes.changed.set(paymentId, payment);
  for (const id of mergedIds) {
    changes.mergedInto.set(id, paymentId);
    changes.changed.delete(id);
  }
  for (const reference of references) changes.references.push({ workspaceId, reference, paymentId });
  for (const { adjustment, before: reported } of adjustments) {
    const key = `${workspaceId} ${adjustment.key}`;
    const before = changes.adjustments.get(key);
    changes.adjustments.set(key, {
      workspaceId,
      paymentId,
      adjustment,
      isNew: before?.isNew ?? reported === null,
    });
  }
}

/**
 * Writes payments, their references and adjustments. Of two processes that report the same adjustment first, a unique
 * index fails the later one, and its batch is decided again.
 */
export function recordPayments(changes: PaymentChanges): readonly (Statement | null)[] {
  const { mergedInto, references, adjustments } = changes;
  const endOf = (id: number): number => {
    const into = mergedInto.get(id);
    return into === undefined ? id : endOf(into);
  };
  const fresh = [...changes.fresh.values()].filter(({ id }) => !mergedInto.has(id));
  const gone = [...mergedInto.keys()].filter((id) => !changes.fresh.has(id));
  const named = references.map((one) => ({ ...one, paymentId: endOf(one.paymentId) }));
  const ended = [...adjustments.values()].map((one) => ({ ...one, paymentId: endOf(one.paymentId) }));
  return [
    PAYMENTS.insert(fresh),
    updatePayments([...changes.changed.values()]),
    ...movePayments(gone.map((from) => ({ from, to: endOf(from) }))),
    PAYMENT_REFERENCES.insert(named),
    PAYMENT_ADJUSTMENTS.insert(ended.filter(({ isNew }) => isNew)),
    updateAdjustments(ended.filter(({ isNew }) => !isNew)),
  ];
}

/** Once its sale is known, the time of a payment's last report no longer matters. */
function updatePayments(payments: readonly Payment[]): Statement | null {
  if (payments.length === 0) return null;
  return {
    name: 'update-payments',
    text: `update payments p set sale_id = changed.sale_id, reported_at = now()
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
  const move = (table: 'payment_references' | 'payment_adjustments') => ({
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
  return [move('payment_references'), move('payment_adjustments'), remove];
}
