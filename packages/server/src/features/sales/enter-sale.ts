import { type EnteredSaleItem, isPlainText, type SaleCreate } from '@svc/contract';
import { decideEnteredSale, type SaleCommand } from '@svc/core';
import type { ClientBase } from 'pg';
import type { Static } from 'typebox';
import { send } from '../../database/statements.js';
import { loadFactsWithin, recordWithin } from '../../ingest/decide-within.js';
import type { IdSource } from '../../ingest/ids.js';
import { loadEnrollments } from '../../ingest/programs.js';
import { loadWhatRulesAskFor } from '../../ingest/rule-facts.js';
import type { Change } from '../../operations/change.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { currencyType, instantType } from '../../operations/value-types.js';
import { type CommissionRow, commissionItemFromRow } from '../commissions/commission-item.js';
import { assignedEntry } from '../customers/assigned-entry.js';
import { CORRECTIONS_SLOT } from '../reports/corrections-slot.js';
import { loadSalesById } from './sale-item.js';

/** Customer, sale, commission and movement, and what a payment reported before may refund, reverse and hold. */
const IDS_NEEDED = 10;
/** Clocks that are a little ahead of ours must not cost a sale. */
const CLOCK_SKEW_MS = 30_000;

/** A sale that nobody reported, and who enters it. */
export interface SaleEntry {
  readonly workspaceId: number;
  readonly programId: number;
  readonly input: Static<typeof SaleCreate>;
  readonly by: string;
  readonly nowMs: number;
}

/** Enters a sale for a partner of the program. Refused where it is recorded already, as from the API. */
export async function enterSale(
  client: ClientBase,
  ids: IdSource,
  entry: SaleEntry,
): Promise<Change<EnteredSaleItem>> {
  const { input, programId, by } = entry;
  const command = commandOf(entry);
  const enrollmentId = await findEnrollment(client, programId, input.partner_id);
  const facts = await loadFactsWithin(client, command);
  await send(client, [loadEnrollments(facts, new Set([enrollmentId]))]);
  for (const statement of loadWhatRulesAskFor(facts)) await send(client, [statement]);
  const enrollment = facts.enrollments.get(enrollmentId);
  if (enrollment === undefined) throw new Error(`relationship ${enrollmentId} is gone`);
  const newId = await ids.take(client, IDS_NEEDED);
  const decision = decideEnteredSale({ command, enrollment, note: input.reason, by }, facts, newId);
  const { outcome } = decision;
  if (outcome.kind === 'refused') throw new RefusedError(outcome.refusal);
  if (outcome.kind !== 'sale') throw new Error(`a sale came to ${outcome.kind}`);
  await recordWithin(client, facts, decision, CORRECTIONS_SLOT);
  const { saleId } = outcome;
  await client.query('insert into entered_sales (sale_id, entered_by, reason) values ($1, $2, $3)', [
    saleId,
    by,
    input.reason,
  ]);
  const sale = (await loadSalesById(client, [saleId])).get(saleId);
  if (sale === undefined) throw new Error('the sale was not written');
  const { rows } = await client.query<CommissionRow>('select * from commissions where sale_id = $1', [
    saleId,
  ]);
  const commission = rows[0] === undefined ? null : commissionItemFromRow(rows[0]);
  return {
    answer: { ...sale, commission },
    entries: [
      ...decision.effects.flatMap((effect) =>
        effect.kind === 'credit_change' ? { ...assignedEntry(effect.change), action: 'customer.assign' } : [],
      ),
      {
        on: 'sale',
        id: saleId,
        before: null,
        after: { ...sale, reason: input.reason },
        action: 'sale.create',
      },
    ],
  };
}

function commandOf({ workspaceId, programId, input, nowMs }: SaleEntry): SaleCommand {
  const { transaction_id: transactionId, customer_key: customerKey, currency, occurred_at } = input;
  if (!isPlainText(transactionId)) throw new RefusedError('field_invalid', 'transaction_id');
  if (!isPlainText(customerKey)) throw new RefusedError('field_invalid', 'customer_key');
  const occurredAtMs =
    occurred_at == null ? null : parseValue(instantType, occurred_at, 'occurred_at').getTime();
  if (occurredAtMs !== null && (occurredAtMs < 0 || occurredAtMs > nowMs + CLOCK_SKEW_MS))
    throw new RefusedError('field_invalid', 'occurred_at');
  return {
    kind: 'sale',
    caller: { mode: 'server', programId, workspaceId },
    transactionId,
    references: [],
    amountCents: input.amount_cents,
    taxCents: 0,
    currency: currency == null ? null : parseValue(currencyType, currency, 'currency'),
    customerKey,
    clickId: null,
    code: null,
    discountIds: [],
    items: null,
    testMode: false,
    source: 'api',
    additionalData: null,
    occurredAtMs,
    atMs: nowMs,
  };
}

async function findEnrollment(client: ClientBase, programId: number, partnerId: number): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'select id from enrollments where program_id = $1 and partner_id = $2',
    [programId, partnerId],
  );
  if (rows[0] === undefined) throw new RefusedError('not_found');
  return rows[0].id;
}
