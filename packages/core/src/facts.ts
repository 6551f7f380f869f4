import type { Movement } from './ledger.js';
import type { Click, Commission, Customer, Enrollment, Lead, Link, Program, Refund, Sale } from './model.js';

/** One increment of the totals of a day. Only what is named grows. */
export interface TotalsIncrement {
  readonly programId: number;
  readonly atMs: number;
  /** 0: nobody's. */
  readonly partnerId: number;
  readonly linkId: number;
  readonly currency: string;
  readonly clicks?: number;
  readonly leads?: number;
  readonly customers?: number;
  readonly sales?: number;
  readonly revenueCents?: number;
  readonly refundedCents?: number;
  readonly commissionCents?: number;
  readonly reversedCents?: number;
}

/** A click as it is to be written. */
export interface ClickRecord {
  readonly number: number;
  readonly clickedMs: number;
  readonly programId: number;
  readonly enrollmentId: number;
  readonly partnerId: number;
  readonly linkId: number;
  readonly testMode: boolean;
  readonly bot: boolean;
  readonly affiliateUrl: string;
  readonly referrer: string | null;
  readonly additionalData: string | null;
}

/** What a decision changes. Rows that can change are given whole, as they are afterwards. */
export type Effect =
  | { readonly kind: 'click'; readonly click: ClickRecord }
  | { readonly kind: 'customer'; readonly customer: Customer; readonly isNew: boolean }
  | { readonly kind: 'lead'; readonly lead: Lead }
  | { readonly kind: 'sale'; readonly sale: Sale; readonly references: readonly string[] }
  | { readonly kind: 'refund'; readonly refund: Refund; readonly sale: Sale }
  | { readonly kind: 'commission'; readonly commission: Commission; readonly isNew: boolean }
  | { readonly kind: 'movement'; readonly movement: Movement }
  | { readonly kind: 'totals'; readonly increment: TotalsIncrement };

/**
 * What is known when a batch of commands is decided: loaded once for all of them, then folded forward effect by
 * effect, so that the second of two commands sees what the first did.
 */
export interface Facts {
  /** By short link key. */
  readonly links: Map<string, Link>;
  /** By click id. */
  readonly clicks: Map<string, Click>;
  readonly programs: Map<number, Program>;
  readonly enrollments: Map<number, Enrollment>;
  readonly customers: Map<number, Customer>;
  /** Customer id by `customerKeyIndex(workspaceId, customerKey)`. */
  readonly customerByKey: Map<string, number>;
  /** Customer id by click id. */
  readonly customerByClick: Map<string, number>;
  /** Programs that list an origin. */
  readonly programsByOrigin: Map<string, readonly number[]>;
  /** Sale id by every reference of the sale. */
  readonly saleByReference: Map<string, number>;
  readonly sales: Map<number, Sale>;
  /** Refund keys already used, as `refundKeyIndex(saleId, refundKey)`. */
  readonly refundKeys: Set<string>;
  readonly commissionBySale: Map<number, Commission>;
}

/** Facts in which nothing is known yet. */
export function emptyFacts(): Facts {
  return {
    links: new Map(),
    clicks: new Map(),
    programs: new Map(),
    enrollments: new Map(),
    customers: new Map(),
    customerByKey: new Map(),
    customerByClick: new Map(),
    programsByOrigin: new Map(),
    saleByReference: new Map(),
    sales: new Map(),
    refundKeys: new Set(),
    commissionBySale: new Map(),
  };
}

/** A customer key is unique per workspace. */
export function customerKeyIndex(workspaceId: number, customerKey: string): string {
  return `${workspaceId} ${customerKey}`;
}

/** A refund key is unique per sale. */
export function refundKeyIndex(saleId: number, refundKey: string): string {
  return `${saleId} ${refundKey}`;
}
