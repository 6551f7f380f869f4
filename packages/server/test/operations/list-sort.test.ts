import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { lead, sale } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { seedLink, seedPartner } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

interface Row {
  readonly [field: string]: unknown;
}

describe.each(engines)('the order of lists on %s', (engine) => {
  const service = shared(() => startService(engine));

  test('partners are sorted by what they brought in the period, of amounts by those in the currency of the program', async () => {
    const { program, send } = await openProgram(service);
    const brings = async (amounts: Partial<Parameters<typeof sale>[2]>[]) => {
      const partner = await seedPartner(service.pool, program);
      const { workspaceId, programId } = program;
      const link = await seedLink(service.pool, { workspaceId, programId, partnerId: partner.partnerId });
      for (const amount of amounts) await sale(service, { ...program, ...partner, ...link }, amount);
      return partner.partnerId;
    };
    const many = await brings([{ amountCents: 100 }, { amountCents: 200 }, { amountCents: 300 }]);
    const much = await brings([{ amountCents: 5000 }]);
    const yen = await brings([{ amountCents: 900_000, currency: 'JPY' }]);
    const nothing = await brings([]);
    const ids = async (query: string) =>
      (await send('GET', `/partners?${query}`)).body.data.map(({ id }: Row) => id);
    const idle = [nothing, program.partnerId];
    expect(await ids('sort=-revenue')).toEqual([much, many, nothing, yen, program.partnerId]);
    expect(await ids('sort=-commission')).toEqual([much, many, nothing, yen, program.partnerId]);
    expect(await ids('sort=-sales')).toEqual([many, yen, much, ...idle]);
    expect(await ids('sort=-clicks&limit=3')).toEqual([many, yen, much]);
    expect(await ids('sort=revenue&from=2020-01-01&to=2020-01-02')).toEqual([
      ...[program.partnerId, many, much, yen, nothing],
    ]);
    const first = (await send('GET', '/partners?sort=-sales&limit=2')).body;
    expect(await ids(`sort=-sales&limit=2&cursor=${first.next_cursor}`)).toEqual([much, nothing]);
  });

  test('a cursor belongs to its order and its search', async () => {
    const { program, send } = await openProgram(service);
    for (let count = 0; count < 3; count += 1) await sale(service, program);
    const cursor = (await send('GET', '/sales?sort=amount_cents&limit=1')).body.next_cursor;
    expect((await send('GET', `/sales?sort=amount_cents&cursor=${cursor}`)).body.data).toHaveLength(2);
    for (const query of ['', 'sort=-amount_cents&', 'sort=amount_cents&q=a&']) {
      const answer = await send('GET', `/sales?${query}cursor=${cursor}`);
      expect([query, answer.status, answer.body]).toEqual([query, 400, { error: 'cursor is invalid' }]);
    }
  });

  test('an order by text is the same whatever the case, with what has none at the beginning', async () => {
    const { program, send } = await openProgram(service);
    const { programId } = program;
    for (const key of [`b-${programId}`, `B-${programId}`, `ä-${programId}`, `A-${programId}`]) {
      await lead(service, program, { customerKey: key });
    }
    await service.pool.query(
      `insert into customers (id, workspace_id, program_id, status, click_ms, click_number, created_at, test_mode)
       select nextval('tracking_id_blocks') * 1000, $1, $2::bigint, 'visitor', $2::bigint, n, now(), false from generate_series(1, 2) n`,
      [program.workspaceId, programId],
    );
    const keys: unknown[] = [];
    let cursor = '';
    do {
      const { body } = await send('GET', `/customers?sort=customer_key&limit=1${cursor}`);
      keys.push(...body.data.map((row: Row) => row.customer_key));
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    expect(keys).toEqual([
      null,
      null,
      `A-${programId}`,
      `b-${programId}`,
      `B-${programId}`,
      `ä-${programId}`,
    ]);
    const { body } = await send('GET', '/customers?sort=-customer_key');
    expect(body.data.map((row: Row) => row.customer_key)).toEqual(keys.toReversed());
  });
});
