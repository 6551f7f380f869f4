import { decideClick } from './attribution/decide-click.js';
import { decideLead } from './attribution/decide-lead.js';
import type { Command } from './commands.js';
import { decidePaid } from './commission/decide-paid.js';
import { decideSale } from './commission/decide-sale.js';
import type { Decision, NewId } from './decision.js';
import type { Facts } from './facts.js';
import { decidePayment } from './refunds/decide-payment.js';
import { decideRefund } from './refunds/decide-refund.js';

/** Decides one command over the facts. Pure: no clock, no database, no randomness. */
export function decide(command: Command, facts: Facts, newId: NewId): Decision {
  switch (command.kind) {
    case 'click':
      return decideClick(command, facts);
    case 'lead':
      return decideLead(command, facts, newId);
    case 'sale':
      return decideSale(command, facts, newId);
    case 'refund':
      return decideRefund(command, facts, newId);
    case 'payment':
      return decidePayment(command, facts, newId);
    case 'paid':
      return decidePaid(command, facts, newId);
  }
}
