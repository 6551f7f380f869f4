import { formatClickId } from './attribution/click-id.js';
import type { PayerName, RememberedPayer } from './attribution/payer-model.js';
import type { RefusedLead } from './attribution/refused-lead-model.js';
import type { CodeUse } from './fraud/flags.js';
import type { Movement } from './ledger/postings.js';
import type {
  Click,
  Code,
  Commission,
  CreditChange,
  Customer,
  Enrollment,
  Lead,
  Link,
  Program,
  Refund,
  Sale,
  UncreditedReport,
  UnusedClick,
} from './model.js';
import type { Payment, PaymentAdjustment } from './refunds/payment.js';

/** One increment of the totals of a day. Only what is named grows. */
export interface TotalsIncrement {
  readonly programId: number;
  readonly atMs: number;
  /** 0: nobody's. */
  readonly partnerId: number;
  readonly linkId: number;
  readonly currency: string;
  /** Under which `Dimensions`, as JSON, it counts in the breakdown; null: under none. Refunds are not in it. */
  readonly dimensions?: string | null;
  /** Of a click: its visitor, who counts once a day and link; null: not known. */
  readonly visitor?: number | null;
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
  readonly dimensions: string | null;
  readonly visitor: number | null;
  readonly additionalData: string | null;
}

/** What a decision changes. Rows that can change are given whole, as they are afterwards. */
export type Effect =
  | { readonly kind: 'click'; readonly click: ClickRecord }
  | { readonly kind: 'customer'; readonly customer: Customer; readonly isNew: boolean }
  /** Comes with the effect that has the customer as they are afterwards. */
  | { readonly kind: 'credit_change'; readonly change: CreditChange }
  | { readonly kind: 'lead'; readonly lead: Lead }
  | { readonly kind: 'uncredited'; readonly report: UncreditedReport }
  | { readonly kind: 'unused_click'; readonly unused: UnusedClick }
  | { readonly kind: 'refused_lead'; readonly refused: RefusedLead }
  /** Comes before a sale that was made before the customer's first one, as known until then: earlier decisions keep that date. */
  | { readonly kind: 'earlier_sale'; readonly customerId: number; readonly firstSaleAtMs: number }
  | { readonly kind: 'sale'; readonly sale: Sale; readonly references: readonly string[] }
  | { readonly kind: 'refund'; readonly refund: Refund; readonly sale: Sale }
  /** Further references of an earlier sale. */
  | {
      readonly kind: 'references';
      readonly workspaceId: number;
      readonly saleId: number;
      readonly references: readonly string[];
    }
  | PaymentEffect
  /** What a provider's names are remembered with. */
  | {
      readonly kind: 'payer';
      readonly workspaceId: number;
      readonly connectionId: number;
      readonly name: PayerName;
      readonly remembered: RememberedPayer;
      /** Nothing was remembered of the name before. */
      readonly isNew: boolean;
    }
  | { readonly kind: 'commission'; readonly commission: Commission; readonly isNew: boolean }
  | { readonly kind: 'movement'; readonly movement: Movement }
  | { readonly kind: 'totals'; readonly increment: TotalsIncrement };

/** A payment that is new or changed, merged with others that were found to be the same. */
export interface PaymentEffect {
  readonly kind: 'payment';
  readonly payment: Payment;
  readonly isNew: boolean;
  /** Payments that were merged into this one. */
  readonly mergedIds: readonly number[];
  /** References it did not have. */
  readonly references: readonly string[];
  readonly adjustments: readonly AdjustmentChange[];
}

