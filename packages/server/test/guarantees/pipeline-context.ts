import type { Command, Outcome } from '@svc/core';
import type { Pool } from 'pg';
import { type Logger, pino } from 'pino';
import type { Engine } from '../../src/database/open.js';
import { completeCommissions } from '../../src/features/commissions/complete-commissions.js';
import { createTracking, type Tracking, type TrackingOptions } from '../../src/ingest/index.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { clickOf, leadOf, saleOf } from '../support/commands.js';
import { openTestDatabase } from '../support/engines.js';
import type { SeededProgram } from '../support/seed.js';

/** What was logged, and at which of pino's levels: 40 is a warning, 50 an error. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
}

/** A logger that keeps its lines. */
export function keepingLogger(): { logger: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const logger = pino({ level: 'debug' }, { write: (text: string) => void lines.push(JSON.parse(text)) });
  return { logger, lines };
}

/** A pipeline over a database of its own, on one engine. */
export interface PipelineContext {
  readonly engine: Engine;
  readonly pool: Pool;
  readonly tracking: Tracking;
  readonly lines: LogLine[];
  /** The id of a new click. */
  click(program: SeededProgram): Promise<string>;
  /** The key of a new customer that came by a new click. */
  customer(program: SeededProgram): Promise<string>;
  /** The transaction id of a new sale of a new customer. */
  sale(program: SeededProgram, amountCents?: number): Promise<string>;
  /** The first number of the first row. */
  number(text: string, values?: readonly unknown[]): Promise<number>;
  /** Completes commissions that are missing. */
  complete(): Promise<{ completed: number; failed: number }>;
  /** What `svc-server verify` would print. */
  differences(): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

/** Submits a command that has to be taken. */
export async function expectAccepted<Kind extends Outcome['kind']>(
  tracking: Pick<Tracking, 'submit'>,
  command: Command & { kind: Kind },
): Promise<Extract<Outcome, { kind: Kind }>> {
  const outcome = await tracking.submit(command);
  if (outcome.kind !== command.kind) throw new Error(`refused: ${JSON.stringify({ command, outcome })}`);
  return outcome as Extract<Outcome, { kind: Kind }>;
}

/** Opens a pipeline over a new database. */
export async function openPipeline(
  engine: Engine,
  options: Partial<
    Pick<TrackingOptions, 'maxQueued' | 'maxBatch' | 'lanes' | 'laneOpensAt' | 'atStep' | 'onBatch'>
  > = {},
): Promise<PipelineContext> {
  const database = await openTestDatabase(engine);
  const { pool } = database;
  const { logger, lines } = keepingLogger();
  const tracking = createTracking({ pool, engine, logger, ...options });
  const context: PipelineContext = {
    engine,
    pool,
    tracking,
    lines,
    click: async (program) => (await expectAccepted(tracking, clickOf(program))).clickId,
    async customer(program) {
      const lead = await expectAccepted(tracking, leadOf(program, { clickId: await context.click(program) }));
      return lead.customerKey ?? '';
    },
    async sale(program, amountCents = 10_000) {
      const clickId = await context.click(program);
      return (await expectAccepted(tracking, saleOf(program, { clickId, amountCents }))).transactionId;
    },
    async number(text, values = []) {
      const { rows } = await pool.query<Record<string, unknown>>(text, [...values]);
      return Number(Object.values(rows[0] ?? {})[0] ?? Number.NaN);
    },
    async complete() {
      const { completed, failed } = await completeCommissions(pool, tracking.ids, { nowMs: Date.now() });
      return { completed, failed: failed.length };
    },
    differences: async () => (await verifyBooks(pool)).differences,
    async close() {
      await tracking.close();
      await database.close();
    },
  };
  return context;
}
