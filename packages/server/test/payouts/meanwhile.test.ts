import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../src/database/open.js';
import { withTransaction } from '../../src/database/transaction.js';
import { matureCommissions } from '../../src/features/commissions/mature-commissions.js';
import { startPayoutRun } from '../../src/features/payouts/make-payout-run.js';
import { addReturnToProgram, addRuleVersion } from '../../src/features/rules/add-rule-version.js';
import { createTracking, type Tracking } from '../../src/ingest/index.js';
import { runChange } from '../../src/operations/change.js';
import { RefusedError } from '../../src/operations/refused-error.js';
import { clickOf, leadOf, refundOf, saleOf } from '../support/commands.js';
import { newPostgresUrl } from '../support/engines.js';
import { createGate, untilWaiting } from '../support/locks.js';
import { servicesOf } from '../support/operations.js';
import { type SeededProgram, seedLink, seedPartner, seedProgram, uniqueName } from '../support/seed.js';

const percent = (basisPoints: number) =>
  ({ type: 'percent', basisPoints, amountCents: null, durationMonths: null }) as const;

describe('what happens while something else waits', () => {
  let database: Database;
  let tracking: Tracking;
  beforeEach(async () => {
    database = await openDatabase({ databaseUrl: await newPostgresUrl(), dataDir: '' });
    const { pool, trackingPool } = database;
    const logger = pino({ level: 'silent' });
    tracking = createTracking({ pool: trackingPool, otherPools: [pool], engine: 'postgres', logger });
  });
  afterEach(async () => {
    await tracking.close();
    await database.close();
  });

  const mature = () => matureCommissions(database.pool, tracking.ids, { nowMs: Date.now() });

  /** The transaction id of a sale through the program's link. */
  async function sell(program: SeededProgram, amountCents = 10_000): Promise<string> {
    const click = await tracking.submit(clickOf(program));
    const clickId = click.kind === 'click' ? click.clickId : null;
    const sale = await tracking.submit(saleOf(program, { clickId, amountCents }));
    return sale.kind === 'sale' ? sale.transactionId : '';
  }

  /** Creates a run as the dashboard does; `beforeCommit` keeps it open. */
  const createRun = async (
    { workspaceId, programId }: SeededProgram,
    beforeCommit = async () => {},
  ): Promise<number[]> => {
    const services = servicesOf({ pool: database.pool, ids: tracking.ids });
    const actor = { userId: null, email: 'jane@acme.test' };
    const by = { actor, action: 'payout_run.create', place: { workspaceId, programId } };
    const wanted = { programId, createdBy: actor.email, input: {}, nowMs: Date.now() };
    const { detail } = await runChange(database.pool, by, async (client) => {
      const made = await startPayoutRun(client, services, wanted);
      await beforeCommit();
      return made;
    });
    return detail.payouts.map(({ amount_cents }) => amount_cents);
  };

  async function hold(text: string, values: readonly unknown[]): Promise<{ commitHeld(): Promise<void> }> {
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(text, [...values]);
    return {
      async commitHeld() {
        await client.query('commit');
        client.release();
      },
    };
  }

  test('a sale that waits for its customer earns by rules as they were at one time', async () => {
    const { pool } = database;
    // The partner always gets 10 %: by a rule of their own first, by the program's then.
    const program = await seedProgram(pool, { rule: percent(5000), partnerRule: percent(1000) });
    const customerKey = uniqueName('customer');
    const click = await tracking.submit(clickOf(program));
    const clickId = click.kind === 'click' ? click.clickId : null;
    await tracking.submit(leadOf(program, { clickId, customerKey }));
    const held = await hold('select 1 from customers where customer_key = $1 for update', [customerKey]);
    const selling = tracking.submit(saleOf(program, { customerKey }));
    await untilWaiting(pool, 1);
    const { programId } = program;
    const terms = { type: 'percent', basisPoints: 1000, durationMonths: null } as const;
    await withTransaction(pool, (client) => addRuleVersion(client, { programId, enrollmentId: null, terms }));
    await withTransaction(pool, (client) => addReturnToProgram(client, program));
    await held.commitHeld();
    expect(await selling).toMatchObject({ kind: 'sale', commission: { amountCents: 1_000 } });
  });

  test('a run that waits for another of the same partner keeps to the minimum', async () => {
    const { pool } = database;
    const program = await seedProgram(pool, { holdDays: 0 });
    await pool.query('update programs set minimum_payout_cents = 1500 where id = $1', [program.programId]);
    await sell(program);
    await mature();
    const made = createGate();
    const matured = createGate();
    const first = createRun(program, async () => {
      made.open();
      await matured.opened;
    });
    await made.opened;
    const second = createRun(program).catch((error: unknown) => error);
    await untilWaiting(pool, 1);
    await sell(program, 50);
    await mature();
    matured.open();
    expect(await first).toEqual([2_000]);
    const refused = await second;
    expect(refused).toBeInstanceOf(RefusedError);
    expect(refused).toMatchObject({ code: 'nothing_due' });
  });

  test('a run that the database ends because of a refund is made once more', async () => {
    const { pool } = database;
    const a = await seedProgram(pool, { holdDays: 0 });
    const { workspaceId, programId } = a;
    const partner = await seedPartner(pool, a);
    const link = await seedLink(pool, { workspaceId, programId, partnerId: partner.partnerId });
    const b = { ...a, ...partner, ...link };
    // The run takes one partner after the other, refunds one commission after the other: the second partner's is the older.
    const sales = [await sell(b), await sell(a)];
    await mature();
    const held = await hold('select 1 from enrollments where id = $1 for update', [b.enrollmentId]);
    const running = createRun(a);
    await untilWaiting(pool, 1);
    const refunds = Promise.all(sales.map((id) => tracking.submit(refundOf(a, id, { amountCents: 5 }))));
    // Who has waited for that long no longer looks for a deadlock, so the database ends the run and not the refunds.
    await vi.waitFor(
      async () => {
        const { rows } = await pool.query(
          `select 1 from pg_locks where not granted and waitstart < clock_timestamp() - interval '1500 milliseconds'`,
        );
        expect(rows).toHaveLength(2);
      },
      { timeout: 45_000 },
    );
    await held.commitHeld();
    expect(await running).toEqual([1_999, 1_999]);
    expect(await refunds).toMatchObject([{ kind: 'refund' }, { kind: 'refund' }]);
  });
});
