/**
 * The facts decisions are made from. Every number of money is an integer in the smallest unit of its currency, every
 * time is milliseconds since 1970 (UTC), every id is a positive integer. All objects are immutable: a change is a new one.
 */
import type { CreditWay } from './attribution/payer-model.js';
import type { UncreditedReason } from './attribution/uncredited-report.js';
import type { CommissionReason, LeadRewardReason } from './commission/reason.js';
import type { CommissionRule, LineItem } from './commission/rule.js';
import type { ClickEvidence, FraudSettings, RaisedFlag } from './fraud/flags.js';
import type { PartnerAddress } from './fraud/self-referral.js';

export type * from './attribution/uncredited-report.js';

export type CustomerStatus = 'visitor' | 'lead' | 'customer';
export type EnrollmentStatus = 'pending' | 'approved' | 'rejected' | 'suspended';
export type CommissionStatus = 'pending' | 'payable' | 'paid' | 'held' | 'reversed';
/**
 * Who or what holds a commission: a person, an open dispute of its payment, a fraud flag, or a partner who was not approved in
 * the program when the sale was recorded.
 */
export type HoldKind =
  | 'manual'
  | 'dispute'
  | 'flagged'
  | 'partner_pending'
  | 'partner_rejected'
  | 'partner_suspended';
/** Why a sale earned no commission. `other`: recorded by an old version for a reason that has no code. */
export type NoCommissionCode =
  | 'test_sale'
  | 'no_rule'
  | 'not_first_sale'
  | 'duration_over'
  | 'amount_zero'
  | 'no_clause'
  | 'total_reached'
  | 'imported'
  | 'other';
/**
 * What became of the code that a lead or a sale carried. It credited: `created` a new customer, `credited` one credited to nobody,
 * `preferred` on this sale alone. It changed nothing: `same_partner`, or `kept`, the partner who has the customer. Others led nowhere.
 */
export type CodeResult =
  | 'created'
  | 'credited'
  | 'preferred'
  | 'same_partner'
  | 'kept'
  | 'unknown'
  | 'inactive'
  | 'partner_not_approved';
/** `import`: history of another system, which earns nothing. Contract 2 section 15. */
export type SaleSource = 'api' | 'processor' | 'import';
export type LeadSource = 'browser' | 'server';
/** Who reported a lead; `processor`: a payment provider, by a checkout that took no money yet. */
export type LeadReporter = LeadSource | 'processor';
/** From where a program accepts leads: from pages and servers, or from servers only. */
export type AcceptedLeadSource = 'any' | 'server';
/** Whose a sale is when its customer came by one partner and it carries the code of another: the customer's, or the code's. */
export type AttributionPrecedence = 'link' | 'code';

export interface Program {
  readonly id: number;
  readonly workspaceId: number;
  readonly currency: string;
  readonly cookieWindowDays: number;
  readonly holdDays: number;
  readonly leadSource: AcceptedLeadSource;
  /** Whether a payment may be credited by the address of who paid. */
  readonly matchesEmail: boolean;
  readonly attributionPrecedence: AttributionPrecedence;
  readonly fraud: FraudSettings;
  /** What a lead earns its partner; null: nothing. */
  readonly leadRewardCents: number | null;
  /** An archived program earns nothing more; refunds of its earlier sales still count. */
  readonly isArchived: boolean;
  readonly rule: CommissionRule | null;
}

/** The partner-program relationship, with the rule that counts for it; null: the program's, if there is one. */
export interface Enrollment {
  readonly id: number;
  readonly programId: number;
  readonly partnerId: number;
  readonly status: EnrollmentStatus;
  readonly partner: PartnerAddress;
  readonly rule: CommissionRule | null;
}

