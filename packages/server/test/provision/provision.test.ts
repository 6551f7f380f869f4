import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyPassword } from '../../src/crypto/passwords.js';
import type { Database } from '../../src/database/open.js';
import { createAdjustment } from '../../src/features/adjustments/create-adjustment.js';
import { createGroup } from '../../src/features/groups/create-group.js';
import { createIdSource } from '../../src/ingest/ids.js';
import { ProvisionError } from '../../src/provision/index.js';
import { engines, openTestDatabase } from '../support/engines.js';
import { perform } from '../support/operations.js';
import { exampleFile, newNames, provision, storedOf, totalsOf } from './provision-support.js';

const NOTHING = { created: 0, updated: 0, kept: 0 };

describe.each(engines)('provisioning on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
  });
  afterAll(() => database.close());

  test("the contract's example is all there afterwards", async () => {
    const names = newNames();
    const report = await provision(database.pool, exampleFile(names));
    expect(totalsOf(report)).toEqual({ created: 13, updated: 0, kept: 0 });
    const stored = await storedOf(database.pool, names.workspace);
    expect(stored.users).toMatchObject([{ email: names.email, name: 'Olive', email_verified: true }]);
    expect(stored.workspace_members).toMatchObject([{ role: 'owner' }]);
    expect(stored.payment_connections).toMatchObject([
      {
        status: 'connected',
        account_id: names.account,
        charges_enabled: true,
        connected_at: new Date('2026-01-05T10:00:00Z'),
      },
    ]);
    expect(stored.programs).toMatchObject([
      { id: report.programs[0]?.id, name: 'Acme Partners', currency: 'USD', hold_days: 30 },
    ]);
    expect(stored.program_origins).toMatchObject([{ origin: 'http://localhost:5173' }]);
    expect(stored.commission_rules).toHaveLength(2);
    expect(stored.enrollments).toMatchObject([{ status: 'approved' }]);
    const partnerId = stored.partners?.[0].id;
    expect(stored.links).toHaveLength(2);
    expect(stored.links).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ short_link: names.shortLink, partner_id: partnerId }),
        expect.objectContaining({
          short_link: `${names.shortLink}-orphan`,
          partner_id: null,
          program_id: null,
        }),
      ]),
    );
  });

  test('a member can sign in with the password of the file', async () => {
    const names = newNames();
    await provision(database.pool, exampleFile(names));
    const { accounts, users } = await storedOf(database.pool, names.workspace);
    expect(accounts).toMatchObject([{ provider_id: 'credential', account_id: users?.[0].id }]);
    expect(await verifyPassword('correct-horse-1', accounts?.[0].password)).toBe(true);
  });

  test('a key is stored as its hash and its end, never as it is', async () => {
    const names = newNames();
    const report = await provision(database.pool, exampleFile(names));
    const { api_keys } = await storedOf(database.pool, names.workspace);
    expect(api_keys).toMatchObject([
      { key_hash: createHash('sha256').update(names.token).digest('hex'), hint: names.token.slice(-4) },
    ]);
    expect(JSON.stringify(api_keys)).not.toContain(names.token);
    expect(report.programs).toMatchObject([{ apiToken: null }]);
  });

  test('a file without a key gets one generated, once', async () => {
    const names = newNames();
    const file = exampleFile(names);
    delete file.workspaces[0].programs[0].api_token;
    const first = await provision(database.pool, file);
    const token = first.programs[0]?.apiToken ?? '';
    expect(token).toMatch(/^svc_live_[\w-]{32}$/);
    const { api_keys } = await storedOf(database.pool, names.workspace);
    expect(api_keys).toMatchObject([{ key_hash: createHash('sha256').update(token).digest('hex') }]);
    const second = await provision(database.pool, file);
    expect(second.programs[0]?.apiToken).toBeNull();
    expect(totalsOf(second)).toEqual(NOTHING);
  });

  test('applying a file again changes no row', async () => {
    const names = newNames();
    await provision(database.pool, exampleFile(names));
    const before = await storedOf(database.pool, names.workspace);
    expect(totalsOf(await provision(database.pool, exampleFile(names)))).toEqual(NOTHING);
    expect(await storedOf(database.pool, names.workspace)).toEqual(before);
  });

  test('what is left out later stays as it is', async () => {
    const names = newNames();
    await provision(database.pool, exampleFile(names));
    const before = await storedOf(database.pool, names.workspace);
    const file = exampleFile(names);
    const [workspace] = file.workspaces;
    const [program] = workspace.programs;
    for (const key of ['processor', 'links', 'members']) delete workspace[key];
    for (const key of ['currency', 'cookie_window_days', 'hold_days', 'api_token', 'allowed_origins'])
      delete program[key];
    delete program.partners[0].commission;
    delete program.partners[0].links[0].destination_url;
    expect(totalsOf(await provision(database.pool, file))).toEqual(NOTHING);
    delete program.partners;
    expect(totalsOf(await provision(database.pool, file))).toEqual(NOTHING);
    expect(await storedOf(database.pool, names.workspace)).toEqual(before);
  });

  test('the hold after a change of payout details is 72 hours, or what the file says', async () => {
    const names = newNames();
    const file = exampleFile(names);
    const [program] = file.workspaces[0].programs;
    const stored = async () => {
      await provision(database.pool, file);
      return (await storedOf(database.pool, names.workspace)).programs;
    };
    expect(await stored()).toMatchObject([{ payout_details_hold_hours: 72 }]);
    program.payout_details_hold_hours = 0;
    expect(await stored()).toMatchObject([{ payout_details_hold_hours: 0 }]);
    delete program.payout_details_hold_hours;
    expect(await stored()).toMatchObject([{ payout_details_hold_hours: 0 }]);
    program.payout_details_hold_hours = 721;
    await expect(stored()).rejects.toThrow('payout_details_hold_hours: must be an integer from 0 to 720');
  });

  test('what differs is changed in place, and a rule by a new version', async () => {
    const names = newNames();
    await provision(database.pool, exampleFile(names));
    const before = await storedOf(database.pool, names.workspace);
    const file = exampleFile(names);
    const [workspace] = file.workspaces;
    const [program] = workspace.programs;
    workspace.members[0].role = 'viewer';
    workspace.processor.status = 'restricted';
    program.hold_days = 14;
    program.allowed_origins = ['https://shop.acme.test'];
    program.commission.basis_points = 2500;
    program.partners[0].status = 'suspended';
    program.partners[0].links[0].short_link = names.shortLink.toUpperCase();
    workspace.links[0].destination_url = 'https://acme.test/orphan';
    const report = await provision(database.pool, file);
    expect(totalsOf(report)).toEqual({ created: 0, updated: 8, kept: 0 });
    expect(report.kept).toEqual([]);
    expect(report.counts['commission rules']).toMatchObject({ created: 0, updated: 1, unchanged: 1 });
    const stored = await storedOf(database.pool, names.workspace);
    expect(stored.workspace_members).toMatchObject([{ role: 'viewer' }]);
    expect(stored.programs).toEqual([{ ...before.programs?.[0], hold_days: 14 }]);
    expect(stored.program_origins).toMatchObject([{ origin: 'https://shop.acme.test' }]);
    const versions = stored.commission_rules?.filter((rule) => rule.enrollment_id === null);
    expect(versions?.map((rule) => [rule.version, rule.basis_points]).sort()).toEqual([
      [1, 2000],
      [2, 2500],
    ]);
    expect(stored.links?.map((link) => link.id).sort()).toEqual(before.links?.map((link) => link.id).sort());
    expect(stored.links?.map((link) => link.short_link)).toContain(names.shortLink.toUpperCase());
    expect(totalsOf(await provision(database.pool, file))).toEqual(NOTHING);
  });

  test('a rule that goes back to what it was is a third version', async () => {
    const names = newNames();
    for (const basis_points of [2000, 1000, 2000]) {
      const file = exampleFile(names);
      file.workspaces[0].programs[0].commission.basis_points = basis_points;
      await provision(database.pool, file);
    }
    const { commission_rules } = await storedOf(database.pool, names.workspace);
    const versions = commission_rules?.filter((rule) => rule.enrollment_id === null);
    expect(versions?.map((rule) => rule.version).sort()).toEqual([1, 2, 3]);
  });

  test('a link moves to another partner of the workspace', async () => {
    const names = newNames();
    await provision(database.pool, exampleFile(names));
    const file = exampleFile(names);
    const [program] = file.workspaces[0].programs;
    program.partners.push({
      email: 'joe@blog.test',
      name: 'Joe',
      status: 'approved',
      links: program.partners[0].links.splice(0),
    });
    await provision(database.pool, file);
    const { links, partners } = await storedOf(database.pool, names.workspace);
    const joe = partners?.find((partner) => partner.name === 'Joe');
    expect(links?.find((link) => link.short_link === names.shortLink)).toMatchObject({ partner_id: joe.id });
  });

  test('eight at once are as one', async () => {
    const names = newNames();
    const file = exampleFile(names);
    delete file.workspaces[0].programs[0].api_token;
    const reports = await Promise.all(Array.from({ length: 8 }, () => provision(database.pool, file)));
    const stored = await storedOf(database.pool, names.workspace);
    expect(stored.commission_rules).toHaveLength(2);
    expect(stored.api_keys).toHaveLength(1);
    expect(stored.accounts).toHaveLength(1);
    expect(reports.filter((report) => report.programs[0]?.apiToken !== null)).toHaveLength(1);
    expect(reports.map(totalsOf).filter(({ created }) => created > 0)).toEqual([
      { created: 13, updated: 0, kept: 0 },
    ]);
  });

  test('files that share people in opposite order do not deadlock', async () => {
    const [one, two] = [newNames(), newNames()];
    const workspaces = [one, two].map((names) => exampleFile(names).workspaces[0]);
    const forth = { workspaces };
    const back = { workspaces: workspaces.toReversed() };
    await Promise.all([forth, back, forth, back].map((file) => provision(database.pool, file)));
    for (const names of [one, two]) {
      expect((await storedOf(database.pool, names.workspace)).links).toHaveLength(2);
    }
  });

  describe('what belongs to somebody else is refused, and nothing of the file is applied', () => {
    test('reports every conflict with its place', async () => {
      const theirs = newNames();
      await provision(database.pool, exampleFile(theirs));
      const ours = newNames();
      const file = exampleFile({
        ...ours,
        account: theirs.account,
        token: theirs.token,
        shortLink: theirs.shortLink.toUpperCase(),
      });
      const error = await provision(database.pool, file).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ProvisionError);
      const program = 'workspaces[0].programs[0]';
      expect((error as ProvisionError).problems).toEqual([
        'workspaces[0].processor.account_id: is connected to another workspace',
        `${program}.api_token: is the key of another program`,
        `${program}.partners[0].links[0].short_link: belongs to another workspace`,
        'workspaces[0].links[0].short_link: belongs to another workspace',
      ]);
      for (const rows of Object.values(await storedOf(database.pool, ours.workspace)))
        expect(rows).toEqual([]);
      const { rows } = await database.pool.query('select 1 from users where email = $1', [ours.email]);
      expect(rows).toEqual([]);
    });

    test('a change of currency under recorded sales', async () => {
      const names = newNames();
      const report = await provision(database.pool, exampleFile(names));
      const programId = report.programs[0]?.id;
      const file = exampleFile(names);
      file.workspaces[0].programs[0].currency = 'EUR';
      await recordSaleIn(programId);
      await expect(provision(database.pool, file)).rejects.toThrow(
        'workspaces[0].programs[0].currency: cannot become EUR, the program has sales in USD',
      );
      expect((await storedOf(database.pool, names.workspace)).programs).toMatchObject([{ currency: 'USD' }]);
    });
  });

  describe('refuses another currency while', () => {
    const cases: readonly (readonly [string, string, (programId: number) => Promise<unknown>])[] = [
      [
        'a partner has an adjustment',
        'adjustments',
        async (programId) => {
          const { rows } = await database.pool.query(
            'select partner_id from enrollments where program_id = $1 limit 1',
            [programId],
          );
          const input = {
            partner_id: rows[0].partner_id,
            amount_cents: 500,
            currency: 'USD',
            reason: 'Bonus',
          };
          await perform({ pool: database.pool, ids: createIdSource() }, createAdjustment, {
            programId,
            input,
          });
        },
      ],
      [
        'a lead earns a reward',
        'a lead reward',
        (programId) =>
          database.pool.query('update programs set lead_reward_cents = 500 where id = $1', [programId]),
      ],
      [
        'a group has a rule with an amount',
        'a rule of a group',
        (programId) =>
          perform({ pool: database.pool }, createGroup, {
            programId,
            input: { name: 'Gold', commission: { type: 'flat', amount_cents: 500 } },
          }),
      ],
    ];
    test.each(cases)('%s', async (_what, named, record) => {
      const names = newNames();
      const report = await provision(database.pool, exampleFile(names));
      await record(report.programs[0]?.id ?? 0);
      const file = exampleFile(names);
      file.workspaces[0].programs[0].currency = 'EUR';
      await expect(provision(database.pool, file)).rejects.toThrow(
        `workspaces[0].programs[0].currency: cannot become EUR, the program has ${named} in USD`,
      );
      expect((await storedOf(database.pool, names.workspace)).programs).toMatchObject([{ currency: 'USD' }]);
    });
  });

  /** The row of one sale, with the customer it needs. */
  async function recordSaleIn(programId: number | undefined): Promise<void> {
    const { rows } = await database.pool.query<{ id: number }>(
      `insert into customers (id, workspace_id, program_id, customer_key, status, created_at)
       select nextval('tracking_id_blocks') * 1000, workspace_id, id, 'sale-of-' || id, 'lead', now()
       from programs where id = $1 returning id`,
      [programId],
    );
    await database.pool.query(
      `insert into sales (id, workspace_id, program_id, customer_id, enrollment_id, partner_id, transaction_id,
         amount_cents, currency, test_mode, source, commission_state, no_commission_code, occurred_at, recorded_at)
       select id, workspace_id, program_id, id, 1, 1, 'order-' || id, 100, 'USD', false, 'api', 'none', 'no_rule',
         now(), now() from customers where id = $1`,
      [rows[0]?.id],
    );
  }
});
