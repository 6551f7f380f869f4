import { IMPORT_SYSTEMS, type ImportReport } from '@svc/contract';
import type { SaleCommand } from '@svc/core';
import { describe, expect, test } from 'vitest';
import { importWorkspace } from '../../src/transfer/import-workspace.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { trackingClient } from '../http/tracking-client.js';
import { leadOf, saleOf } from '../support/commands.js';
import { engines, openTestDatabase } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { createSender, openProgram } from '../support/open-program.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { exported } from '../transfer/transfer-support.js';
import {
  filesOf,
  MAPPING,
  openImporting,
  PARTNERS,
  partnersFile,
  RULE,
  replayed,
  salesFile,
} from './imports-support.js';

const usd = (sums: object) => [{ currency: 'USD', ...sums }];

describe.each(engines)('imports on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));
  const client = trackingClient(service);

  test('leave every refund id to callers, also the word import', async () => {
    const { program, send, mark } = await openImporting(service);
    await send('POST', '/imports', { mapping: 'rewardful', files: filesOf('rewardful', mark) });
    const { rows } = await service.pool.query(
      `select transaction_id, amount_cents - refunded_cents as left_cents from sales
        where program_id = $1 and refunded_cents > 0 and refunded_cents < amount_cents - 2 limit 1`,
      [program.programId],
    );
    const [sale] = rows;
    const { customerKey } = await client.customer(program);
    const reported = await client.soldTo(program, customerKey);
    for (const id of [sale.transaction_id, reported.transaction_id])
      for (const refundId of ['import', 'import', 'imported', 'null']) {
        const refund = { transaction_id: id, amount_cents: 1, refund_id: refundId };
        expect((await client.refund(refund, { key: program.apiKey })).status).toBe(200);
      }
    const { rows: refunded } = await service.pool.query(
      `select count(*)::int as count from refunds r join sales s on s.id = r.sale_id
        where s.transaction_id = any($1::text[]) and s.program_id = $2 and r.amount_cents = 1 group by s.id`,
      [[sale.transaction_id, reported.transaction_id], program.programId],
    );
    expect(refunded).toEqual([{ count: 3 }, { count: 3 }]);
  });

  test.each(IMPORT_SYSTEMS)(
    'of %s: sums agree, renewals earn, and again it changes nothing',
    async (system) => {
      const { program, send, mark } = await openImporting(service);
      const body = { mapping: system, files: filesOf(system, mark) };
      const preview = await send('POST', '/imports', { ...body, preview: true });
      expect(preview.status, JSON.stringify(preview.body)).toBe(200);
      const shown = preview.body as ImportReport;
      expect(shown.problems).toEqual([]);
      expect(shown.import_id).toBeNull();
      const refunded = system === 'rewardful';
      expect(shown.new).toEqual({
        partners: 2,
        customers: 4,
        sales: 5,
        refunds: refunded ? 2 : 0,
        commissions: 5,
      });
      expect(
        shown.partners.map(({ email, name, customers, sums, differences }) => ({
          email,
          name,
          customers,
          sums,
          differences,
        })),
      ).toEqual([
        {
          email: 'maria@example.com',
          name: 'Maria López',
          customers: 2,
          differences: [],
          sums: usd({
            sales: 3,
            sales_cents: 21_850,
            refunded_cents: refunded ? 2050 : 0,
            commissions: 3,
            unpaid_cents: 3390,
            paid_cents: 980,
          }),
        },
        {
          email: 'tom@example.com',
          name: 'Tom Becker',
          customers: 2,
          differences: [],
          sums: usd({
            sales: 2,
            sales_cents: 19_800,
            refunded_cents: refunded ? 9900 : 0,
            commissions: 2,
            unpaid_cents: 0,
            paid_cents: 1980,
          }),
        },
      ]);

      const imported = await send('POST', '/imports', body);
      expect(imported.status, JSON.stringify(imported.body)).toBe(200);
      expect(imported.body).toMatchObject({ new: shown.new, partners: shown.partners });
      const { rows: sums } = await service.pool.query(
        `select p.email, count(*)::integer as sales, sum(s.amount_cents)::integer as cents, count(k.id)::integer as commissions
         from sales s join partners p on p.id = s.partner_id left join commissions k on k.sale_id = s.id
        where s.program_id = $1 group by 1 order by 1`,
        [program.programId],
      );
      expect(sums).toEqual([
        { email: 'maria@example.com', sales: 3, cents: 21_850, commissions: 0 },
        { email: 'tom@example.com', sales: 2, cents: 19_800, commissions: 0 },
      ]);

      // Renewals within twelve months of the first sale there, the first payment of a lead, and a payment that was imported.
      const paid = (key: string, transactionId: string, more: Partial<SaleCommand> = {}) =>
        service.tracking.submit(
          saleOf(program, {
            customerKey: `${key}${mark}`,
            transactionId: `${transactionId}${mark}`,
            amountCents: 5000,
            ...more,
          }),
        );
      expect(await paid('cus_A1', 'new-1')).toMatchObject({ commission: { amountCents: 1000 } });
      expect(await paid('cus_B2', 'new-2')).toMatchObject({ commission: { amountCents: 1000 } });
      expect(await paid('cus_A1', 'ch_1', { amountCents: 4900 })).toMatchObject({
        refusal: 'sale_duplicate',
      });
      const afterAYear = Date.parse('2027-01-05T12:00:00Z');
      expect(await paid('cus_A1', 'new-3', { occurredAtMs: afterAYear })).toMatchObject({
        kind: 'sale',
        commission: null,
      });

      const repeated = await send('POST', '/imports', body);
      expect(repeated.body).toMatchObject({
        import_id: null,
        new: { partners: 0, customers: 0, sales: 0, refunds: 0, commissions: 0 },
        known: shown.new,
      });
      expect(await replayed(service.pool, program.programId)).toEqual([]);
      expect((await verifyBooks(service.pool)).differences).toEqual([]);
    },
  );

  test('who is here already stays theirs, and who is credited to nobody is assigned', async () => {
    const { program, send, mark } = await openImporting(service);
    const key = (name: string) => `${name}${mark}`;
    const lead = (customerKey: string) => service.tracking.submit(leadOf(program, { customerKey }));
    await lead(key('nobodys'));
    await send('POST', '/imports', {
      mapping: MAPPING,
      files: [
        partnersFile(`${PARTNERS}tom@example.com,Tom,active\n`),
        salesFile(`t1${mark},${key('toms')},tom@example.com,10,USD,2026-01-05,`),
      ],
    });
    const files = [
      partnersFile(),
      salesFile(
        `b1${mark},${key('nobodys')},maria@example.com,"1,234.50",EUR,2026-01-05T10:00:00+02:00,0.5`,
        `b2${mark},${key('toms')},maria@example.com,500,JPY,2026-01-06,`,
      ),
    ];
    const imported = await send('POST', '/imports', { mapping: MAPPING, files });
    expect(imported).toMatchObject({
      status: 200,
      body: {
        new: { partners: 0, customers: 0, sales: 2, refunds: 1, commissions: 0 },
        known: { partners: 1, customers: 2 },
        totals: [
          { currency: 'EUR', sales: 1, sales_cents: 123_450, refunded_cents: 50 },
          { currency: 'JPY', sales: 1, sales_cents: 500 },
        ],
        notes: [
          `${key('nobodys')} is here, credited to nobody, and is assigned to maria@example.com`,
          `${key('toms')} stays with tom@example.com, whom the customer is credited to here; the files say maria@example.com`,
        ],
      },
    });
    const { rows } = await service.pool.query(
      `select c.customer_key, p.email, h.note from customers c join partners p on p.id = c.partner_id
         left join credit_changes h on h.customer_id = c.id where c.program_id = $1 order by 1`,
      [program.programId],
    );
    expect(rows).toEqual([
      { customer_key: key('nobodys'), email: 'maria@example.com', note: 'Imported from Homegrown' },
      { customer_key: key('toms'), email: 'tom@example.com', note: null },
    ]);
    const list = await send('GET', '/imports');
    expect(list.body).toMatchObject({
      data: [
        { system: 'Homegrown', sales: 2 },
        { system: 'Homegrown', sales: 1 },
      ],
    });
    expect(await replayed(service.pool, program.programId)).toEqual([]);
  });

  test('a sale of another amount, and a sale or a customer of another program are bad rows', async () => {
    const { program, send, mark } = await openImporting(service);
    const other = await openProgram(service, { workspaceId: program.workspaceId });
    await service.tracking.submit(leadOf(other.program, { customerKey: `elsewhere${mark}` }));
    await service.tracking.submit(leadOf(other.program, { customerKey: `payer${mark}`, clickId: null }));
    await other.send('POST', '/sales', {
      transaction_id: `d3${mark}`,
      customer_key: `payer${mark}`,
      amount_cents: 10_000,
      partner_id: other.program.partnerId,
      reason: 'It was not reported.',
    });
    const first = [partnersFile(), salesFile(`d1${mark},c1${mark},maria@example.com,10,USD,2026-01-05,`)];
    expect((await send('POST', '/imports', { mapping: MAPPING, files: first })).status).toBe(200);
    const preview = await send('POST', '/imports', {
      mapping: MAPPING,
      preview: true,
      files: [
        salesFile(
          `d1${mark},c1${mark},maria@example.com,11,USD,2026-01-05,`,
          `d2${mark},elsewhere${mark},maria@example.com,10,USD,2026-01-05,`,
          `d3${mark},c3${mark},maria@example.com,100,USD,2026-01-05,`,
        ),
      ],
    });
    expect((preview.body as ImportReport).problems.map(({ line, problem }) => `${line}: ${problem}`)).toEqual(
      [
        `2: the sale "d1${mark}" is recorded already, over 10.00 USD`,
        `3: the customer "elsewhere${mark}" belongs to another program of the workspace`,
        `4: the sale "d3${mark}" is recorded in another program of the workspace`,
      ],
    );
  });

  test('a link that is taken stays where it is, and whoever is not approved keeps their customers', async () => {
    const { program, send, mark } = await openImporting(service);
    await service.tracking.submit(leadOf(program, { customerKey: `free${mark}` }));
    const partners = {
      columns: { ...MAPPING.partners.columns, link: 'link' },
      statuses: { active: 'approved', gone: 'suspended' },
    };
    const files = [
      partnersFile(
        `email,name,status,link\nmaria@example.com,Maria,active,${program.shortLink}\ntom@example.com,Tom,gone,tom${mark}\n`,
      ),
      salesFile(`g1${mark},free${mark},tom@example.com,10,USD,2026-01-05,`),
    ];
    const imported = await send('POST', '/imports', { mapping: { ...MAPPING, partners }, files });
    expect(imported).toMatchObject({
      status: 200,
      body: {
        notes: [
          `The link "${program.shortLink}" is taken, so maria@example.com does not get it`,
          `free${mark} is here, credited to nobody, and is assigned to tom@example.com`,
        ],
      },
    });
    const { rows } = await service.pool.query(
      `select p.email, e.status, (select count(*) from links l where l.partner_id = p.id)::integer as links,
              (select count(*) from customers c where c.partner_id = p.id)::integer as customers
         from enrollments e join partners p on p.id = e.partner_id where e.program_id = $1 and p.email like '%@example.com' order by 1`,
      [program.programId],
    );
    expect(rows).toEqual([
      { email: 'maria@example.com', status: 'approved', links: 0, customers: 0 },
      { email: 'tom@example.com', status: 'suspended', links: 0, customers: 1 },
    ]);
    expect(await replayed(service.pool, program.programId)).toEqual([]);
  });

  test('a program that pays for leads pays for no imported one, and the story says where the customer is from', async () => {
    const opened = await openImporting(service);
    const made = await opened.inWorkspace('POST', '/programs', {
      name: 'Leads',
      domain: 'leads.example',
      commission: RULE,
      lead_source: 'server',
      lead_reward_cents: 500,
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const { workspaceId } = opened.program;
    const programId = (made.body as { id: number }).id;
    const mark = `-${programId}`;
    const program = { workspaceId, programId };
    const send = createSender(service, opened.cookie, `/api/programs/${programId}`);
    expect((await send('POST', '/imports', { mapping: 'tolt', files: filesOf('tolt', mark) })).status).toBe(
      200,
    );
    const { rows } = await service.pool.query('select 1 from commissions where program_id = $1', [
      program.programId,
    ]);
    expect(rows).toEqual([]);
    const paid = saleOf(program, { customerKey: `cus_A1${mark}`, transactionId: `story${mark}` });
    const outcome = await service.tracking.submit(paid);
    const storyOf = async (saleId: unknown) =>
      ((await send('GET', `/sales/${saleId}/explain`)).body as { story: string[] }).story;
    const story = await storyOf((outcome as { saleId: number }).saleId);
    expect(story[0]).toBe('The customer was imported from Tolt, where they were credited to Maria López.');
    const { data } = (await send('GET', `/sales?transaction_id=ch_1${mark}`)).body as {
      data: { id: number; source: string }[];
    };
    expect(data).toMatchObject([{ source: 'import', no_commission_code: 'imported' }]);
    expect((await storyOf(data[0]?.id)).join(' ')).toContain(
      `(transaction ch_1${mark}, imported from another system)`,
    );
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('an imported customer can be erased, and moves with everything to another service', async () => {
    const { program, send, inWorkspace, mark } = await openImporting(service);
    await send('POST', '/imports', { mapping: 'dub', files: filesOf('dub', mark) });
    const { rows: customers } = await service.pool.query<{ id: number }>(
      'select id from customers where program_id = $1 and customer_key = $2',
      [program.programId, `cus_A1${mark}`],
    );
    const erased = await inWorkspace('POST', `/customers/${customers[0]?.id}/erase`, {
      reason: 'They asked.',
    });
    expect(erased.status, JSON.stringify(erased.body)).toBe(200);
    const { rows: left } = await service.pool.query(
      'select 1 from customers where customer_key = $1 or email = $2 and program_id = $3',
      [`cus_A1${mark}`, 'ann@customer.example', program.programId],
    );
    expect(left).toEqual([]);
    const { rows: names } = await service.pool.query<{ name: string }>(
      'select name from workspaces where id = $1',
      [program.workspaceId],
    );
    const { file } = await exported(service.pool, names[0]?.name ?? '');
    const there = await openTestDatabase(engine);
    try {
      await importWorkspace(there.pool, { file, engine });
      expect((await verifyBooks(there.pool)).differences).toEqual([]);
      expect(
        (await there.pool.query('select count(*)::integer as rows from imported_commissions')).rows,
      ).toEqual([{ rows: 5 }]);
    } finally {
      await there.close();
    }
    expect(await replayed(service.pool, program.programId)).toEqual([]);
  });

  test('another workspace and a member may not import', async () => {
    const { program, mark } = await openImporting(service);
    const body = { mapping: 'dub', files: filesOf('dub', mark) };
    const path = `/api/programs/${program.programId}/imports`;
    for (const cookie of [
      await signInAs(service, program.workspaceId, 'member'),
      (await openProgram(service)).cookie,
    ])
      expect((await ask(service, path, { method: 'POST', cookie, body })).status).toBe(404);
  });

  test('imports of the same files at the same moment come to one', async () => {
    const { program, send, mark } = await openImporting(service);
    const body = { mapping: 'tolt', files: filesOf('tolt', mark) };
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', '/imports', body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.filter(({ body: answer }) => (answer as ImportReport).import_id !== null)).toHaveLength(1);
    const { rows } = await service.pool.query(
      'select count(*)::integer as sales from sales where program_id = $1',
      [program.programId],
    );
    expect(rows).toEqual([{ sales: 5 }]);
  });
});