/** A referral link. One without program or partner can exist; a click on it is refused. */
export interface Link {
  readonly id: number;
  readonly shortLink: string;
  readonly programId: number | null;
  readonly partnerId: number | null;
  /** null when the link lacks partner or program, or the partner never joined the program. */
  readonly enrollmentId: number | null;
  readonly enrollmentStatus: EnrollmentStatus | null;
  readonly cookieWindowDays: number | null;
  readonly currency: string | null;
  readonly allowedOrigins: ReadonlySet<string>;
}

/** A code that credits its partner without a click. Contract 2 section 11. */
export interface Code {
  readonly id: number;
  readonly programId: number;
  /** As it was created. */
  readonly code: string;
  readonly enrollmentId: number;
  readonly partnerId: number;
  readonly enrollmentStatus: EnrollmentStatus;
  /** The link that what it credits counts for; null: none. */
  readonly linkId: number | null;
  readonly isActive: boolean;
}

/** The two numbers of a click id `cust_<number>_<epoch-ms>`. */
export interface ClickKey {
  readonly number: number;
  readonly clickedMs: number;
}

export interface Click extends ClickKey {
  readonly workspaceId: number;
  readonly programId: number;
  readonly cookieWindowDays: number;
  readonly enrollmentId: number;
  readonly partnerId: number;
  readonly linkId: number;
  /** `Dimensions` as JSON; null: none. */
  readonly dimensions: string | null;
  readonly evidence: ClickEvidence | null;
}

/**
 * Who earns from a customer's sales: the partner of one click or of one code, the partner that a person assigned the customer
 * to, or nobody (all null). Without a link, the click is only how the customer came, and credits nobody.
 */
export interface CustomerCredit {
  readonly enrollmentId: number | null;
  readonly partnerId: number | null;
  readonly linkId: number | null;
  readonly click: ClickKey | null;
  readonly codeId: number | null;
}

/** Credit as it is given, with what the click says about where the customer came from, and about fraud. */
export interface NewCredit extends CustomerCredit {
  /** `Dimensions` of the click as JSON; null: none. */
  readonly dimensions: string | null;
  readonly clickEvidence: ClickEvidence | null;
}

/** The code that a lead or a sale carried, and what came of it; all null: it carried none. */
export interface CarriedCode {
  /** As it was sent; where the payment provider named a discount, the code that this belongs to. */
  readonly code: string | null;
  readonly codeResult: CodeResult | null;
}

export interface Customer extends CustomerCredit {
  readonly id: number;
  readonly workspaceId: number;
  readonly programId: number;
  readonly customerKey: string | null;
  readonly email: string | null;
  readonly status: CustomerStatus;
  /** The click the customer was credited by before credit moved to `click`. It still leads to this customer. */
  readonly formerClick: ClickKey | null;
  /** How often credit has moved. */
  readonly creditChanges: number;
  /** The `Dimensions` of `click` as JSON: what the customer does counts under them. null: none. */
  readonly dimensions: string | null;
  /** What `click` says about fraud; null: nothing. */
  readonly clickEvidence: ClickEvidence | null;
  /** Made by a test lead or a test sale. Test customers have keys and clicks of their own, and never earn anybody anything. */
  readonly testMode: boolean;
  /** `browser` as long as only pages have named the customer, `server` once a server has, or a person has assigned them. */
  readonly namedBy: LeadSource;
  readonly createdAtMs: number;
  readonly leadAtMs: number | null;
  /** The real sale that was recorded first. It never changes. */
  readonly firstSaleId: number | null;
  /** When the earliest real sale was made that is known so far; durations count from then. */
  readonly firstSaleAtMs: number | null;
}

/** Credit for a customer moved. Earlier leads keep theirs, and so do earlier sales unless they were assigned with the customer. */
export interface CreditChange {
  readonly customerId: number;
  /** Counts a customer's changes from 1. */
  readonly number: number;
  readonly workspaceId: number;
  readonly programId: number;
  readonly from: CustomerCredit;
  readonly to: CustomerCredit;
  /**
   * What moved it: a server's lead, with its click or its code, for a customer whom only pages have named or who is credited to nobody;
   * such a sale of a customer credited to nobody; or a person who assigned the customer.
   */
  readonly reason: 'server_lead' | 'server_sale' | 'assigned';
  /** The sale that moved it, which is the first under the new credit. */
  readonly saleId: number | null;
  /** What the person wrote who assigned the customer, and who it was; null for every other reason. */
  readonly note: string | null;
  readonly by: string | null;
  /** The earlier sales were assigned with the customer. */
  readonly movesSales: boolean;
  readonly occurredAtMs: number;
}

