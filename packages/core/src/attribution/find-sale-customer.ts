import type { SaleCommand } from '../commands.js';
import type { NewId } from '../decision.js';
import type { Facts } from '../facts.js';
import type { Customer } from '../model.js';
import { customerByClick, customerByKey, liveClick, visitorOf } from './attribution.js';
import { creditableClick, creditTo } from './credit.js';

/** The customer of a sale as they are with it. */
export interface FoundCustomer {
  readonly customer: Customer;
  readonly isNew: boolean;
  /** The sale gave the customer their key or their credit. */
  readonly isChanged: boolean;
  /** The customer as they were, credited to nobody, if the sale gave them their credit. */
  readonly creditedBefore: Customer | null;
}

/**
 * The customer a sale is of: by key, then by click; a live click that nobody has named yet is enough. Everything outside
 * the caller's workspace is unknown. A customer credited to nobody is credited to the click that the sale names, now and
 * from now on. A test sale is of a test customer; where there is none it may be of a real one, whom it leaves as they are.
 * Contract sections 2 and 7.2.
 */
export function findSaleCustomer(command: SaleCommand, facts: Facts, newId: NewId): FoundCustomer | null {
  const { clickId, customerKey, testMode, atMs } = command;
  const { workspaceId } = command.caller;
  // The processor may report a sale days after it; the window lies between click and sale.
  const soldAtMs = command.source === 'processor' ? (command.occurredAtMs ?? atMs) : atMs;
  const naming = () => ({ id: newId(), customerKey, testMode, namedBy: 'server', atMs }) as const;
  const known = knownCustomer(command, facts);
  if (known === null) {
    const click = liveClick(facts, clickId, soldAtMs);
    if (click === null || click.workspaceId !== workspaceId) return null;
    return { customer: visitorOf(click, naming()), isNew: true, isChanged: false, creditedBefore: null };
  }
  if (known.workspaceId !== workspaceId) return null;
  const isUncredited = known.enrollmentId === null && known.partnerId === null;
  const click = isUncredited ? creditableClick(facts, known, clickId, { atMs: soldAtMs, testMode }) : null;
  if (testMode && !known.testMode) {
    const customer = click === null ? known : visitorOf(click, naming());
    return { customer, isNew: click !== null, isChanged: false, creditedBefore: null };
  }
  const isNamed = known.customerKey === null && customerKey !== null;
  const named: Customer = isNamed ? { ...known, customerKey, namedBy: 'server' } : known;
  if (click === null) return { customer: named, isNew: false, isChanged: isNamed, creditedBefore: null };
  return { customer: creditTo(named, click), isNew: false, isChanged: true, creditedBefore: known };
}

function knownCustomer(
  { caller, customerKey, clickId, testMode }: SaleCommand,
  facts: Facts,
): Customer | null {
  const { workspaceId } = caller;
  return (
    (testMode ? customerByKey(facts, workspaceId, customerKey, true) : null) ??
    customerByKey(facts, workspaceId, customerKey, false) ??
    (testMode ? customerByClick(facts, clickId, true) : null) ??
    customerByClick(facts, clickId, false)
  );
}