/** An adjustment as it is now, and as it was; null: it was not known. */
export interface AdjustmentChange {
  readonly adjustment: PaymentAdjustment;
  readonly before: PaymentAdjustment | null;
}

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
  /** By `codeIndex(programId, code)`. */
  readonly codes: Map<string, Code>;
  /** By `inProgram(programId, discountId)`. */
  readonly codesByDiscount: Map<string, Code>;
  readonly enrollments: Map<number, Enrollment>;
  readonly customers: Map<number, Customer>;
  /** Customer id by `customerKeyIndex(workspaceId, customerKey, testMode)`. */
  readonly customerByKey: Map<string, number>;
  /** Customer id by `customerClickIndex(clickId, testMode)`, by former clicks too. */
  readonly customerByClick: Map<string, number>;
  /** Whom names of payment providers led to, by `payerIndex`. */
  readonly payers: Map<string, RememberedPayer>;
  /** Ids of real customers by `inProgram(programId, email)`; two are as many as more. */
  readonly customersByEmail: Map<string, readonly number[]>;
  /** Programs that list an origin. */
  readonly programsByOrigin: Map<string, readonly number[]>;
  /** Sale id by `inWorkspace(workspaceId, reference)`, for every reference of the sale. */
  readonly saleByReference: Map<string, number>;
  /** Real sale id by the transaction id that an API caller gave it, which no other real API sale of the whole service has. */
  readonly saleByApiTransaction: Map<string, number>;
  /** Of the sales that references lead to, which need not be in `sales`. */
  readonly programBySale: Map<number, number>;
  /** Of the same sales. */
  readonly amountBySale: Map<number, Pick<Sale, 'amountCents' | 'currency'>>;
  readonly sales: Map<number, Sale>;
  /** Refund keys already used, as `refundKeyIndex(saleId, refundKey)`. */
  readonly refundKeys: Set<string>;
  /** The commission of the partner that the sale is credited to; not those of partners it was credited to before. */
  readonly commissionBySale: Map<number, Commission>;
  /** By relationship: when all that the partner had earned was held. Of those that have commissions here. */
  readonly earnedHeldAt: Map<number, number>;
  /** Names of the codes behind the credit of customers, by id. Only where a clause asks for codes. */
  readonly codeNames: Map<number, string>;
  /** By code, where one may bring a new customer with a sale. */
  readonly codeUse: Map<number, CodeUse>;
  /** By relationship: paying customers the partner has brought. Only where a clause asks for their number. */
  readonly partnerCustomers: Map<number, number>;
  /** What customers have earned partners, by `earningsIndex`. Only where a rule limits it. */
  readonly customerEarnings: Map<string, number>;
  readonly payments: Map<number, Payment>;
  readonly paymentBySale: Map<number, number>;
  /** Payment id by `inWorkspace(workspaceId, reference)`; once its sale is known, the sale keeps the references. */
  readonly paymentByReference: Map<string, number>;
  readonly paymentReferences: Map<number, Set<string>>;
  /** Payment id by `inWorkspace(workspaceId, key)`. */
  readonly paymentByAdjustment: Map<string, number>;
  /** By payment, then by key. */
  readonly adjustments: Map<number, Map<string, PaymentAdjustment>>;
}

/** Facts in which nothing is known yet. */
export function emptyFacts(): Facts {
  return {
    links: new Map(),
    clicks: new Map(),
    programs: new Map(),
    codes: new Map(),
    codesByDiscount: new Map(),
    enrollments: new Map(),
    customers: new Map(),
    customerByKey: new Map(),
    customerByClick: new Map(),
    payers: new Map(),
    customersByEmail: new Map(),
    programsByOrigin: new Map(),
    saleByReference: new Map(),
    saleByApiTransaction: new Map(),
    programBySale: new Map(),
    amountBySale: new Map(),
    sales: new Map(),
    refundKeys: new Set(),
    commissionBySale: new Map(),
    earnedHeldAt: new Map(),
    codeNames: new Map(),
    codeUse: new Map(),
    partnerCustomers: new Map(),
    customerEarnings: new Map(),
    payments: new Map(),
    paymentBySale: new Map(),
    paymentByReference: new Map(),
    paymentReferences: new Map(),
    paymentByAdjustment: new Map(),
    adjustments: new Map(),
  };
}

/** A customer key is unique per workspace, once among real and once among test customers. */
export function customerKeyIndex(workspaceId: number, customerKey: string, testMode: boolean): string {
  return testMode ? `test ${workspaceId} ${customerKey}` : `${workspaceId} ${customerKey}`;
}

/** A code is unique in its program, whatever the case of its letters. */
export function codeIndex(programId: number, code: string): string {
  return inProgram(programId, code.toUpperCase());
}

/** A name that is unique in its program. */
export function inProgram(programId: number, name: string): string {
  return `${programId} ${name}`;
}

/** A click has at most one real and one test customer. */
export function customerClickIndex(clickId: string, testMode: boolean): string {
  return testMode ? `test ${clickId}` : clickId;
}

/** Adds a customer to the facts as they are now, found by key and by each of their clicks. */
export function indexCustomer(facts: Facts, customer: Customer): void {
  const { id, workspaceId, customerKey, click, formerClick, testMode } = customer;
  const before = facts.customers.get(id);
  if (before !== undefined && before.customerKey !== null && before.customerKey !== customerKey) {
    facts.customerByKey.delete(customerKeyIndex(workspaceId, before.customerKey, testMode));
  }
  facts.customers.set(id, customer);
  if (customerKey !== null) {
    facts.customerByKey.set(customerKeyIndex(workspaceId, customerKey, testMode), id);
  }
  if (click !== null) facts.customerByClick.set(customerClickIndex(formatClickId(click), testMode), id);
  if (formerClick !== null) {
    facts.customerByClick.set(customerClickIndex(formatClickId(formerClick), testMode), id);
  }
}

/** When all that the partner of a commission had earned was held; null: never, or there is no commission. */
export function earnedHeldAtMs(
  facts: Facts,
  commission: Pick<Commission, 'enrollmentId'> | null,
): number | null {
  return commission === null ? null : (facts.earnedHeldAt.get(commission.enrollmentId) ?? null);
}

/** A refund key is unique per sale. */
export function refundKeyIndex(saleId: number, refundKey: string): string {
  return `${saleId} ${refundKey}`;
}

/** What a customer has earned the partner of a relationship is counted in each currency. */
export function earningsIndex(customerId: number, enrollmentId: number, currency: string): string {
  return `${customerId} ${enrollmentId} ${currency}`;
}
