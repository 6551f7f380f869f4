import type { Svc, SvcManagement } from '@svc/node';

/** How far to move the clock. Months are those of the calendar: one month after 31 January is the last day of February. */
export interface Duration {
  readonly months?: number;
  readonly days?: number;
  readonly hours?: number;
  readonly minutes?: number;
  readonly seconds?: number;
}

/** The content of a provision file, as `svc-server provision` takes it: workspaces with programs, partners and links. */
export interface ProvisionFile {
  readonly workspaces: readonly Readonly<Record<string, unknown>>[];
}

export interface SimulationOptions {
  /** When it begins; a Date, epoch milliseconds, or ISO 8601. Default: the time of this machine. */
  readonly now?: Date | number | string;
  /**
   * What there is in the beginning. Default: the workspace `Acme`, connected with the processor stand-in, with a program in USD that
   * pays 30 % for 12 months, holds commissions for 30 days and allows `https://acme.test`, and the partner Jane with the link `jane`.
   */
  readonly provision?: ProvisionFile;
}

/** Where the calls of `Simulation` lead unless they say otherwise: the first program of the first workspace. */
export interface SimulationPlace {
  readonly workspaceId: number;
  readonly programId: number;
}

/** The whole service in your process. Its time stands still until you move it. */
export interface Simulation extends SimulationPlace, AsyncDisposable {
  /** `http://127.0.0.1:<port>`: the HTTP interface, the pages excepted. */
  readonly baseUrl: string;
  /** An API key of the program, for servers. */
  readonly apiKey: string;
  /** A client with that key, for leads, sales and refunds. */
  readonly api: Svc;
  /** A client that may do everything in the workspace. */
  readonly management: SvcManagement;
  /** A stand-in for Stripe that is connected with the workspace; no money moves. */
  readonly processor: Processor;
  /** What the service would have mailed, the oldest first. */
  readonly mails: readonly {
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly html: string;
  }[];
  /** The simulated time. */
  now(): Date;
  /**
   * Moves the clock, and lets happen on the way what is due, in order: renewals of subscriptions, commissions that become payable,
   * retries of webhooks. Resolves when nothing is left to do at the new time. Calls wait for each other.
   */
  advance(by: Duration): Promise<void>;
  /** As `advance`, up to a time. Throws a RangeError when it has passed. */
  advanceTo(time: Date | number | string): Promise<void>;
  /** Resolves when nothing is left to do at this time: events are numbered and webhooks delivered. */
  settle(): Promise<void>;
  /** Records a click on a partner's link, as a page does, and gives its click id. Throws when the service refuses it. */
  click(shortLink: string, page?: { readonly origin?: string }): Promise<string>;
  /** Applies a provision file. Throws an error that lists what is wrong with it. */
  provision(file: ProvisionFile): Promise<void>;
  /** The books of the workspace at this time. */
  books(): Promise<Books>;
  /** Recomputes all books from what was recorded, as `svc-server verify` does: commissions, the ledger, payouts, every sum. */
  verify(): Promise<Verification>;
  /** Ends the service and drops its database. */
  close(): Promise<void>;
}

/** What was compared, as rows by table, and what differs; nothing should. */
export interface Verification {
  readonly checked: Readonly<Record<string, number>>;
  readonly differences: readonly {
    readonly table: string;
    readonly id: number | string;
    /** What is wrong, as a sentence. */
    readonly what: string;
  }[];
}

/** Amounts are integers in the smallest unit of their currency. */
export interface Books {
  /** Balances by partner and currency, in the order of partners. */
  readonly balances: readonly AccountBooks[];
  /** All commissions that count, the oldest first. */
  readonly commissions: readonly CommissionEntry[];
  /** What each kind of ledger movement adds up to, by currency. */
  readonly movements: readonly {
    readonly kind: string;
    readonly currency: string;
    readonly count: number;
    readonly amountCents: number;
  }[];
}

/** A partner's accounts in one currency, as sums of the ledger. */
export interface AccountBooks {
  readonly partnerId: number;
  readonly partner: string;
  readonly currency: string;
  readonly pendingCents: number;
  readonly heldCents: number;
  readonly payableCents: number;
  readonly paidCents: number;
}

export interface CommissionEntry {
  readonly id: number;
  readonly partner: string;
  /** Of the sale; null: of a lead. */
  readonly transactionId: string | null;
  readonly saleAmountCents: number | null;
  readonly currency: string;
  /** What it was when it was earned, and what is left of it. */
  readonly originalAmountCents: number;
  readonly amountCents: number;
  /** `pending`, `held`, `payable`, `paid` or `reversed`. */
  readonly status: string;
  readonly payableAt: Date;
}

export interface PaymentInput {
  /** Your id of the customer, as in leads and sales. */
  readonly customerKey?: string;
  readonly clickId?: string;
  /** In the smallest unit of the currency. */
  readonly amountCents: number;
  /** Included in the amount. Default: 0. */
  readonly taxCents?: number;
  /** ISO 4217. Default: `usd`. */
  readonly currency?: string;
}

export interface SubscriptionInput extends PaymentInput {
  /** How often it renews by itself while the clock is moved. Default: every month. null: only when `renew` is called. */
  readonly every?: Duration | null;
  /** After how many of these renewals it ends by itself. Default: none, until `cancel`. */
  readonly renewals?: number;
}

/** What customers do at the payment provider. Each call resolves when its signed events have taken effect in the service. */
export interface Processor {
  /** The account at the provider. */
  readonly account: string;
  /** Its address, for your own calls of the provider's API. */
  readonly baseUrl: string;
  /** A customer pays once. */
  pay(input: PaymentInput): Promise<Payment>;
  /** A customer subscribes and pays for the first time. */
  subscribe(input: SubscriptionInput): Promise<Subscription>;
}

/** A payment that was made. */
export interface Payment {
  /** The id of the payment at the provider. */
  readonly id: string;
  readonly amountCents: number;
  /** Refunds all that is left of it, or a part. Throws a RangeError when that is more than is left. */
  refund(amountCents?: number): Promise<void>;
  /** The customer's bank claims the money back. */
  dispute(): Promise<Dispute>;
}

/** A dispute that is open. */
export interface Dispute {
  readonly id: string;
  /** The bank decides for the merchant (`won`) or for the customer (`lost`). */
  close(outcome: 'won' | 'lost'): Promise<void>;
}

export interface Subscription {
  /** All payments so far, the oldest first. */
  readonly payments: readonly Payment[];
  /** It is paid once more, now. */
  renew(amountCents?: number): Promise<Payment>;
  /** It does not renew by itself any more. */
  cancel(): void;
}
