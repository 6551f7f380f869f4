import { randomInt } from 'node:crypto';
import type {
  Command,
  LineItem,
  Outcome,
  PaymentAdjustment,
  PaymentOutcome,
  RefundOutcome,
  SaleOutcome,
} from '@svc/core';
import type { Pool } from 'pg';
import { pino } from 'pino';
import type { Engine } from '../../src/database/open.js';
import { createTracking, type Step, type Tracking } from '../../src/ingest/index.js';
import { openTestDatabase } from './engines.js';
import { type SeededProgram, uniqueName } from './seed.js';

export const DAY_MS = 86_400_000;

/** A database with its pipeline, and short ways to send events through it. Every event is of now unless said otherwise. */
export interface Books {
  readonly pool: Pool;
  readonly tracking: Tracking;
  /** The step of a batch that fails while this is set. */
  failAt: Step | null;
  /** The click's id. */
  click(
    program: SeededProgram,
    options?: { testMode?: boolean; bot?: boolean; atMs?: number },
  ): Promise<string>;
  /** The customer's key. */
  lead(
    program: SeededProgram,
    options?: { clickId?: string | null; customerKey?: string; testMode?: boolean },
  ): Promise<string>;
  sale(program: SeededProgram, options: SaleOptions): Promise<SaleOutcome>;
  refund(
    program: SeededProgram,
    transactionId: string,
    amountCents?: number | null,
    refundKey?: string | null,
  ): Promise<RefundOutcome>;
  /** Reports a payment as the card processor does. */
  reportPayment(
    program: SeededProgram,
    references: readonly string[],
    ...adjustments: PaymentAdjustment[]
  ): Promise<PaymentOutcome>;
  /** A new customer with its click, and its first sale. */
  soldOnce(
    program: SeededProgram,
    options?: Partial<SaleOptions>,
  ): Promise<SaleOutcome & { customerKey: string }>;
  close(): Promise<void>;
}

export interface SaleOptions {
  customerKey?: string;
  clickId?: string;
  amountCents?: number;
  taxCents?: number;
  items?: readonly LineItem[];
  currency?: string;
  testMode?: boolean;
  occurredAtMs?: number;
}

async function submit<Kind extends Outcome['kind']>(
  tracking: Tracking,
  kind: Kind,
  command: Command,
): Promise<Extract<Outcome, { kind: Kind }>> {
  const outcome = await tracking.submit(command);
  if (outcome.kind !== kind) throw new Error(`${kind} refused: ${JSON.stringify(outcome)}`);
  return outcome as Extract<Outcome, { kind: Kind }>;
}

const serverOf = ({ programId, workspaceId }: SeededProgram) =>
  ({ mode: 'server', programId, workspaceId }) as const;

/** Opens a database of its own on an engine. */
export async function openBooks(engine: Engine): Promise<Books> {
  const database = await openTestDatabase(engine);
  const { pool } = database;
  const books = booksOver(pool, engine);
  return Object.assign(books, {
    async close() {
      await books.tracking.close();
      await database.close();
    },
  });
}

/** A pipeline of its own over a database that others have open as well; `close` leaves the database open. */
export function booksOver(pool: Pool, engine: Engine): Books {
  const tracking = createTracking({
    pool,
    engine,
    logger: pino({ level: 'silent' }),
    atStep(step) {
      if (step === books.failAt) throw new Error(`the test fails the step ${step}`);
    },
  });
  const books: Books = {
    pool,
    tracking,
    failAt: null,
    async click(program, { testMode = false, bot = false, atMs = Date.now() } = {}) {
      const outcome = await submit(tracking, 'click', {
        kind: 'click',
        caller: serverOf(program),
        key: { number: randomInt(2 ** 47), clickedMs: atMs },
        shortLinkKey: program.shortLink.toLowerCase(),
        affiliateUrl: `${program.affiliateUrl}&sub1=books`,
        redirectClickId: null,
        visitor: randomInt(2 ** 47),
        referrer: null,
        testMode,
        bot,
        additionalData: null,
      });
      return outcome.clickId;
    },
    async lead(program, { clickId = null, customerKey = uniqueName('customer'), testMode = false } = {}) {
      await submit(tracking, 'lead', {
        kind: 'lead',
        code: null,
        occurredAtMs: null,
        caller: serverOf(program),
        clickId,
        customerKey,
        email: null,
        programId: null,
        testMode,
        additionalData: null,
        atMs: Date.now(),
      });
      return customerKey;
    },
    sale: (program, options) =>
      submit(tracking, 'sale', {
        kind: 'sale',
        code: null,
        discountIds: [],
        caller: serverOf(program),
        transactionId: uniqueName('txn'),
        references: [],
        amountCents: options.amountCents ?? 10_000,
        taxCents: options.taxCents ?? 0,
        items: options.items ?? null,
        currency: options.currency ?? null,
        customerKey: options.customerKey ?? null,
        clickId: options.clickId ?? null,
        testMode: options.testMode ?? false,
        source: 'api',
        additionalData: null,
        occurredAtMs: options.occurredAtMs ?? null,
        atMs: Date.now(),
      }),
    refund: (program, transactionId, amountCents = null, refundKey = null) =>
      submit(tracking, 'refund', {
        kind: 'refund',
        occurredAtMs: null,
        caller: serverOf(program),
        transactionId,
        amountCents,
        refundKey,
        source: 'api',
        atMs: Date.now(),
      }),
    reportPayment: (program, references, ...adjustments) =>
      submit(tracking, 'payment', {
        kind: 'payment',
        caller: serverOf(program),
        references,
        adjustments,
        atMs: Date.now(),
      }),
    async soldOnce(program, options = {}) {
      const clickId = await books.click(program);
      const customerKey = await books.lead(program, { clickId });
      return { ...(await books.sale(program, { customerKey, ...options })), customerKey };
    },
    close: () => tracking.close(),
  };
  return books;
}

/** The commission of a sale that earned one. */
export function commissionOf(sale: SaleOutcome): Exclude<SaleOutcome['commission'], 'failed' | null> {
  if (sale.commission === null || sale.commission === 'failed')
    throw new Error('the sale earned no commission');
  return sale.commission;
}

/** A partner's balances in a program, by account, in cents. */
export async function balancesOf(pool: Pool, programId: number): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ account: string; cents: number }>(
    `select account, sum(cents)::bigint as cents from (
       select to_account as account, amount_cents as cents from ledger_movements where program_id = $1
       union all
       select from_account, -amount_cents from ledger_movements where program_id = $1) booked
     group by account having sum(cents) <> 0`,
    [programId],
  );
  return Object.fromEntries(rows.map(({ account, cents }) => [account, cents]));
}
