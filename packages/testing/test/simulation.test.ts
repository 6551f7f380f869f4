import { expect, test } from 'vitest';
import { createSimulation, type Simulation } from '../src/index.js';

async function simulated(
  run: (svc: Simulation) => Promise<void>,
  now = '2030-03-01T12:00:00Z',
): Promise<void> {
  const svc = await createSimulation({ now });
  try {
    await run(svc);
  } finally {
    await svc.close();
  }
}

async function sell(svc: Simulation, invoiceId: string): Promise<void> {
  const clickId = await svc.click('jane');
  const customerExternalId = `customer of ${invoiceId}`;
  expect(await svc.api.trackLead({ customerExternalId, clickId })).toMatchObject({ ok: true });
  expect(await svc.api.trackSale({ invoiceId, customerExternalId, amount: 10_000 })).toMatchObject({
    ok: true,
  });
}

test('a commission becomes payable at its time, not before', () =>
  simulated(async (svc) => {
    await sell(svc, 'order-1');
    await svc.advance({ days: 29, hours: 23, minutes: 59, seconds: 59 });
    expect((await svc.books()).balances).toMatchObject([{ pendingCents: 3_000, payableCents: 0 }]);
    await svc.advance({ seconds: 1 });
    const { balances, commissions, movements } = await svc.books();
    expect(balances).toMatchObject([
      { partner: 'Jane', currency: 'USD', pendingCents: 0, payableCents: 3_000 },
    ]);
    expect(commissions).toMatchObject([{ transactionId: 'order-1', status: 'payable' }]);
    expect(commissions[0]?.payableAt.toISOString()).toBe('2030-03-31T12:00:00.000Z');
    expect(movements.map(({ kind }) => kind)).toEqual(['earn', 'mature']);
    expect(svc.now().toISOString()).toBe('2030-03-31T12:00:00.000Z');
  }));

test('everything that is stored has the simulated time, by the program and by the database', () =>
  simulated(async (svc) => {
    await sell(svc, 'order-2');
    const { data } = await svc.management.get('/api/workspaces/{workspaceId}/event-feed', {
      path: { workspaceId: svc.workspaceId },
      query: {},
    });
    expect(data.length).toBeGreaterThan(0);
    for (const { created_at } of data) expect(created_at).toMatch(/^2030-03-01T12:00:00/);
  }));

test('several simulations have times of their own', async () => {
  await simulated(async (past) => {
    await simulated(async (future) => {
      await Promise.all([sell(past, 'order-3'), sell(future, 'order-3')]);
      await past.advance({ months: 1 });
      expect(past.now().toISOString()).toBe('2021-02-28T00:00:00.000Z');
      expect(future.now().toISOString()).toBe('2030-03-01T12:00:00.000Z');
      expect((await past.books()).balances).toMatchObject([{ pendingCents: 3_000 }]);
      await past.advance({ days: 2 });
      expect((await past.books()).balances).toMatchObject([{ payableCents: 3_000 }]);
      expect((await future.books()).balances).toMatchObject([{ pendingCents: 3_000 }]);
    });
  }, '2021-01-31T00:00:00Z');
});

test('wrong use is refused, and nothing has changed', () =>
  simulated(async (svc) => {
    await expect(svc.click('nobody')).rejects.toThrow('The click was refused');
    await expect(svc.advance({ days: -1 })).rejects.toThrow('days must be a number, 0 or more');
    await expect(svc.advance({ weeks: 1 } as never)).rejects.toThrow('weeks is no unit of time');
    await expect(svc.advanceTo('2029-01-01')).rejects.toThrow('has passed');
    await expect(svc.processor.pay({ amountCents: 0 })).rejects.toThrow('amountCents');
    expect(svc.now().toISOString()).toBe('2030-03-01T12:00:00.000Z');
    expect((await svc.books()).commissions).toEqual([]);
  }));
