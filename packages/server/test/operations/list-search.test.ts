import { beforeAll, describe, expect, test } from 'vitest';
import { eventIdOf } from '../../src/features/events/event-id.js';
import { OPERATIONS } from '../../src/features/index.js';
import { engines } from '../support/engines.js';
import { ask, click, lead, refund, sale, signIn, signInAs } from '../support/management.js';
import { createSender, openProgram } from '../support/open-program.js';
import { fillPath } from '../support/routes.js';
import { seedPartner, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { pathValueCreators, payableSale, seedPartnerUser } from '../support/workspace.js';

// Lists that are answered whole take no order, and reports have no pages.
const LISTS = OPERATIONS.filter(
  ({ readPart, input }) =>
    readPart !== undefined && 'sort' in input.properties && 'cursor' in input.properties,
);

interface Row {
  readonly [field: string]: unknown;
}

describe.each(engines)('searching and sorting lists on %s', (engine) => {
  const service = shared(() => startService(engine));

  describe('every list', () => {
    let cookies: { readonly owner: string; readonly partner: string };
    let pathOf: (path: string) => Promise<string>;
    beforeAll(async () => {
      const program = await seedProgram(service.pool, { holdDays: 0 });
      const { transactionId } = await payableSale(service, program);
      await refund(service, program, { transactionId, amountCents: 100 });
      const partner = await seedPartnerUser(service.pool, program, program.partnerId);
      const owner = await signInAs(service, program.workspaceId, 'owner');
      cookies = { owner, partner: await signIn(service, partner.email) };
      const makers = pathValueCreators(service, program);
      for (const kind of ['codes', 'payouts', 'claims', 'adjustments', 'invitations', 'management-keys']) {
        await makers[kind]?.();
      }
      pathOf = (path) => fillPath(path.replaceAll(/:(\w+)/g, '{$1}'), program, makers);
    });

    test.each(LISTS.map((list) => [list.name, list] as const))(
      '%s is sorted by what it offers, searched, and given as a file',
      async (_, { path, permission, input }) => {
        const cookie = permission === 'partner' ? cookies.partner : cookies.owner;
        const filled = await pathOf(path);
        const get = (query: string, headers = {}) => ask(service, `${filled}${query}`, { cookie, headers });
        const { sort, q } = input.properties as Record<string, { enum?: readonly string[] }>;
        for (const one of sort?.enum ?? []) {
          const whole = await get(`?sort=${one}&limit=200`);
          expect([one, whole.status, whole.body.error]).toEqual([one, 200, undefined]);
          const paged: Row[] = [];
          let cursor = '';
          do {
            const { body } = await get(`?sort=${one}&limit=1${cursor}`);
            paged.push(...body.data);
            cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
          } while (cursor !== '');
          expect([one, paged]).toEqual([one, whole.body.data]);
        }
        expect(sort?.enum?.length).toBeGreaterThan(0);
        const unknown = await get('?sort=-unheard_of');
        expect([unknown.status, unknown.body]).toEqual([400, { error: 'sort is invalid' }]);
        if (q !== undefined) {
          expect((await get('?q=nothing-has-this%25_%27')).body).toMatchObject({
            data: [],
            next_cursor: null,
          });
          expect((await get('?q=%20')).body.data).toEqual((await get('')).body.data);
        }
        const { data } = (await get('?limit=200')).body;
        const lines = String((await get('?format=ndjson')).body ?? '')
          .split('\n')
          .slice(0, -1);
        expect(lines.map((line) => JSON.parse(line))).toEqual(data);
        const csv = await get('', { accept: 'text/csv' });
        expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
        expect(csv.headers.get('content-disposition')).toMatch(
          /^attachment; filename="[a-z-]+-[0-9-]{10}\.csv"$/,
        );
        expect(String(csv.body).split('\r\n').length).toBeGreaterThan(data.length);
        const invalid = await get('?format=xls');
        expect([invalid.status, invalid.body]).toEqual([400, { error: 'format is invalid' }]);
      },
    );
  });

  test('sales, commissions, customers and events are found by whatever people know them by', async () => {
    const { program, send } = await openProgram(service);
    const jane = await seedPartner(service.pool, program);
    await service.pool.query(`update partners set name = 'Jürgen Zoë' where id = $1`, [jane.partnerId]);
    const first = await sale(service, program, {
      transactionId: `Order-A-${program.programId}`,
      references: [`pi_X${program.programId}`],
      customerKey: await lead(service, program, {
        customerKey: `Cust-Ada-${program.programId}`,
        email: `ada-${program.programId}@shop.test`,
      }),
    });
    await refund(service, program, { transactionId: first.transactionId, amountCents: 100 });
    const second = await sale(service, program, { transactionId: `Order-B-${program.programId}` });
    await service.pool.query('update sales set partner_id = $2 where id = $1', [
      second.saleId,
      jane.partnerId,
    ]);
    await service.pool.query('update commissions set partner_id = $2 where id = $1', [
      second.commissionId,
      jane.partnerId,
    ]);
    const found = async (list: string, q: string) => {
      const { body } = await send('GET', `/${list}?q=${encodeURIComponent(q)}`);
      return body.data.map((row: Row) => row.sale_id ?? row.customer_key ?? row.id);
    };
    const { saleId, customerKey } = first;
    const key = `cust-ada-${program.programId}`;
    for (const q of [
      `ORDER-A-${program.programId}`,
      `er-a-${program.programId}`,
      `PI_x${program.programId}`,
      key,
      `ADA-${program.programId}@`,
    ]) {
      const bySale = async (list: string) =>
        (await send('GET', `/${list}?q=${encodeURIComponent(q)}`)).body.data.map(
          (row: Row) => row.transaction_id,
        );
      expect([q, await bySale('sales')]).toEqual([q, [first.transactionId]]);
      expect([q, await bySale('commissions')]).toEqual([q, [first.transactionId]]);
    }
    expect(await found('commissions', 'jürgen')).toEqual([second.saleId]);
    expect((await send('GET', '/sales?q=zoë')).body.data).toMatchObject([{ id: second.saleId }]);
    for (const q of [key, `st-ada-${program.programId}`, `ada-${program.programId}@shop`]) {
      expect([q, await found('customers', q)]).toEqual([q, [customerKey]]);
    }
    const { body } = await send('GET', `/events?q=${first.transactionId}`);
    expect(body.data.map(({ type, sale_id }: Row) => [type, sale_id])).toEqual([
      ['refund', saleId],
      ['sale', saleId],
    ]);
    expect((await send('GET', `/events?q=${key}`)).body.data.map(({ type }: Row) => type)).toEqual([
      'refund',
      'sale',
      'lead',
    ]);
  });

  test('sales and commissions are found by their amount as people write it in its currency', async () => {
    const { program, send } = await openProgram(service);
    const usd = await sale(service, program, { amountCents: 123_450 });
    const yen = await sale(service, program, { amountCents: 1234, currency: 'JPY' });
    const found = async (list: string, q: string) =>
      (await send('GET', `/${list}?q=${encodeURIComponent(q)}`)).body.data.map(
        (row: Row) => row.transaction_id,
      );
    for (const q of ['1234.50', '1,234.50', '1.234,50', '$1,234.50', '1234.50 usd']) {
      expect([q, await found('sales', q)]).toEqual([q, [usd.transactionId]]);
    }
    for (const q of ['1234', '¥1,234', 'JPY 1234']) {
      expect([q, await found('sales', q)]).toEqual([q, [yen.transactionId]]);
    }
    for (const q of ['1234.50 EUR', '1234.5 XXY', '1234.51', 'USD']) {
      expect([q, await found('sales', q)]).toEqual([q, []]);
    }
    expect(await found('commissions', '246.90')).toEqual([usd.transactionId]);
    expect(await found('commissions', '247')).toEqual([yen.transactionId]);
  });

  test('several words find what has each of them', async () => {
    const { program, send } = await openProgram(service);
    const jane = await seedPartner(service.pool, program);
    const name = `Jürgen Zoë ${program.programId}`;
    await service.pool.query('update partners set name = $2 where id = $1', [jane.partnerId, name]);
    const [hers, cheap, others] = [
      await sale(service, program, { amountCents: 4900 }),
      await sale(service, program, { amountCents: 5000 }),
      await sale(service, program, { amountCents: 4900 }),
    ];
    for (const { transactionId } of [hers, cheap]) {
      await service.pool.query(
        `with assigned as (update sales set partner_id = $2 where transaction_id = $1 returning id, customer_id),
              of_customer as (update customers u set partner_id = $2 from assigned a where u.id = a.customer_id)
         update commissions c set partner_id = $2 from assigned a where c.sale_id = a.id`,
        [transactionId, jane.partnerId],
      );
    }
    const found = async (list: string, q: string) =>
      (await send('GET', `/${list}?q=${encodeURIComponent(q)}`)).body.data.map(
        (row: Row) => row.transaction_id ?? row.customer_key,
      );
    for (const q of [
      'zoë 49.00',
      '49.00 USD jürgen',
      `  ${hers.customerKey}   ZOë `,
      `${hers.transactionId} zoë`,
    ]) {
      expect([q, await found('sales', q)]).toEqual([q, [hers.transactionId]]);
    }
    expect(await found('commissions', 'jürgen 9.80')).toEqual([hers.transactionId]);
    expect(await found('customers', `zoë ${hers.customerKey}`)).toEqual([hers.customerKey]);
    for (const q of ['zoë 49 EUR', `zoë ${others.transactionId}`, 'zoë nobody 49']) {
      expect([q, await found('sales', q)]).toEqual([q, []]);
    }
    const partners = async (q: string) =>
      (await send('GET', `/partners?q=${encodeURIComponent(q)}`)).body.data.map((row: Row) => row.id);
    expect(await partners(`zoë ${program.programId} jürgen`)).toEqual([jane.partnerId]);
    expect(await partners('jürgen nobody')).toEqual([]);
  });

  test('a click is found by its id, and nothing of another program by anything', async () => {
    const { program, send } = await openProgram(service);
    const sibling = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    const clickId = await click(service, program);
    expect((await send('GET', `/events?q=${clickId}`)).body.data).toMatchObject([
      { type: 'click', click_id: clickId },
    ]);
    const other = await sale(service, sibling);
    for (const list of ['sales', 'commissions', 'customers', 'events']) {
      for (const q of [other.transactionId, other.customerKey]) {
        expect((await send('GET', `/${list}?q=${q}`)).body.data).toEqual([]);
      }
    }
  });

  test('what is beyond the newest rows is found by how it begins', async () => {
    const { program, send } = await openProgram(service);
    const old = await lead(service, program, { customerKey: `old-one-${program.programId}` });
    await service.pool.query(
      `insert into customers (id, workspace_id, program_id, customer_key, status, click_ms, click_number, created_at, test_mode)
       select nextval('tracking_id_blocks') * 1000, $1, $2::bigint, 'filler-' || $2 || '-' || n, 'visitor', null, null, now() + interval '1 minute', false
         from generate_series(1, 5000) n`,
      [program.workspaceId, program.programId],
    );
    const keys = async (q: string) =>
      (await send('GET', `/customers?q=${q}`)).body.data.map((row: Row) => row.customer_key);
    expect(await keys('OLD-ONE')).toEqual([old]);
    expect(await keys('ld-one')).toEqual([]);
    expect(await keys(`-${program.programId}-4999`)).toEqual([`filler-${program.programId}-4999`]);
  });

  test('audit entries, deliveries and seals are found however old they are', async () => {
    const { program } = await openProgram(service);
    const { pool } = service;
    const { workspaceId } = program;
    const find = createSender(
      service,
      await signInAs(service, workspaceId, 'owner'),
      `/api/workspaces/${workspaceId}`,
    );
    await pool.query(
      `insert into audit_entries (workspace_id, user_email, action, target_type, target_id, occurred_at)
       select $1, case n when 0 then 'Ada@old.test' else 'new@paying.test' end,
              case n when 0 then 'payout.undo' else 'link.create' end, 'link', case n when 0 then '77001' else '5' end,
              now() + (n - 6000) * interval '1 second'
         from generate_series(0, 5000) n`,
      [workspaceId],
    );
    const actions = async (q: string) =>
      (await find('GET', `/audit?limit=2&q=${q}`)).body.data.map((row: Row) => row.action);
    for (const q of ['ADA@', 'payout.u', '7700']) expect([q, await actions(q)]).toEqual([q, ['payout.undo']]);
    expect(await actions('da@old')).toEqual([]);
    expect(await actions('ew@pay')).toEqual(['link.create', 'link.create']);
    expect(await actions('new@')).toEqual(['link.create', 'link.create']);
    await pool.query(
      `insert into audit_entries (workspace_id, user_email, action, target_type, target_id, before, after)
       values ($1, 'new@paying.test', 'partner.update', 'partner', $2, null, null),
              ($1, 'new@paying.test', 'payout_run.pay', 'payout_run', '64207', null, null),
              ($1, 'new@paying.test', 'webhook.test', 'webhook', 'no-number', null, null),
              ($1, 'new@paying.test', 'program.update', 'program', '9', '{"hold_days": 7, "name": "Sunup"}', '{"hold_days": 30, "name": "Sunup"}'),
              ($1, 'new@paying.test', 'member.invite', 'invitation', '1', null, '{"email": "finn@team.test"}')`,
      [workspaceId, String(program.partnerId)],
    );
    await pool.query(`update partners set name = 'Elena Rossi' where id = $1`, [program.partnerId]);
    for (const [q, action] of [
      ['elena r', 'partner.update'],
      ['run 6420', 'payout_run.pay'],
      ['payout run 64207', 'payout_run.pay'],
      ['no-num', 'webhook.test'],
      ['finn@', 'member.invite'],
    ] as const)
      expect([q, await actions(encodeURIComponent(q))]).toEqual([q, [action]]);
    for (const [q, found] of [
      ['hold days', ['program.update']],
      ['Warteliste', []],
      ['Warteliste&q_fields=hold_days', ['program.update']],
      ['Warteliste&q_fields=name', []],
      ['Warteliste&q_actions=member.invite,program.update', ['member.invite', 'program.update']],
    ] as const)
      expect([q, await actions(q)]).toEqual([q, found]);

    const { rows } = await pool.query<{ id: number }>(
      `insert into webhooks (workspace_id, url, format, secret, position) values ($1, 'https://1.1.1.1/', 'standard', '', 0)
       returning id`,
      [workspaceId],
    );
    await pool.query(
      `insert into webhook_deliveries (webhook_id, sequence, event_id, type)
       select $1, n, 1000000 + n, 'sale.created' from generate_series(1, 5001) n`,
      [rows[0]?.id],
    );
    const deliveries = async (q: string) =>
      (await find('GET', `/webhooks/${rows[0]?.id}/deliveries?limit=2&q=${q}`)).body.data.map(
        (row: Row) => row.sequence,
      );
    expect(await deliveries('1')).toEqual([1]);
    expect(await deliveries(eventIdOf(1_000_002))).toEqual([2]);
    expect(await deliveries('le.cre')).toEqual([5001, 5000]);

    await pool.query(
      `insert into seals (workspace_id, number, previous_hash, hash, counts, contents, sealed_at, key_id, signature)
       select $1, n, case when n > 1 then encode(sha256((n - 1)::text::bytea), 'hex') end, encode(sha256(n::text::bytea), 'hex'), '{}', '{}', now(), '', ''
         from generate_series(1, 5001) n`,
      [workspaceId],
    );
    const seals = async (q: string) =>
      (await find('GET', `/seals?limit=2&q=${q}`)).body.data.map((row: Row) => row.number);
    expect(await seals('1')).toContain(5001);
    expect((await find('GET', '/seals?sort=number&limit=1&q=1')).body.data).toMatchObject([{ number: 1 }]);
    const { hash } = (await find('GET', '/seals/4000')).body;
    expect(await seals(hash.slice(3, 20))).toEqual([4000]);
  });

  test('one audit entry and one seal are read by what an address names, in their own workspace only', async () => {
    const { program } = await openProgram(service);
    const elsewhere = await seedProgram(service.pool);
    const makers = pathValueCreators(service, elsewhere);
    const [entry, seal] = [await makers.audit?.(), await makers.seals?.()];
    for (const [workspaceId, status] of [
      [elsewhere.workspaceId, 200],
      [program.workspaceId, 404],
    ] as const) {
      const send = createSender(
        service,
        await signInAs(service, workspaceId, 'owner'),
        `/api/workspaces/${workspaceId}`,
      );
      expect((await send('GET', `/audit/${entry}`)).status).toBe(status);
      expect((await send('GET', `/seals/${seal}`)).status).toBe(status);
    }
  });

  test('partners find their commissions by the link or code that earned them', async () => {
    const { program } = await openProgram(service);
    const { email } = await seedPartnerUser(service.pool, program, program.partnerId);
    const { commissionId } = await sale(service, program);
    await sale(service, program);
    const { rows } = await service.pool.query(
      `select l.short_link from commissions c join sales s on s.id = c.sale_id join links l on l.id = s.link_id where c.id = $1`,
      [commissionId],
    );
    const send = createSender(
      service,
      await signIn(service, email),
      `/api/partner/programs/${program.programId}`,
    );
    const q = String(rows[0].short_link).slice(1).toUpperCase();
    expect((await send('GET', `/commissions?q=${q}`)).body.data).toHaveLength(2);
    await service.pool.query(
      `with made as (insert into codes (program_id, partner_id, enrollment_id, code) values ($1, $2, $3, $4) returning id)
       update sales set credit_code_id = (select id from made)
        where id = (select sale_id from commissions where id = $5)`,
      [
        program.programId,
        program.partnerId,
        program.enrollmentId,
        `AUTUMN${program.programId}`,
        commissionId,
      ],
    );
    expect((await send('GET', '/commissions?q=utumn')).body.data).toMatchObject([{ id: commissionId }]);
  });

  test('partners search their own lists only, and do not learn of others', async () => {
    const { program } = await openProgram(service);
    const { email } = await seedPartnerUser(service.pool, program, program.partnerId);
    const other = await seedPartner(service.pool, program);
    for (const [partnerId, code] of [
      [program.partnerId, `SPRING${program.programId}`],
      [other.partnerId, `SUMMER${program.programId}`],
    ] as const) {
      await service.pool.query(
        `insert into codes (program_id, partner_id, enrollment_id, code)
         select $1, $2, id, $3 from enrollments where program_id = $1 and partner_id = $2`,
        [program.programId, partnerId, code],
      );
    }
    const send = createSender(
      service,
      await signIn(service, email),
      `/api/partner/programs/${program.programId}`,
    );
    expect((await send('GET', '/codes?q=s')).body.data).toMatchObject([
      { code: `SPRING${program.programId}` },
    ]);
    expect((await send('GET', '/codes?q=summer')).body.data).toEqual([]);
  });
});
