import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/open.js';
import { listAudit } from '../../src/features/audit/list-audit.js';
import { updatePartner } from '../../src/features/partners/update-partner.js';
import { updateProgram } from '../../src/features/programs/update-program.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines, openTestDatabase } from '../support/engines.js';
import { perform } from '../support/operations.js';
import { exampleFile, newNames, provision, storedOf } from './provision-support.js';

describe.each(engines)('the audit log of provisioning on %s', (engine) => {
  let database: Database;
  let pool: Pool;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    pool = database.pool;
  });
  afterAll(() => database.close());

  /** The workspace's entries, the oldest first. */
  async function entriesOf(workspace: string) {
    const { rows } = await pool.query<{ id: number }>('select id from workspaces where name = $1', [
      workspace,
    ]);
    const workspaceId = rows[0]?.id ?? 0;
    const { data } = await perform({ pool }, listAudit, { workspaceId, input: { limit: '200' } });
    return data.toReversed();
  }

  test('has an entry for everything that was created, by the provision file', async () => {
    const names = newNames();
    const report = await provision(pool, exampleFile(names));
    const entries = await entriesOf(names.workspace);
    expect(entries.map(({ action }) => action).sort()).toEqual([
      'account.create',
      'key.create',
      'link.create',
      'link.create',
      'member.create',
      'partner.create',
      'partner.rule.change',
      'processor.update',
      'program.create',
      'workspace.create',
    ]);
    const programId = report.programs[0]?.id;
    for (const { by, user_id, before, action, program_id } of entries) {
      expect({ by, user_id }).toEqual({ by: 'provision file', user_id: null });
      if (action !== 'partner.rule.change') expect(before).toBeNull();
      if (/^(program|partner|key)/.test(action)) expect(program_id).toBe(programId);
    }
    expect(entries.find(({ action }) => action === 'program.create')).toMatchObject({
      target_type: 'program',
      target_id: String(programId),
      after: {
        name: 'Acme Partners',
        hold_days: 30,
        allowed_origins: ['http://localhost:5173'],
        commission: { type: 'percent', basis_points: 2000, version: 1 },
      },
    });
    expect(entries.find(({ action }) => action === 'partner.create')).toMatchObject({
      after: {
        email: 'jane@blog.test',
        name: 'Jane',
        status: 'approved',
      },
    });
    expect(entries.find(({ action }) => action === 'partner.rule.change')).toMatchObject({
      before: { type: 'percent', basis_points: 2000, partner_id: null },
      after: { type: 'flat', amount_cents: 500, version: 1 },
    });
    const { rows } = await pool.query<{ number: number }>(
      'select a.number from audit_entries a join workspaces w on w.id = a.workspace_id where w.name = $1 order by 1',
      [names.workspace],
    );
    expect(rows.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1));
  });

  test('has no entry of a run that changed nothing, or was refused', async () => {
    const names = newNames();
    await provision(pool, exampleFile(names));
    const before = await entriesOf(names.workspace);
    await provision(pool, exampleFile(names));
    const refused = exampleFile({ ...newNames(), token: names.token });
    refused.workspaces.push({ ...exampleFile(names).workspaces[0], processor: undefined });
    refused.workspaces[1].programs[0].api_token = `${names.token}-2`;
    refused.workspaces[1].programs[0].hold_days = 3;
    refused.workspaces[1].members = [];
    await expect(provision(pool, refused)).rejects.toThrow('is the key of another program');
    expect(await entriesOf(names.workspace)).toEqual(before);
  });

  test('has what each change made of each thing, before and after', async () => {
    const names = newNames();
    await provision(pool, exampleFile(names));
    const { length } = await entriesOf(names.workspace);
    const file = exampleFile(names);
    const [workspace] = file.workspaces;
    const [program] = workspace.programs;
    workspace.members[0].name = 'Olivia';
    workspace.members[0].role = 'admin';
    workspace.processor.payouts_enabled = false;
    program.hold_days = 14;
    program.allowed_origins = [];
    program.commission.basis_points = 2500;
    program.partners[0].name = 'Jane Doe';
    program.partners[0].status = 'suspended';
    program.partners[0].commission.amount_cents = 700;
    program.partners[0].links[0].destination_url = null;
    await provision(pool, file);
    const made = (await entriesOf(names.workspace)).slice(length);
    const changes = made.map(({ action, target_type, before, after }) => [
      action,
      target_type,
      ...differencesOf(before, after),
    ]);
    expect(changes).toEqual([
      ['account.update', 'account', 'name: "Olive" → "Olivia"'],
      ['member.update', 'member', 'role: "owner" → "admin"'],
      ['processor.update', 'processor', 'payouts_enabled: true → false'],
      ['program.update', 'program', 'allowed_origins: ["http://localhost:5173"] → []', 'hold_days: 30 → 14'],
      ['rule.change', 'program', 'basis_points: 2000 → 2500', 'version: 1 → 2'],
      ['partner.update', 'partner', 'name: "Jane" → "Jane Doe"', 'status: "approved" → "suspended"'],
      ['partner.rule.change', 'partner', 'amount_cents: 500 → 700', 'version: 1 → 2'],
      ['link.update', 'link', 'destination_url: "https://acme.test/" → null'],
    ]);
  });

  test('has what a forced run brought back', async () => {
    const names = newNames();
    await provision(pool, exampleFile(names));
    const { length } = await entriesOf(names.workspace);
    const stored = await storedOf(pool, names.workspace);
    await pool.query('update programs set archived_at = now() where id = $1', [stored.programs?.[0].id]);
    await pool.query('update api_keys set expires_at = now() where program_id = $1', [
      stored.programs?.[0].id,
    ]);
    await pool.query('delete from workspace_members where workspace_id = $1', [stored.workspaces?.[0].id]);
    await provision(pool, exampleFile(names), true);
    const made = (await entriesOf(names.workspace)).slice(length);
    expect(made.map(({ action }) => action)).toEqual(['member.create', 'program.restore', 'key.restore']);
  });

  test('is what verify finds in the database, whatever files and people did in turns', async () => {
    const names = newNames();
    const file = exampleFile(names);
    const [program] = file.workspaces[0].programs;
    const { programs } = await provision(pool, file);
    const programId = programs[0]?.id ?? 0;
    const partnerId = (await storedOf(pool, names.workspace)).partners?.[0].id;
    const person = { userId: null, email: 'olive@acme.test' };
    await perform({ pool }, updateProgram, { programId, actor: person, input: { hold_days: 3 } });
    const suspension = { params: { id: partnerId }, input: { status: 'suspended' } };
    await perform({ pool }, updatePartner, { programId, actor: person, ...suspension });
    program.cookie_window_days = 90;
    program.commission.basis_points = 1000;
    program.minimum_payouts = [{ currency: 'USD', amount_cents: 500 }];
    program.partners[0].commission.amount_cents = 800;
    await provision(pool, file);
    await provision(pool, file, true);
    program.partners[0].status = 'rejected';
    program.hold_days = 10;
    program.commission.basis_points = 1100;
    program.partners[0].commission.amount_cents = 900;
    await provision(pool, file);
    expect((await verifyBooks(pool)).differences).toEqual([]);
    const { rows } = await pool.query(
      'select 1 from commission_rules where program_id = $1 and in_force_at is null',
      [programId],
    );
    expect(rows).toEqual([]);
  });

  test('never has a password, a key or a hash', async () => {
    const names = newNames();
    const file = exampleFile(names);
    await provision(pool, file);
    const { accounts, api_keys } = await storedOf(pool, names.workspace);
    const text = JSON.stringify(await entriesOf(names.workspace));
    for (const secret of [
      names.token,
      file.workspaces[0].members[0].password,
      accounts?.[0].password,
      api_keys?.[0].key_hash,
    ])
      expect(text).not.toContain(secret);
  });
});

/** The fields that differ between two states, in the order of their names. */
function differencesOf(before: unknown, after: unknown): string[] {
  const [old, now] = [before, after] as Record<string, unknown>[];
  return Object.keys({ ...old, ...now })
    .filter((name) => name !== 'id' && name !== 'created_at')
    .sort()
    .map((name) => [name, JSON.stringify(old?.[name]), JSON.stringify(now?.[name])])
    .filter(([, one, other]) => one !== other)
    .map(([name, one, other]) => `${name}: ${one} → ${other}`);
}
