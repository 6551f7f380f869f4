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
  /** When the processor told it. */
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
  const amountCents = Math.max(before.amountCents, told.amountCents);
  // A refund goes forward only: asked for, made, failed. A charge's running total only grows; what failed is taken off.
  const state = RANK[told.state] > RANK[before.state] ? told.state : before.state;
  if (amountCents === before.amountCents && state === before.state) return before;
  return { ...before, amountCents, state };
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
  /** Money went back in another currency, which nobody but a person can turn into the sale's. */
  readonly isForeign: boolean;
}

/**
 * How much of a sale went back, each unit of money once. Refunds one by one, the running totals of the charges and the
 * credit notes describe the same money; each may be incomplete but, less what failed, never too high, so the largest
 * counts. Contract section 4.
 */
export function sumNotices(
  notices: Iterable<Notice>,
  sale: Pick<Sale, 'currency' | 'amountCents'>,
): NoticeSum {
  let refunds = 0n;
  let failed = 0n;
  let running = 0n;
  let credited = 0n;
  let beside = 0n;
  let isDisputed = false;
  let isForeign = false;
  for (const { kind, state, amountCents, currency } of notices) {
    if (kind === 'dispute' && state === 'open') isDisputed = true;
    if (currency !== sale.currency) {
      isForeign ||= state === 'counted';
      continue;
    }
    const cents = BigInt(amountCents);
    if (kind === 'running_total') running += cents;
    else if (kind === 'refund' && state === 'void') failed += cents;
    else if (state !== 'counted') continue;
    else if (kind === 'refund') refunds += cents;
    else if (kind === 'credit') credited += cents;
    else beside += cents;
  }
  const told = [refunds, running - failed, credited - failed];
  const total = told.reduce((most, cents) => (cents > most ? cents : most), 0n) + beside;
  const all = BigInt(sale.amountCents);
  return { refundedCents: Number(total < all ? total : all), isDisputed, isForeign };
}

/** A reference, or the key of a notice, as it is known in one workspace. */
export function inWorkspace(workspaceId: number, name: string): string {
  return `${workspaceId} ${name}`;
}