/**
 * A click that a lead or a sale of a real customer named without being credited by it: it was too old, or the customer was credited
 * already. Under another policy it may have been; see `replay/`.
 */
export interface UnusedClick extends Pick<Click, 'programId' | 'enrollmentId' | 'partnerId' | 'linkId'> {
  readonly customerId: number;
  /** The sale that named it; null: a lead. */
  readonly saleId: number | null;
  /** Named by the lead that was recorded; otherwise by a sale, or, in rows of before `RefusedLead`, by a later lead. */
  readonly isOfLead: boolean;
  readonly click: ClickKey;
  /** The click was too old to be credited. */
  readonly isExpired: boolean;
  readonly occurredAtMs: number;
}

export interface Lead extends CarriedCode {
  readonly id: number;
  readonly programId: number;
  readonly customerId: number;
  readonly partnerId: number | null;
  readonly linkId: number | null;
  readonly testMode: boolean;
  readonly source: LeadReporter;
  /** What it earns; null: nothing. */
  readonly reward: LeadReward | null;
  /** The key the customer had when the lead was recorded; null: none. */
  readonly customerKey: string | null;
  /** The code behind the credit; null: a click, or nobody is credited. */
  readonly creditCodeId: number | null;
  /** null: somebody is, it is a test, or it was stored before reasons were. */
  readonly uncreditedReason: UncreditedReason | null;
  /** Those of the customer when the lead was recorded. */
  readonly dimensions: string | null;
  readonly additionalData: string | null;
  readonly occurredAtMs: number;
}

/** What a lead earns, as it was when the lead was recorded. Contract 2 sections 7.1 and 13. */
export interface LeadReward {
  readonly cents: number;
  /** Of the program. */
  readonly currency: string;
  readonly holdDays: number;
  /** Of the partner with the program. */
  readonly enrollmentId: number;
  readonly partnerStatus: EnrollmentStatus;
  /** What the program looked for and found; left out: nothing. */
  readonly flags?: readonly RaisedFlag[];
}

export interface Sale extends CarriedCode {
  readonly id: number;
  readonly workspaceId: number;
  readonly programId: number;
  readonly customerId: number;
  readonly enrollmentId: number;
  readonly partnerId: number;
  readonly linkId: number | null;
  readonly transactionId: string;
  readonly amountCents: number;
  readonly taxCents: number;
  /** Sum of the sale's refunds so far. */
  readonly refundedCents: number;
  /** The part of it that API callers reported: it counts regardless of what the card processor reports. */
  readonly apiRefundedCents: number;
  /** What only the processor had reported when an API caller last reported a refund: that refund came on top of it. */
  readonly apiBaseCents: number;
  readonly currency: string;
  readonly testMode: boolean;
  readonly source: SaleSource;
  /** What was paid for, as far as it was reported; together not more than the sale. null: not reported. */
  readonly items: readonly LineItem[] | null;
  /** The rule version that was in force when the sale was recorded; null when the program had none. */
  readonly ruleId: number | null;
  /** Of the program when the sale was recorded, as are the next two; null: stored before these were. */
  readonly holdDays: number | null;
  readonly programCurrency: string | null;
  readonly partnerStatus: EnrollmentStatus | null;
  /**
   * How many paying customers the partner had brought to the program before this sale, counted up to the largest number that
   * the rule asks for; null: it asks for none.
   */
  readonly partnerCustomers: number | null;
  /** What the customer could still earn the partner, in the currency of the commission; null: the rule has no limit. */
  readonly customerLeftCents: number | null;
  /** The key the customer had when the sale was recorded; null: none. */
  readonly customerKey: string | null;
  /** How a payment provider's report led to the partner; null: an API caller reported the sale, or an old version recorded it. */
  readonly creditedBy: CreditWay | null;
  /** The code behind the credit; null: a click. */
  readonly creditCodeId: number | null;
  /** Those of the customer when the sale was recorded. */
  readonly dimensions: string | null;
  /**
   * When the customer's earliest sale was made as far as it was known when this one was decided, where an earlier one was recorded
   * later; null: as the customer says.
   */
  readonly firstSaleAtMs: number | null;
  readonly commissionState: 'earned' | 'none' | 'missing';
  /** Set where `commissionState` is `none`, and only there. */
  readonly noCommissionCode: NoCommissionCode | null;
  readonly additionalData: string | null;
  readonly occurredAtMs: number;
  readonly recordedAtMs: number;
}

