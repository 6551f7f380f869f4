import type { Command } from '@svc/core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addMissedTotals } from '../../src/features/reports/add-missed-totals.js';
import type { Step } from '../../src/ingest/index.js';
import { clickOf, leadOf, refundOf, saleOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { httpClient, requireAnswer } from './http-client.js';
import { expectAccepted, openPipeline, type PipelineContext } from './pipeline-context.js';

describe.each(engines)('on %s', (engine) => {
  let context: PipelineContext;
  let program: SeededProgram;
  const batches: number[] = [];
  let failing: Step | null = null;

  beforeAll(async () => {
    context = await openPipeline(engine, {
      onBatch: (size) => void batches.push(size),
      atStep(step) {
        if (step === failing) throw new Error(`the test fails the step ${step}`);
      },
    });
    return async () => {
      await context.close();
    };
  });

  beforeEach(async () => {
    program = await seedProgram(context.pool);
    failing = null;
  });

  /** Makes a table refuse rows for which a condition over `new` holds, until the test ends or calls the result. */
  async function expectRefused(
    table: string,
    condition: string,
    when: 'at once' | 'at commit' = 'at once',
    pool = context.pool,
  ) {
    const name = uniqueName('refuse').replace('-', '_');
    await pool.query(
      `create function ${name}() returns trigger language plpgsql as
         $$ begin if ${condition} then raise exception 'refused by the test'; end if; return new; end $$`,
    );
    await pool.query(
      when === 'at once'
        ? `create trigger ${name} before insert or update on ${table} for each row execute function ${name}()`
        : `create constraint trigger ${name} after insert or update on ${table} deferrable initially deferred
             for each row execute function ${name}()`,
    );
    const dropTrigger = () => pool.query(`drop function if exists ${name} cascade`);
    if (pool === context.pool) onTestFinished(async () => void (await dropTrigger()));
    return dropTrigger;
  }

  const totalsOf = (column: string) =>
    context.number(`select coalesce(sum(${column}), 0) from daily_totals where program_id = $1`, [
      program.programId,
    ]);

  describe('a command that cannot be stored never fails its neighbours', () => {
    /** A hundred commands of all kinds, three of which the database is going to refuse. */
    async function createHundredCommands(): Promise<{ good: Command[]; bad: Command[]; sold: string[] }> {
      const sold = await Promise.all(Array.from({ length: 24 }, () => context.sale(program)));
      const clickIds = await Promise.all(Array.from({ length: 24 }, () => context.click(program)));
      const good: Command[] = [
        ...Array.from({ length: 24 }, () => clickOf(program)),
        ...clickIds.map((clickId) => leadOf(program, { clickId })),
        ...clickIds.map((clickId) => saleOf(program, { clickId })),
        ...sold.slice(0, 24).map((sale) => refundOf(program, sale, { amountCents: 100 })),
      ];
      const bad: Command[] = [
        clickOf(program, { affiliateUrl: 'https://poison.test/' }),
        leadOf(program, { email: 'poison' }),
        saleOf(program, { clickId: clickIds[0] ?? '', additionalData: '"poison"' }),
        refundOf(program, sold[0] ?? '', { amountCents: 100, refundKey: 'poison' }),
      ];
      return { good, bad, sold };
    }

    test.each(['at once', 'at commit'] as const)('when it is refused %s', async (when) => {
      const { good, bad } = await createHundredCommands();
      await expectRefused('clicks', `new.affiliate_url like '%poison%'`, when);
      await expectRefused('customers', `new.email = 'poison'`, when);
      await expectRefused('sales', `new.additional_data = '"poison"'`, when);
      await expectRefused('refunds', `new.refund_key = 'poison'`, when);
      batches.length = 0;
      const all = good.flatMap((command, index) => {
        const between = index % 24 === 12 ? bad[Math.floor(index / 24)] : undefined;
        return between === undefined ? [command] : [command, between];
      });
      const answers = await Promise.allSettled(all.map((command) => context.tracking.submit(command)));
      expect(batches).toEqual([100]);
      for (const [index, command] of all.entries()) {
        const expected = bad.includes(command)
          ? { status: 'rejected', reason: { message: 'refused by the test' } }
          : { status: 'fulfilled', value: { kind: command.kind } };
        expect(answers[index]).toMatchObject(expected);
      }
      const { programId } = program;
      expect(await context.number('select count(*) from clicks where program_id = $1', [programId])).toBe(72);
      expect(await context.number('select count(*) from leads where program_id = $1', [programId])).toBe(24);
      expect(await context.number('select count(*) from sales where program_id = $1', [programId])).toBe(48);
      expect(await context.number('select count(*) from refunds where program_id = $1', [programId])).toBe(
        24,
      );
    });
  });

  describe('a commission that cannot be stored', () => {
    test('leaves its sale, consumes the transaction id, and is completed once', async () => {
      const allow = await expectRefused('commissions', `new.program_id = ${program.programId}`);
      const sale = saleOf(program, { clickId: await context.click(program) });
      expect(await expectAccepted(context.tracking, sale)).toMatchObject({ commission: 'failed' });
      expect(context.lines.at(-1)).toMatchObject({ level: 50 });
      expect(await context.tracking.submit(sale)).toMatchObject({ refusal: 'sale_duplicate' });
      const refund = refundOf(program, sale.transactionId, { amountCents: 2_500 });
      expect(await expectAccepted(context.tracking, refund)).toMatchObject({ commission: null });
      expect(await totalsOf('sales')).toBe(1);
      expect(await totalsOf('commission_cents')).toBe(0);
      expect(await context.complete()).toEqual({ completed: 0, failed: 1 });
      await allow();
      expect(await Promise.all([context.complete(), context.complete()])).toContainEqual({
        completed: 1,
        failed: 0,
      });
      expect(await context.complete()).toEqual({ completed: 0, failed: 0 });
      expect(await totalsOf('commission_cents')).toBe(2_000);
      expect(await totalsOf('reversed_cents')).toBe(500);
      const { rows } = await context.pool.query(
        'select original_cents, amount_cents from commissions where program_id = $1',
        [program.programId],
      );
      expect(rows).toEqual([{ original_cents: 2_000, amount_cents: 1_500 }]);
    });

    test('leaves the commissions of the sales beside it', async () => {
      const allow = await expectRefused(
        'commissions',
        `new.program_id = ${program.programId} and new.original_cents = 1234`,
      );
      const clickIds = await Promise.all(Array.from({ length: 10 }, () => context.click(program)));
      const outcomes = await Promise.all(
        clickIds.map((clickId, index) =>
          expectAccepted(
            context.tracking,
            saleOf(program, { clickId, amountCents: index === 4 ? 6_170 : 10_000 }),
          ),
        ),
      );
      expect(outcomes.filter(({ commission }) => commission === 'failed')).toHaveLength(1);
      expect(outcomes[4]?.commission).toBe('failed');
      await allow();
      expect(await context.complete()).toEqual({ completed: 1, failed: 0 });
    });

    test('fails the refund that cannot be booked, and leaves the sale as it was', async () => {
      const sold = await context.sale(program);
      const allow = await expectRefused('ledger_movements', `new.kind = 'reverse'`);
      const refund = refundOf(program, sold, { amountCents: 1_000 });
      await expect(context.tracking.submit(refund)).rejects.toThrow('refused by the test');
      await allow();
      expect(await expectAccepted(context.tracking, refund)).toMatchObject({ refundedCents: 1_000 });
    });
  });

  describe('totals that cannot be stored', () => {
    test('are a warning, and are added once', async () => {
      const allow = await expectRefused('daily_totals', `new.program_id = ${program.programId}`);
      const clickId = await context.click(program);
      const sale = await expectAccepted(context.tracking, saleOf(program, { clickId }));
      expect(sale).toMatchObject({ commission: { amountCents: 2_000 } });
      expect(context.lines.at(-1)).toMatchObject({ level: 40 });
      expect(await totalsOf('sales')).toBe(0);
      await expect(addMissedTotals(context.pool)).rejects.toThrow('refused by the test');
      await allow();
      await Promise.all([addMissedTotals(context.pool), addMissedTotals(context.pool)]);
      expect(await addMissedTotals(context.pool)).toBe(0);
      expect(await totalsOf('clicks')).toBe(1);
      expect(await totalsOf('sales')).toBe(1);
      expect(await totalsOf('commission_cents')).toBe(2_000);
    });

    test('together with the commission: the sale stays, and both are made good', async () => {
      const clickId = await context.click(program);
      const allowTotals = await expectRefused('daily_totals', `new.program_id = ${program.programId}`);
      const allowCommission = await expectRefused('commissions', `new.program_id = ${program.programId}`);
      const sale = await expectAccepted(context.tracking, saleOf(program, { clickId }));
      expect(sale).toMatchObject({ commission: 'failed' });
      await allowCommission();
      expect(await context.complete()).toEqual({ completed: 0, failed: 1 });
      await allowTotals();
      expect(await context.complete()).toEqual({ completed: 1, failed: 0 });
      expect(await addMissedTotals(context.pool)).toBe(1);
      expect(await totalsOf('sales')).toBe(1);
      expect(await totalsOf('commission_cents')).toBe(2_000);
    });
  });

  describe('a fault at any step leaves each command recorded or not, never half', () => {
    const kinds = ['click', 'lead', 'sale', 'refund'] as const;

    async function commandOf(kind: (typeof kinds)[number]): Promise<Exclude<Command, { kind: 'paid' }>> {
      if (kind === 'click') return clickOf(program);
      if (kind === 'lead') return leadOf(program, { clickId: await context.click(program) });
      if (kind === 'sale') return saleOf(program, { clickId: await context.click(program) });
      return refundOf(program, await context.sale(program), { amountCents: 100 });
    }

    describe.each(kinds)('%s', (kind) => {
      test.each(['started', 'loaded', 'activity'] as const)('fails and is not recorded: %s', async (step) => {
        const command = await commandOf(kind);
        failing = step;
        await expect(context.tracking.submit(command)).rejects.toThrow('the test fails');
        failing = null;
        // Recorded now, and so not before: a second lead, sale or refund of all would be refused or different.
        const outcome = await expectAccepted(context.tracking, command);
        if (outcome.kind === 'refund') expect(outcome.refundedCents).toBe(100);
      });

      test.each(['money', 'totals'] as const)('is recorded: %s', async (step) => {
        const command = await commandOf(kind);
        failing = step;
        const outcome = await expectAccepted(context.tracking, command);
        failing = null;
        if (outcome.kind !== 'sale') return;
        if (step === 'money') expect(outcome.commission).toBe('failed');
        else expect(outcome.commission).toMatchObject({ amountCents: 2_000 });
      });
    });
  });

  test('returns 500 and then 409 for a sale without its commission, and 200 for missed totals', async () => {
    const service = await startService(engine);
    onTestFinished(() => service.close());
    const { apiKey, affiliateUrl } = await seedProgram(service.pool);
    const { post } = httpClient(service.baseUrl, apiKey);
    const { body: click } = await requireAnswer(post('/track/click', { affiliate_url: affiliateUrl }));
    await expectRefused('daily_totals', 'true', 'at once', service.pool);
    const sale = { click_id: click.click_id, amount_cents: 10_000 };
    const first = { ...sale, transaction_id: uniqueName('txn') };
    expect(await requireAnswer(post('/api/v1/track/sale', first))).toMatchObject({
      status: 200,
      body: { commission: { amount_cents: 2_000 } },
    });
    await expectRefused('commissions', 'true', 'at once', service.pool);
    const second = { ...sale, transaction_id: uniqueName('txn') };
    expect(await requireAnswer(post('/api/v1/track/sale', second))).toMatchObject({
      status: 500,
      body: { error: 'Failed to create commission' },
    });
    expect((await requireAnswer(post('/api/v1/track/sale', second))).status).toBe(409);
    await expectRefused('sales', 'true', 'at once', service.pool);
    const third = { ...sale, transaction_id: uniqueName('txn') };
    expect(await requireAnswer(post('/api/v1/track/sale', third))).toMatchObject({
      status: 500,
      body: { error: 'Sale tracking failed' },
    });
  });

  afterAll(async () => {
    await context.complete();
    await addMissedTotals(context.pool);
    expect(await context.differences()).toEqual([]);
  });
});
