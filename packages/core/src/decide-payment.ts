import type { PaymentCommand, PaymentOutcome } from './commands.js';
import type { Decision, NewId } from './decision.js';
import type { Effect, Facts } from './facts.js';
import { gather } from './gather.js';
import { joinPayment } from './join-payment.js';
import type { Notice } from './payment.js';
import { settleSale } from './settle-sale.js';

/**
 * Something was told about a payment: that some names mean the same money, or that money went back or is claimed back.
 * Where its sale is known, the sale is settled; else the telling waits for it. Contract section 4.
 */
export function decidePayment(command: PaymentCommand, facts: Facts, newId: NewId): Decision {
  const { workspaceId } = command.caller;
  const { notices, atMs } = command;
  const keys = notices.map(({ key }) => key);
  const gathered = gather(facts, workspaceId, [...new Set(command.references)], keys);
  const [sale, ...others] = gathered.sales;
  if (others.length > 0) return { outcome: outcomeOf('conflict'), effects: [] };
  const saleId = sale?.id ?? null;
  const joined = joinPayment({ facts, workspaceId, gathered, notices, saleId, atMs, newId });
  if (sale === undefined) return { outcome: outcomeOf('waiting'), effects: joined.effects };
  const references = gathered.freeReferences;
  const effects: Effect[] = [...joined.effects];
  if (references.length > 0) effects.push({ kind: 'references', workspaceId, saleId: sale.id, references });
  const commission = facts.commissionBySale.get(sale.id) ?? null;
  const settled = settleSale({ sale, commission, notices: joined.notices, atMs, newId });
  const outcome: PaymentOutcome = {
    kind: 'payment',
    result: effects.length + settled.effects.length > 0 ? 'applied' : 'unchanged',
    transactionId: sale.transactionId,
    currency: sale.currency,
    refundedCents: settled.sale.refundedCents,
    changedCents: settled.sale.refundedCents - sale.refundedCents,
    commissionStatus: settled.commission?.status ?? null,
    isForeign: isForeign(joined.notices, keys, sale.currency),
  };
  return { outcome, effects: [...effects, ...settled.effects] };
}

/** Whether one of these tells of money that went back in another currency than that of the sale. */
function isForeign(notices: readonly Notice[], keys: readonly string[], currency: string): boolean {
  return notices.some(
    (one) => keys.includes(one.key) && one.state === 'counted' && one.currency !== currency,
  );
}

/** What came of telling something where no sale could be settled. */
export function outcomeOf(result: PaymentOutcome['result']): PaymentOutcome {
  return {
    kind: 'payment',
    result,
    transactionId: null,
    currency: null,
    refundedCents: 0,
    changedCents: 0,
    commissionStatus: null,
    isForeign: false,
  };
}
