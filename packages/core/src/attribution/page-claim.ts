import type { LeadCommand, SaleCommand } from '../commands.js';
import type { Facts } from '../facts.js';
import type { Click, Customer, NewCredit } from '../model.js';
import { creditOfClick, customerByClick, liveClick } from './attribution.js';
import { creditOfCode, type FoundCode } from './code.js';
import { creditableClick, isUncredited } from './credit.js';

/** What a server's report does to the credit of a customer whom only pages have named. */
export interface ClaimDecision {
  /** Credit that takes the place of the present one; null: the present one stays. */
  readonly credit: NewCredit | null;
  /** The report names a partner, so the credit is a server's word from now on. */
  readonly isConfirmed: boolean;
}

type Report = Pick<LeadCommand | SaleCommand, 'clickId' | 'testMode'>;

/**
 * Decides on a claim that only pages have made, by the click of a server's report, else by its code. Whichever names a partner
 * confirms the claim or replaces it, whatever `attribution_precedence` says, because anyone can send what a page sends. A click
 * that is unknown, expired, another customer's, or of a suspended or rejected partner names no partner; of the latter, it
 * still credits a customer without credit, whose commissions are then held.
 *
 * @param atMs to when the window of the click is counted
 */
export function decideClaim(
  report: Report,
  facts: Facts,
  customer: Customer,
  code: FoundCode | null,
  atMs: number,
): ClaimDecision {
  const { clickId, testMode } = report;
  const free = creditableClick(facts, customer, clickId, { atMs, testMode });
  const named = free?.click ?? ownClick(report, facts, customer, atMs);
  if (named !== null && namesPartner(facts, named)) {
    const isMoved = named.linkId !== customer.linkId;
    return { credit: isMoved ? (free?.credit ?? creditOfClick(named)) : null, isConfirmed: true };
  }
  if (code?.code?.programId === customer.programId) {
    const isMoved = code.code.partnerId !== customer.partnerId;
    return { credit: isMoved ? creditOfCode(code.code) : null, isConfirmed: true };
  }
  const isFirstCredit = free !== null && isUncredited(customer);
  return { credit: isFirstCredit ? free.credit : null, isConfirmed: false };
}

/** The click of the report, if it is live and the one by which the customer is credited. */
function ownClick({ clickId, testMode }: Report, facts: Facts, customer: Customer, atMs: number) {
  const click = liveClick(facts, clickId, atMs);
  if (click === null || click.number !== customer.click?.number) return null;
  return customerByClick(facts, clickId, testMode)?.id === customer.id ? click : null;
}

function namesPartner(facts: Facts, { enrollmentId }: Click): boolean {
  const enrollment = facts.enrollments.get(enrollmentId);
  if (enrollment === undefined)
    throw new Error(`The relationship ${enrollmentId} of a named click is not loaded.`);
  return enrollment.status !== 'suspended' && enrollment.status !== 'rejected';
}
