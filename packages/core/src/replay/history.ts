import type { LeadCommand, SaleCommand } from '../commands.js';
import type { CommissionRule } from '../commission/rule.js';
import type { Click, Code, CreditChange, Enrollment, Program, Sale } from '../model.js';

/** What is asked of a replay: another policy for what happened between two times. null: as it was. Contract 2 section 16. */
export interface ReplayPolicy {
  /** From then on, until before `toMs`. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly cookieWindowDays: number | null;
  readonly attributionPrecedence: Program['attributionPrecedence'] | null;
  /** In place of the program's rule; partners with a rule of their own keep it. */
  readonly rule: CommissionRule | null;
}

/** What something earned, refunds taken off; `originalCents` before refunds. */
export interface RecordedEarning {
  readonly enrollmentId: number;
  readonly partnerId: number;
  readonly currency: string;
  readonly originalCents: number;
  readonly leftCents: number;
}

/** What a sale or a lead earned whom it is credited to, as the database has it. */
export interface StoredEarning extends RecordedEarning {
  /** See `Commission`. */
  readonly cappedCents: number | null;
  readonly isRejected: boolean;
}

/** A lead as it was reported. */
export interface RecordedLead {
  readonly kind: 'lead';
  /** The customer it was recorded of, as the database knows them; null: it was refused. */
  readonly customerId: number | null;
  readonly command: LeadCommand;
  /** When it was decided: of imported history, when it was imported. */
  readonly decidedAtMs: number;
  /** Whether its click could be credited when it was reported. */
  readonly isClickLive: boolean;
  /** It moved the credit of a customer, whom only pages had named or nobody was credited with. */
  readonly movesCredit: boolean;
  /** What a lead earned at that time, in minor units of the program's currency; null: nothing. */
  readonly rewardCents: number | null;
  readonly recorded: StoredEarning | null;
}

/** A sale as it was reported. */
export interface RecordedSale {
  readonly kind: 'sale';
  readonly customerId: number | null;
  readonly command: SaleCommand;
  /** When it was decided: of imported history, when it was imported. */
  readonly decidedAtMs: number;
  readonly isClickLive: boolean;
  /** It moved the credit of its customer to its click or its code. */
  readonly movesCredit: boolean;
  /** As it is stored; null: it was refused. */
  readonly sale: Sale | null;
  /** The rule that it was recorded with. */
  readonly rule: CommissionRule | null;
  /** A person decided whom it is credited to, so that no policy changes that. */
  readonly isByHand: boolean;
  /** When the customer's earliest sale was made, as it was known when the sale was decided; null: it was refused. */
  readonly firstSaleAtMs: number | null;
  readonly recorded: StoredEarning | null;
}

/** A person assigned the customer to a partner, or another system, which they were imported from, had them as the partner's. */
export interface RecordedAssignment {
  readonly kind: 'assigned';
  readonly customerId: number;
  readonly change: Pick<CreditChange, 'to' | 'occurredAtMs'>;
  readonly customerKey: string | null;
}

export type RecordedEvent = RecordedLead | RecordedSale | RecordedAssignment;

/** Everything that some customers brought, and the facts behind it. */
export interface RecordedHistory {
  /** As it is now. */
  readonly program: Program;
  /** By id: all that clicks, codes, sales and assignments name. */
  readonly enrollments: ReadonlyMap<number, Enrollment>;
  /** By click id: all that events name. */
  readonly clicks: ReadonlyMap<string, Click>;
  /** By `codeIndex`. */
  readonly codes: ReadonlyMap<string, Code>;
  readonly codeNames: ReadonlyMap<number, string>;
  /** Those of one customer in the order in which they were recorded. */
  readonly events: readonly RecordedEvent[];
  /** The rule that counted for a relationship at a time: the partner's own, else the program's. */
  readonly ruleAt: (enrollmentId: number, atMs: number) => CommissionRule | null;
  /** How many paying customers a relationship had brought before a sale. */
  readonly customersBefore: (enrollmentId: number, sale: { readonly atMs: number }) => number;
}

/** What one sale or the reward of one lead earned, and what it earns under the policy. null: nobody is credited. */
export interface ReplayedEarning {
  readonly kind: 'sale' | 'lead';
  /** null: the sale was refused, or it is a lead. */
  readonly saleId: number | null;
  readonly transactionId: string | null;
  readonly occurredAtMs: number;
  readonly decidedAtMs: number;
  readonly recorded: RecordedEarning | null;
  readonly replayed: RecordedEarning | null;
  /** Whom the sale is credited to, whether or not it earns. */
  readonly fromPartnerId: number | null;
  readonly toPartnerId: number | null;
  readonly toEnrollmentId: number | null;
  /** Under the policy it is the first sale of its customer. */
  readonly isFirst: boolean;
}
