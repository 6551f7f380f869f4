import type { Sale } from '../model.js';

/**
 * What a payment provider reports of a payment besides its sale: references, and adjustments. It is stored even while its
 * sale is not known, so that the order of reports does not matter.
 */
export interface Payment {
  readonly id: number;
  readonly workspaceId: number;
  /** null: its sale has not been reported yet. */
  readonly saleId: number | null;
  readonly createdAtMs: number;
}

/**
 * `refund`: one refund. `running_total`: everything refunded of a charge so far, and `credit`: what one credit note
 * refunded; both describe the same money as the refunds do. `outside_refund`: money returned without the provider.
 * `dispute`: what a customer's bank claims back.
 */
export type AdjustmentKind = 'refund' | 'running_total' | 'credit' | 'outside_refund' | 'dispute';

/** `open`: not decided, `counted`: the money was returned, `void`: it was not (a failed refund, a dispute won). */
export type AdjustmentState = 'open' | 'counted' | 'void';

/** Money of a payment that was returned or is disputed, as the provider reports it. Its key is unique in the workspace. */
export interface PaymentAdjustment {
  readonly key: string;
  readonly kind: AdjustmentKind;
  readonly state: AdjustmentState;
  readonly amountCents: number;
  readonly currency: string;
  /** When the provider reported this state: for a failed refund, when the failure was first reported. */
  readonly reportedAtMs: number;
}

const RANK: Record<AdjustmentState, number> = { open: 0, counted: 1, void: 2 };
/** Of two reports of a dispute in the same moment, the one that decides it counts. */
const DISPUTE_RANK: Record<AdjustmentState, number> = { open: 0, void: 1, counted: 2 };

/**
 * Merges two reports of the same adjustment. The order of reports does not matter, and repeating one changes nothing (then
 * the result is `before` itself).
 */
export function mergeAdjustments(before: PaymentAdjustment, report: PaymentAdjustment): PaymentAdjustment {
  if (before.kind === 'dispute') return isLaterDispute(before, report) ? report : before;
  // A charge's total grows with each refund, and shrinks when one fails: the newest is the right one.
  if (before.kind === 'running_total') return isLaterTotal(before, report) ? report : before;
  const amountCents = Math.max(before.amountCents, report.amountCents);
  // A refund goes forward only: requested, made, failed.
  const isFurther = RANK[report.state] > RANK[before.state];
  const isEarlier = report.state === before.state && report.reportedAtMs < before.reportedAtMs;
  if (amountCents === before.amountCents && !isFurther && !isEarlier) return before;
  const { state, reportedAtMs } = isFurther || isEarlier ? report : before;
  return { ...before, amountCents, state, reportedAtMs };
}

/** Of two totals of the same second, one comes with a refund more. */
function isLaterTotal(before: PaymentAdjustment, report: PaymentAdjustment): boolean {
  if (report.reportedAtMs !== before.reportedAtMs) return report.reportedAtMs > before.reportedAtMs;
  return report.amountCents > before.amountCents;
}

function isLaterDispute(before: PaymentAdjustment, report: PaymentAdjustment): boolean {
  if (report.reportedAtMs !== before.reportedAtMs) return report.reportedAtMs > before.reportedAtMs;
  if (report.state !== before.state) return DISPUTE_RANK[report.state] > DISPUTE_RANK[before.state];
  return report.amountCents > before.amountCents;
}

/** The adjustments of a payment in the currency of its sale. */
export interface AdjustmentTotal {
  /** Not more than the sale. */
  readonly refundedCents: number;
  readonly isDisputed: boolean;
}

/**
 * Totals the adjustments of a payment, counting each unit of money once. Single refunds, running totals of charges, and
 * credit notes describe the same money; each may be incomplete but, minus failed refunds, is never too high, so the largest
 * counts. A running total already excludes refunds that had failed before it was reported. Money in another currency than
 * the sale's is not counted: only a person can convert it. Contract section 4.
 */
export function totalAdjustments(
  adjustments: Iterable<PaymentAdjustment>,
  sale: Pick<Sale, 'currency' | 'amountCents'>,
): AdjustmentTotal {
  let refunds = 0n;
  let failed = 0n;
  let failedSinceTotal = 0n;
  let running = 0n;
  let credited = 0n;
  let outside = 0n;
  let isDisputed = false;
  const all = [...adjustments];
  const totals = all.filter(({ kind }) => kind === 'running_total');
  // The charge of a refund is not known, so the earliest total decides whether a failure is already in the totals.
  const totalAtMs = Math.min(...totals.map(({ reportedAtMs }) => reportedAtMs));
  for (const { kind, state, amountCents, currency, reportedAtMs } of all) {
    if (kind === 'dispute' && state === 'open') isDisputed = true;
    if (currency !== sale.currency) continue;
    const cents = BigInt(amountCents);
    if (kind === 'running_total') running += cents;
    else if (kind === 'refund' && state === 'void') {
      failed += cents;
      if (reportedAtMs >= totalAtMs) failedSinceTotal += cents;
    } else if (state !== 'counted') continue;
    else if (kind === 'refund') refunds += cents;
    else if (kind === 'credit') credited += cents;
    else outside += cents;
  }
  const totalsInCents = [refunds, running - failedSinceTotal, credited - failed];
  const total = totalsInCents.reduce((most, cents) => (cents > most ? cents : most), 0n) + outside;
  const whole = BigInt(sale.amountCents);
  return { refundedCents: Number(total < whole ? total : whole), isDisputed };
}

/** A reference, or the key of an adjustment, as it is indexed for one workspace. */
export function inWorkspace(workspaceId: number, name: string): string {
  return `${workspaceId} ${name}`;
}
