import type { Sale } from './model.js';

/**
 * What is known of a payment at the card processor besides its sale: the names it goes by and the notices about money
 * that went back. It is kept also while its sale is not known, so that the order of what is told does not matter.
 */
export interface Payment {
  readonly id: number;
  readonly workspaceId: number;
  /** null: nothing has told of its sale yet. */
  readonly saleId: number | null;
  readonly createdAtMs: number;
}

/**
 * `refund`: one refund. `running_total`: everything a charge has given back so far, and `credit`: what one credit note
 * gave back; both describe the same money as the refunds do. `outside_refund`: money that went back past the processor.
 * `dispute`: what a customer's bank claims.
 */
export type NoticeKind = 'refund' | 'running_total' | 'credit' | 'outside_refund' | 'dispute';

/** `open`: not decided, `counted`: the money has gone back, `void`: it has not (a failed refund, a dispute won). */
export type NoticeState = 'open' | 'counted' | 'void';

/** One thing the processor told about money of a payment. Its key is unique in the workspace. */
export interface Notice {
  readonly key: string;
  readonly kind: NoticeKind;
  readonly state: NoticeState;
  readonly amountCents: number;
  readonly currency: string;
  /** When the processor told that it is so: of a refund that failed, when that was first told. */
  readonly toldAtMs: number;
}

const RANK: Record<NoticeState, number> = { open: 0, counted: 1, void: 2 };
/** Of two tellings of a dispute in the same moment, the one that decides it counts. */
const DISPUTE_RANK: Record<NoticeState, number> = { open: 0, void: 1, counted: 2 };

/**
 * What is known of one thing after it was told twice, whichever came first: the order of telling never matters, and
 * telling something again changes nothing (then the answer is `before` itself).
 */
export function mergeNotices(before: Notice, told: Notice): Notice {
  if (before.kind === 'dispute') return isLaterDispute(before, told) ? told : before;
  // A charge's total grows with each refund, and shrinks when one fails: the newest is the right one.
  if (before.kind === 'running_total') return isLaterTotal(before, told) ? told : before;
  const amountCents = Math.max(before.amountCents, told.amountCents);
  // A refund goes forward only: asked for, made, failed.
  const isFurther = RANK[told.state] > RANK[before.state];
  const isEarlier = told.state === before.state && told.toldAtMs < before.toldAtMs;
  if (amountCents === before.amountCents && !isFurther && !isEarlier) return before;
  const { state, toldAtMs } = isFurther || isEarlier ? told : before;
  return { ...before, amountCents, state, toldAtMs };
}

/** Of two totals of the same second, one comes with a refund more. */
function isLaterTotal(before: Notice, told: Notice): boolean {
  if (told.toldAtMs !== before.toldAtMs) return told.toldAtMs > before.toldAtMs;
  return told.amountCents > before.amountCents;
}

function isLaterDispute(before: Notice, told: Notice): boolean {
  if (told.toldAtMs !== before.toldAtMs) return told.toldAtMs > before.toldAtMs;
  if (told.state !== before.state) return DISPUTE_RANK[told.state] > DISPUTE_RANK[before.state];
  return told.amountCents > before.amountCents;
}

/** What notices come to for a sale in one currency. */
export interface NoticeSum {
  /** Not more than the sale. */
  readonly refundedCents: number;
  readonly isDisputed: boolean;
}

/**
 * How much of a sale went back, each unit of money once. Refunds one by one, the running totals of the charges and the
 * credit notes describe the same money; each may be incomplete but, less what failed, never too high, so the largest
 * counts. A running total is itself less what had failed before it was told. What went back in another currency is not
 * counted: nobody but a person can turn it into the sale's. Contract section 4.
 */
export function sumNotices(
  notices: Iterable<Notice>,
  sale: Pick<Sale, 'currency' | 'amountCents'>,
): NoticeSum {
  let refunds = 0n;
  let failed = 0n;
  let failedSinceTotal = 0n;
  let running = 0n;
  let credited = 0n;
  let beside = 0n;
  let isDisputed = false;
  const all = [...notices];
  const totals = all.filter(({ kind }) => kind === 'running_total');
  // Which of several charges a refund was of is not known; then one of them may have been told before it failed.
  const totalAtMs = Math.min(...totals.map(({ toldAtMs }) => toldAtMs));
  for (const { kind, state, amountCents, currency, toldAtMs } of all) {
    if (kind === 'dispute' && state === 'open') isDisputed = true;
    if (currency !== sale.currency) continue;
    const cents = BigInt(amountCents);
    if (kind === 'running_total') running += cents;
    else if (kind === 'refund' && state === 'void') {
      failed += cents;
      if (toldAtMs >= totalAtMs) failedSinceTotal += cents;
    } else if (state !== 'counted') continue;
    else if (kind === 'refund') refunds += cents;
    else if (kind === 'credit') credited += cents;
    else beside += cents;
  }
  const told = [refunds, running - failedSinceTotal, credited - failed];
  const total = told.reduce((most, cents) => (cents > most ? cents : most), 0n) + beside;
  const whole = BigInt(sale.amountCents);
  return { refundedCents: Number(total < whole ? total : whole), isDisputed };
}

/** A reference, or the key of a notice, as it is known in one workspace. */
export function inWorkspace(workspaceId: number, name: string): string {
  return `${workspaceId} ${name}`;
}