/** How a sale that has earned a partner nothing was credited to them before it was assigned to another. */
export interface UnearnedCredit
  extends Pick<
    Sale,
    | 'programId'
    | 'enrollmentId'
    | 'partnerId'
    | 'linkId'
    | 'creditCodeId'
    | 'ruleId'
    | 'partnerStatus'
    | 'partnerCustomers'
    | 'customerLeftCents'
  > {
  readonly saleId: number;
  /** When the customer's earliest sale was made, as it was known then; null: it is a test sale. */
  readonly firstSaleAtMs: number | null;
  /** Why it earned nothing; null: its commission could not be written yet. */
  readonly noCommissionCode: NoCommissionCode | null;
}

export interface Refund {
  readonly id: number;
  readonly programId: number;
  readonly saleId: number;
  readonly refundKey: string | null;
  /** Below zero: a refund counted before has failed, and the money is back. */
  readonly amountCents: number;
  readonly source: SaleSource;
  readonly occurredAtMs: number;
}

/** What is owed for a sale, by a rule, or for a lead. */
export interface Commission {
  readonly id: number;
  readonly programId: number;
  /** null: it is of a lead. */
  readonly saleId: number | null;
  /** null: it is of a sale. */
  readonly leadId: number | null;
  readonly enrollmentId: number;
  readonly partnerId: number;
  /** null: it is of a lead, which no rule pays for. */
  readonly ruleId: number | null;
  /** What was first earned. */
  readonly originalCents: number;
  /**
   * The most of it that counts since its sale was assigned back to the partner, whom the customer had earned more meanwhile than the
   * limit of the rule left over; null: all of it counts.
   */
  readonly cappedCents: number | null;
  /** What is left after refunds. */
  readonly amountCents: number;
  readonly currency: string;
  readonly status: CommissionStatus;
  /** Set while it is held; a reversed commission keeps it, because it is held again if its refund fails. */
  readonly holdKind: HoldKind | null;
  /** What the person wrote who holds it; null for every other kind. */
  readonly holdNote: string | null;
  /** When a person last released it; null: nobody did. */
  readonly releasedAtMs: number | null;
  readonly payableAtMs: number;
  readonly payoutId: number | null;
  /** When its sale was assigned to another partner; null: the sale is credited to this one. Nothing is left of it meanwhile. */
  readonly reassignedAtMs: number | null;
  /** When a person rejected it for good, and why; null: nobody did. */
  readonly rejectedAtMs: number | null;
  readonly rejectionReason: string | null;
  /** What the program looked for and found in the sale when it was recorded; null: nothing. */
  readonly flags: readonly RaisedFlag[] | null;
  readonly reason: CommissionReason | LeadRewardReason;
  readonly createdAtMs: number;
}

/** What is owed for a sale. */
export interface SaleCommission extends Commission {
  readonly saleId: number;
  readonly ruleId: number;
  readonly reason: CommissionReason;
}
