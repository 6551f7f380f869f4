import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, refund, sale, signInAs } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

describe.each(engines)('filters of lists on %s', (engine) => {
  const service = shared(() => startService(engine));

  test('sales are found by their days and by whether anything was refunded, and files are named after the days', async () => {
    const { program, send } = await openProgram(service);
    const cookie = await signInAs(service, program.workspaceId, 'owner');
    const asFile = async (query: string) => {
      const path = `/api/programs/${program.programId}/commissions?format=csv&${query}`;
      const { headers } = await ask(service, path, { cookie });
      return /filename="(.*)"/.exec(headers.get('content-disposition') ?? '')?.[1];
    };
    const refunded = await sale(service, program, {});
    await refund(service, program, { transactionId: refunded.transactionId, amountCents: 1 });
    const kept = await sale(service, program, {});
    const found = async (query: string) =>
      (await send('GET', `/sales?${query}`)).body.data.map(({ id }: { id: number }) => id);
    expect(await found('refunded=true')).toEqual([refunded.saleId]);
    expect(await found('refunded=false')).toEqual([kept.saleId]);
    const day = (await send('GET', '/sales')).body.data[0].occurred_at.slice(0, 10);
    expect(await found(`from=${day}&to=${day}`)).toHaveLength(2);
    expect(await found('to=2020-01-01')).toEqual([]);
    expect(await found('from=2999-01-01')).toEqual([]);
    expect((await send('GET', '/sales?from=2026-02-31')).body).toEqual({ error: 'from is invalid' });
    expect((await send('GET', '/sales?refunded=maybe')).status).toBe(400);
    expect(await asFile('from=2026-10-01&to=2026-10-31')).toBe('commissions-2026-10-01-2026-10-31.csv');
    expect(await asFile('to=2026-10-31')).toBe('commissions-to-2026-10-31.csv');
  });
});
