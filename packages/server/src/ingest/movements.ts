import type { Movement } from '@svc/core';
import { describeTable } from './table.js';

const MOVEMENTS = describeTable<Movement>('ledger_movements', {
  id: 'bigint',
  programId: 'bigint',
  partnerId: 'bigint',
  currency: 'text',
  kind: 'text',
  from: ['from_account', 'text'],
  to: ['to_account', 'text'],
  amountCents: 'bigint',
  commissionId: 'bigint',
  adjustmentId: 'bigint',
  refundId: 'bigint',
  payoutId: 'bigint',
  occurredAtMs: 'time',
});

/** Books movements in the ledger. They are never changed afterwards; the database refuses it. */
export const insertMovements = MOVEMENTS.insert;

/** A movement as it is stored. */
export const movementFromRow = MOVEMENTS.fromRow;
