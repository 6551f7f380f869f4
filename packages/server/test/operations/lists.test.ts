import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, click, lead, refund, sale } from '../support/management.js';
import { sharedViewer } from '../support/open-program.js';
import { PROGRAM_DEFAULTS } from '../support/program-defaults.js';
import { type SeededProgram, seedLink, seedPartner, seedProgram, seedRule } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

interface Row {
  readonly id: number;
}

describe.each(engines)('lists on %s', (engine) => {
  const service = shared(() => startService(engine));
  const viewer = sharedViewer(service);
  function list(program: SeededProgram, path: string) {
    return ask(service, `/api/programs/${program.programId}/${path}`, { cookie: viewer.cookie });
  }

  /** Reads a list to its end, page by page; `between` runs after each page. */
  async function readAll(
    program: SeededProgram,
    name: string,
    limit: number,
    between: () => Promise<unknown> = async () => {},
  ): Promise<Row[]> {
    const rows: Row[] = [];
    let cursor: string | null = null;
    do {
      const after = cursor === null ? '' : `&cursor=${cursor}`;
      const answer = await list(program, `${name}?limit=${limit}${after}`);
      expect(answer.status).toBe(200);
      expect(answer.body.data.length).toBeLessThanOrEqual(limit);
      rows.push(...answer.body.data);
      cursor = answer.body.next_cursor;
      await between();
    } while (cursor !== null);
    return rows;
  }

  test('sales contain all fields of a sale', async () => {
    const program = await viewer.open();
    const { saleId, transactionId, customerKey } = await sale(service, program, {
      amountCents: 11_900,
      taxCents: 1_900,
      currency: 'EUR',
      source: 'processor',
    });
    await refund(service, program, { transactionId, amountCents: 900 });
    const { body } = await list(program, 'sales');
    expect(body).toEqual({
      data: [
        {
          id: saleId,
          transaction_id: transactionId,
          amount_cents: 11_900,
          tax_cents: 1_900,
          currency: 'EUR',
          items: null,
          refunded_amount_cents: 900,
          test_mode: false,
          source: 'processor',
          customer_id: expect.any(Number),
          customer_key: customerKey,
          partner_id: program.partnerId,
          link_id: program.linkId,
          code: null,
          code_result: null,
          credit_code: null,
          commission_state: 'earned',
          commission_status: 'pending',
          no_commission_code: null,
          no_commission_reason: null,
          occurred_at: expect.stringMatching(/Z$/),
          recorded_at: expect.stringMatching(/Z$/),
        },
      ],
      next_cursor: null,
    });
  });

  test('commissions contain the current and the original amount', async () => {
    const program = await viewer.open();
    const { saleId, commissionId, transactionId, customerKey } = await sale(service, program);
    await refund(service, program, { transactionId, amountCents: 2_500 });
    const { body } = await list(program, 'commissions');
    expect(body.data).toEqual([
      {
        id: commissionId,
        sale_id: saleId,
        lead_id: null,
        partner_id: program.partnerId,
        amount_cents: 1_500,
        original_amount_cents: 2_000,
        currency: 'USD',
        status: 'pending',
        hold_kind: null,
        hold_reason: null,
        flags: ['fast_sale'],
        payable_at: expect.stringMatching(/Z$/),
        payout_id: null,
        rule_id: program.ruleId,
        reassigned_at: null,
        rejected_at: null,
        rejection_reason: null,
        created_at: expect.stringMatching(/Z$/),
        transaction_id: transactionId,
        customer_id: expect.any(Number),
        customer_key: customerKey,
        partner_name: 'Jane',
        sale_amount_cents: 10_000,
        sale_currency: 'USD',
        rule_type: 'percent',
        basis_points: 2_000,
      },
    ]);
  });

  test('customers contain their status, without their email', async () => {
    const program = await viewer.open();
    const { customerKey, saleId } = await sale(service, program, { atMs: Date.now() - 1000 });
    const unattributed = await lead(service, program, { clickId: null });
    const { body } = await list(program, 'customers');
    expect(body.data).toMatchObject([
      { customer_key: unattributed, status: 'lead', click_id: null, partner_id: null, first_sale_id: null },
      { customer_key: customerKey, status: 'customer', partner_id: program.partnerId, first_sale_id: saleId },
    ]);
    expect(body.data[1].click_id).toMatch(/^cust_\d+_\d+$/);
    expect(JSON.stringify(body)).not.toContain('secret@customer.test');
  });

  test('partners contain their own rule in force, or null where the program’s counts', async () => {
    const program = await viewer.open();
    const flat = { type: 'flat', basisPoints: null, amountCents: 500, durationMonths: 0 } as const;
    await seedRule(service.pool, program.programId, flat, { enrollmentId: program.enrollmentId });
    const second = { ...flat, amountCents: 700, durationMonths: null };
    await seedRule(service.pool, program.programId, second, {
      enrollmentId: program.enrollmentId,
      version: 2,
    });
    const other = await seedPartner(service.pool, program, 'pending');
    const { body } = await list(program, 'partners');
    expect(body.data).toMatchObject([
      { id: other.partnerId, enrollment_id: other.enrollmentId, status: 'pending', commission: null },
      {
        id: program.partnerId,
        status: 'approved',
        name: 'Jane',
        email: expect.stringContaining('@'),
        commission: {
          version: 2,
          type: 'flat',
          amount_cents: 700,
          basis_points: null,
          duration_months: null,
        },
      },
    ]);
  });

  test('partners are found by a part of the name or of the address, in any case, and by nothing else', async () => {
    const program = await viewer.open();
    const other = await seedPartner(service.pool, program, 'pending');
    const renamed = [other.partnerId, `j_b+${other.partnerId}@blog.test`];
    await service.pool.query(`update partners set name = 'Jürgen 100%', email = $2 where id = $1`, renamed);
    const idsFoundBy = async (search: string) => {
      const { body } = await list(program, `partners?search=${encodeURIComponent(search)}`);
      return body.data.map(({ id }: Row) => id);
    };
    expect(await idsFoundBy('jür')).toEqual([other.partnerId]);
    expect(await idsFoundBy('0%')).toEqual([other.partnerId]);
    expect(await idsFoundBy('J_B+')).toEqual([other.partnerId]);
    expect(await idsFoundBy('JANE')).toEqual([program.partnerId]);
    expect([...(await idsFoundBy('Jan%')), ...(await idsFoundBy('Jan_'))]).toEqual([]);
    expect((await list(program, 'partners?search=')).status).toBe(400);
  });

  test('links contain the address to share', async () => {
    const program = await viewer.open();
    await service.pool.query('update links set destination_url = null where id = $1', [program.linkId]);
    const { linkId, shortLink } = await addLink(program);
    await service.pool.query('update links set destination_url = $2 where id = $1', [
      linkId,
      'https://shop.test/sale?page=2&aff=old#top',
    ]);
    const { body } = await list(program, 'links');
    expect(body.data.map((link: { url: string }) => link.url)).toEqual([
      `https://shop.test/sale?page=2&aff=${shortLink}#top`,
      program.affiliateUrl,
    ]);
  });

  test('programs contain their rule in force and their origins', async () => {
    const program = await viewer.open({ origins: ['https://b.test', 'https://a.test'], holdDays: 7 });
    const bare = await seedProgram(service.pool, {
      workspaceId: program.workspaceId,
      rule: null,
      origins: [],
    });
    const answer = await ask(service, `/api/workspaces/${program.workspaceId}/programs`, {
      cookie: viewer.cookie,
    });
    expect(answer.body).toEqual({
      data: [
        expect.objectContaining({ id: bare.programId, commission: null, allowed_origins: [] }),
        {
          id: program.programId,
          name: expect.any(String),
          domain: expect.any(String),
          currency: 'USD',
          cookie_window_days: 60,
          hold_days: 7,
          ...PROGRAM_DEFAULTS,
          commission: expect.objectContaining({ version: 1, type: 'percent', basis_points: 2000 }),
          allowed_origins: ['https://a.test', 'https://b.test'],
          hosts: ['a.test', 'b.test'].map((host) => ({
            host,
            status: 'serving',
            record: expect.any(String),
          })),
          workspace_id: program.workspaceId,
          minimum_payout_cents: 0,
          minimum_payouts: [],
          payout_schedule: null,
          next_payout_at: null,
          payout_details_hold_hours: 72,
          click_retention_months: null,
          accepts_applications: false,
          application_text: null,
          archived_at: null,
          created_at: expect.stringMatching(/Z$/),
        },
      ],
      next_cursor: null,
    });
  });

  describe.each(['sales', 'commissions', 'customers', 'events', 'partners', 'links'])(
    'pages of %s',
    (name) => {
      test('show every row once and in order while rows are being added', async () => {
        const program = await viewer.open();
        const atMs = Date.now() - 10_000;
        // Rows at the same millisecond are the ones a careless position loses.
        for (let index = 0; index < 7; index += 1) await addOne(program, atMs + Math.floor(index / 3));
        const before = await readAll(program, name, 200);
        const newest = atMs + 1_000;
        const seen = await readAll(program, name, 2, () => addOne(program, newest));
        expect(before.length).toBeGreaterThanOrEqual(7);
        expect(seen.map(keyOf)).toEqual(before.map(keyOf));
        const after = await readAll(program, name, 3);
        expect(after.length).toBeGreaterThan(before.length);
        expect(after.slice(-before.length).map(keyOf)).toEqual(before.map(keyOf));
      });

      test('400 for a limit that is no positive integer', async () => {
        const program = await viewer.open();
        for (const limit of ['0', '-1', '1.5', 'ten', '', '1e2', '5&limit=6']) {
          const answer = await list(program, `${name}?limit=${limit}`);
          expect([limit, answer.status, answer.body]).toEqual([limit, 400, { error: 'limit is invalid' }]);
        }
      });

      test('400 for a cursor that was not given out for this list', async () => {
        const program = await viewer.open();
        const sibling = await seedProgram(service.pool, { workspaceId: program.workspaceId });
        for (const one of [program, program, sibling, sibling]) {
          await addOne(one, Date.now());
        }
        const elsewhere = (await list(sibling, `${name}?limit=1`)).body.next_cursor;
        expect(elsewhere).toEqual(expect.any(String));
        const other = name === 'links' ? 'partners' : 'links';
        const { programId } = program;
        const encodeCursor = (...parts: unknown[]) =>
          Buffer.from(JSON.stringify(parts)).toString('base64url');
        const cursors = [
          '',
          'x',
          '%00',
          'bnVsbA',
          elsewhere,
          encodeCursor(`${other} ${programId}`, 1),
          encodeCursor(`${name} ${programId}`),
          encodeCursor(`${name} ${programId}`, 1, 2, 3, 4),
          encodeCursor(`${name} ${programId}`, 'x', null, {}),
          encodeCursor(`${name} ${programId}`, 1.5, 1.5, 1.5),
        ];
        for (const cursor of cursors) {
          const answer = await list(program, `${name}?cursor=${cursor}`);
          expect([cursor, answer.status, answer.body]).toEqual([cursor, 400, { error: 'cursor is invalid' }]);
        }
      });

      test('a forged position beyond all numbers is answered, not a failure', async () => {
        const program = await viewer.open();
        for (const number of [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER]) {
          for (const length of [1, 2, 3]) {
            const position = [`${name} ${program.programId}`, ...Array.from({ length }, () => number)];
            const cursor = Buffer.from(JSON.stringify(position)).toString('base64url');
            const answer = await list(program, `${name}?cursor=${cursor}`);
            expect(answer.status).toBeLessThan(500);
          }
        }
      });
    },
  );

  test('a page has 50 rows unless asked otherwise, and at most 200', async () => {
    const program = await viewer.open();
    await Promise.all(Array.from({ length: 201 }, () => click(service, program)));
    for (const [query, length] of [
      ['', 50],
      ['?limit=1', 1],
      ['?limit=200', 200],
      ['?limit=100000', 200],
    ] as const) {
      const { body } = await list(program, `events${query}`);
      expect(body.data).toHaveLength(length);
      expect(body.next_cursor).toEqual(expect.any(String));
    }
  });

  test('rows that are not of whole milliseconds are neither skipped nor repeated', async () => {
    const program = await viewer.open();
    for (let index = 0; index < 4; index += 1) await sale(service, program);
    await service.pool.query(
      `update sales set occurred_at = timestamptz '2026-01-02 03:04:05.678' + id % 1000 * interval '1 microsecond'
        where program_id = $1`,
      [program.programId],
    );
    const rows = await readAll(program, 'sales', 1);
    expect(new Set(rows.map(keyOf)).size).toBe(4);
    expect(rows).toHaveLength(4);
    const events = await readAll(program, 'events', 1);
    expect(events).toHaveLength(12);
    expect(new Set(events.map(keyOf)).size).toBe(12);
  });

  /** Adds something to every list: a sale with its click, customer, lead and commission, a partner and a link. */
  async function addOne(program: SeededProgram, atMs: number): Promise<void> {
    await sale(service, program, { atMs });
    await seedPartner(service.pool, program);
    await addLink(program);
  }

  function addLink({ workspaceId, programId, partnerId }: SeededProgram) {
    return seedLink(service.pool, { workspaceId, programId, partnerId });
  }
});

function keyOf(row: Row): string {
  return `${(row as { type?: string }).type ?? ''} ${row.id}`;
}
