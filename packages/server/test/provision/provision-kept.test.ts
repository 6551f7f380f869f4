import type { Pool } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { verifyPassword } from '../../src/crypto/passwords.js';
import type { ProvisionReport } from '../../src/provision/index.js';
import { engines } from '../support/engines.js';
import { PASSWORD, seedUser } from '../support/management.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import {
  exampleFile,
  type FileChange,
  type Json,
  keptOf,
  newNames,
  provision,
  provisionWorkspace,
  storedOf,
  totalsOf,
} from './provision-support.js';

const NOTHING = { created: 0, updated: 0, kept: 0 };
const NEW_PASSWORD = 'chosen-by-olive-2';
const PROGRAM = 'workspaces[0].programs[0]';

describe.each(engines)('provisioning again on %s', (engine) => {
  const service = shared(() => startService(engine));
  let pool: Pool;
  beforeAll(async () => {
    pool = service.pool;
  });

  const provisioned = (change?: FileChange) => provisionWorkspace(service, change);

  /** The workspace's rows, whatever it is called by now. */
  async function rowsOf(workspaceId: number) {
    const { rows } = await pool.query<{ name: string }>('select name from workspaces where id = $1', [
      workspaceId,
    ]);
    return storedOf(pool, rows[0]?.name ?? '');
  }

  /** Applies the file and expects that nothing of the workspace is different afterwards. */
  async function expectLeftAlone(workspaceId: number, file: Json): Promise<ProvisionReport> {
    const before = await rowsOf(workspaceId);
    const report = await provision(pool, file);
    expect(await rowsOf(workspaceId)).toEqual(before);
    return report;
  }

  test('leaves every field that a person changed alone, and names each with both values', async () => {
    const { names, file, workspaceId, programId, partnerId, by } = await provisioned();
    await by('PATCH', `/api/workspaces/${workspaceId}`, { name: `${names.workspace} Ltd` });
    await by('PATCH', `/api/programs/${programId}`, {
      name: 'Friends',
      domain: 'friends.test',
      cookie_window_days: 7,
      hold_days: 14,
      allowed_origins: ['https://friends.test'],
    });
    await by('POST', `/api/programs/${programId}/rules`, {
      commission: { type: 'percent', basis_points: 1500 },
    });
    await by('PATCH', `/api/programs/${programId}/partners/${partnerId}`, {
      name: 'Jane Doe',
      status: 'suspended',
    });
    await by('DELETE', `/api/programs/${programId}/partners/${partnerId}/rules`);
    const links = await by('GET', `/api/programs/${programId}/links`);
    await by('PATCH', `/api/programs/${programId}/links/${links.data[0].id}`, {
      destination_url: 'https://friends.test/jane',
    });

    const report = await expectLeftAlone(workspaceId, file);
    expect(totalsOf(report)).toMatchObject({ created: 0, updated: 0 });
    expect(keptOf(report)).toEqual([
      ['workspaces[0].name', `${names.workspace} Ltd`, names.workspace],
      [`${PROGRAM}.name`, 'Friends', 'Acme Partners'],
      [`${PROGRAM}.domain`, 'friends.test', 'acme.test'],
      [`${PROGRAM}.cookie_window_days`, 7, 60],
      [`${PROGRAM}.hold_days`, 14, 30],
      [`${PROGRAM}.allowed_origins`, ['https://friends.test'], ['http://localhost:5173']],
      [
        `${PROGRAM}.commission`,
        { type: 'percent', basis_points: 1500, duration_months: null },
        { type: 'percent', basis_points: 2000, duration_months: null },
      ],
      [`${PROGRAM}.partners[0].name`, 'Jane Doe', 'Jane'],
      [`${PROGRAM}.partners[0].status`, 'suspended', 'approved'],
      [
        `${PROGRAM}.partners[0].commission`,
        { type: 'program' },
        { type: 'flat', amount_cents: 500, duration_months: null },
      ],
      [`${PROGRAM}.partners[0].links[0].destination_url`, 'https://friends.test/jane', 'https://acme.test/'],
    ]);
    for (const { workspace, program, path } of report.kept) {
      expect({ workspace, program }).toEqual({
        workspace: names.workspace,
        program: path.startsWith(PROGRAM) ? 'Acme Partners' : null,
      });
    }
    // Nor does the file's own change of such a field win over the person's.
    file.workspaces[0].programs[0].hold_days = 21;
    const later = await expectLeftAlone(workspaceId, file);
    expect(keptOf(later)).toContainEqual([`${PROGRAM}.hold_days`, 14, 21]);
  });

  test('a partner who was in a group and left it has no rule that a person chose', async () => {
    const { file, workspaceId, programId, partnerId, by } = await provisioned((made) => {
      delete made.programs[0].partners[0].commission;
    });
    const partner = `/api/programs/${programId}/partners/${partnerId}`;
    const rule = { type: 'percent', basis_points: 900 };
    const group = await by('POST', `/api/programs/${programId}/groups`, { name: 'Gold', commission: rule });
    await by('PATCH', partner, { group_id: group.id });
    await by('PATCH', partner, { group_id: null });
    file.workspaces[0].programs[0].partners[0].commission = { type: 'flat', amount_cents: 700 };
    const report = await provision(pool, file);
    expect([keptOf(report), totalsOf(report)]).toEqual([[], { ...NOTHING, created: 1 }]);
    await by('DELETE', `${partner}/rules`);
    await by('PATCH', partner, { group_id: group.id });
    expect(keptOf(await expectLeftAlone(workspaceId, file))).toMatchObject([
      [`${PROGRAM}.partners[0].commission`, { type: 'program' }, { amount_cents: 700 }],
    ]);
  });

  test('a forced run makes all of it as the file says, once', async () => {
    const { names, file, workspaceId, programId, partnerId, by } = await provisioned();
    const before = await storedOf(pool, names.workspace);
    await by('PATCH', `/api/workspaces/${workspaceId}`, { name: `${names.workspace} Ltd` });
    await by('PATCH', `/api/programs/${programId}`, { name: 'Friends', hold_days: 14, allowed_origins: [] });
    await by('PATCH', `/api/programs/${programId}/partners/${partnerId}`, { status: 'rejected' });
    await by('DELETE', `/api/programs/${programId}/partners/${partnerId}/rules`);
    const report = await provision(pool, file, true);
    // The partner's own rule, which was dropped, is a new one.
    expect(totalsOf(report)).toEqual({ created: 1, updated: 4, kept: 0 });
    expect(report.kept).toEqual([]);
    const after = await storedOf(pool, names.workspace);
    const { commission_rules: oldRules, ...same } = before;
    const { commission_rules: rules, ...now } = after;
    expect(now).toEqual(same);
    expect(rules).toHaveLength((oldRules?.length ?? 0) + 2);
    expect(totalsOf(await provision(pool, file, true))).toEqual(NOTHING);
    expect(totalsOf(await provision(pool, file))).toEqual(NOTHING);
  });

  test('brings nothing back that a person removed or ended, unless it is forced', async () => {
    const { names, file, workspaceId, programId, partnerId, by } = await provisioned(
      (workspace, { email }) => {
        workspace.members.push({ email: `b-${email}`, password: PASSWORD, name: 'Bert', role: 'admin' });
        workspace.programs.push({
          ...workspace.programs[0],
          name: 'Second',
          api_token: `${workspace.programs[0].api_token}-2`,
          partners: [],
        });
      },
    );
    const members = await by('GET', `/api/workspaces/${workspaceId}/members`);
    const bert = members.data.find(({ name }: Json) => name === 'Bert');
    await by('DELETE', `/api/workspaces/${workspaceId}/members/${bert.user_id}`);
    const keys = await by('GET', `/api/programs/${programId}/keys`);
    await by('DELETE', `/api/programs/${programId}/keys/${keys.data[0].id}`);
    const links = await by('GET', `/api/programs/${programId}/links`);
    await by('PATCH', `/api/programs/${programId}/links/${links.data[0].id}`, { is_active: false });
    await by('PATCH', `/api/programs/${programId}/partners/${partnerId}`, { status: 'rejected' });
    await by('POST', `/api/workspaces/${workspaceId}/processor/disconnect`);
    const { programs } = await storedOf(pool, names.workspace);
    const second = programs?.find(({ name }) => name === 'Second');
    await by('POST', `/api/programs/${second.id}/archive`, { name: 'Second' });
    // What belongs to an archived program is not looked at any more.
    file.workspaces[0].programs[1].allowed_origins = ['https://new.acme.test'];

    const report = await expectLeftAlone(workspaceId, {
      workspaces: [{ ...file.workspaces[0], programs: file.workspaces[0].programs.slice(0, 1) }],
    });
    const kept = keptOf(report);
    expect(kept.map(([place]) => place)).toEqual([
      'workspaces[0].members[1]',
      'workspaces[0].processor.status',
      'workspaces[0].processor.charges_enabled',
      'workspaces[0].processor.payouts_enabled',
      `${PROGRAM}.api_token.expires_at`,
      `${PROGRAM}.partners[0].status`,
      `${PROGRAM}.partners[0].links[0].deactivated_at`,
    ]);
    expect(keptOf(await provision(pool, file)).map(([place]) => place)).toContain(
      'workspaces[0].programs[1].archived_at',
    );

    await provision(pool, file, true);
    const stored = await storedOf(pool, names.workspace);
    expect(stored.workspace_members).toHaveLength(2);
    expect(stored.api_keys?.map(({ expires_at }) => expires_at)).toEqual([null, null]);
    expect(stored.links?.map(({ deactivated_at }) => deactivated_at)).toEqual([null, null]);
    expect(stored.enrollments).toMatchObject([{ status: 'approved' }]);
    expect(stored.payment_connections).toMatchObject([{ status: 'connected', charges_enabled: true }]);
    expect(stored.programs?.map(({ archived_at }) => archived_at)).toEqual([null, null]);
    expect(stored.program_origins?.map(({ origin }) => origin)).toContain('https://new.acme.test');
    expect(totalsOf(await provision(pool, file))).toEqual(NOTHING);
  });

  test('a program without a key in the file gets no other one after all were revoked', async () => {
    const { names, file, programId, by } = await provisioned((workspace) => {
      delete workspace.programs[0].api_token;
    });
    const keys = await by('GET', `/api/programs/${programId}/keys`);
    await by('DELETE', `/api/programs/${programId}/keys/${keys.data[0].id}`);
    expect((await provision(pool, file)).programs[0]?.apiToken).toBeNull();
    expect((await storedOf(pool, names.workspace)).api_keys).toHaveLength(1);
    expect((await provision(pool, file, true)).programs[0]?.apiToken).toMatch(/^svc_live_/);
    expect((await storedOf(pool, names.workspace)).api_keys).toHaveLength(2);
  });

  test('still applies what the file changes elsewhere, and what it newly has', async () => {
    const { names, file, workspaceId, programId, partnerId, by } = await provisioned();
    await by('PATCH', `/api/programs/${programId}`, { name: 'Friends', hold_days: 14 });
    await by('PATCH', `/api/programs/${programId}/partners/${partnerId}`, { status: 'suspended' });
    const [program] = file.workspaces[0].programs;
    program.cookie_window_days = 90;
    program.commission = { type: 'flat', amount_cents: 1000 };
    program.partners[0].name = 'Jane Doe';
    program.partners[0].links.push({ short_link: `${names.shortLink}-2` });
    program.partners.push({ email: 'joe@blog.test', name: 'Joe', status: 'approved' });
    file.workspaces[0].members.push({
      email: `b-${names.email}`,
      password: PASSWORD,
      name: 'Bert',
      role: 'viewer',
    });
    file.workspaces[0].programs.push({ ...program, name: 'Second', api_token: undefined, partners: [] });
    const report = await provision(pool, file);
    expect(keptOf(report).map(([place]) => place)).toEqual([
      `${PROGRAM}.name`,
      `${PROGRAM}.hold_days`,
      `${PROGRAM}.partners[0].status`,
    ]);
    const stored = await rowsOf(workspaceId);
    expect(stored.programs?.map(({ name }) => name).sort()).toEqual(['Friends', 'Second']);
    expect(stored.programs?.find(({ id }) => id === programId)).toMatchObject({
      cookie_window_days: 90,
      hold_days: 14,
    });
    expect(stored.partners?.map(({ name }) => name).sort()).toEqual(['Jane Doe', 'Joe']);
    expect(stored.enrollments?.map(({ status, program_id }) => [status, program_id]).sort()).toEqual([
      ['approved', programId],
      ['suspended', programId],
    ]);
    expect(stored.links).toHaveLength(3);
    expect(stored.workspace_members).toHaveLength(2);
    expect(stored.commission_rules?.filter((rule) => rule.program_id === programId)).toHaveLength(3);
  });

  test("a field that a person set back is the file's again", async () => {
    const { names, file, programId, by } = await provisioned();
    await by('PATCH', `/api/programs/${programId}`, { hold_days: 14 });
    file.workspaces[0].programs[0].hold_days = 21;
    expect((await provision(pool, file)).kept).toHaveLength(1);
    await by('PATCH', `/api/programs/${programId}`, { hold_days: 30 });
    expect((await provision(pool, file)).kept).toEqual([]);
    expect((await storedOf(pool, names.workspace)).programs).toMatchObject([{ hold_days: 21 }]);
  });

  test('a field that the file names later is applied unless a person has changed it', async () => {
    const { names, file, programId, by } = await provisioned((workspace) => {
      for (const key of ['hold_days', 'cookie_window_days', 'allowed_origins'])
        delete workspace.programs[0][key];
      delete workspace.programs[0].partners[0].commission;
    });
    await by('PATCH', `/api/programs/${programId}`, { cookie_window_days: 7 });
    const later = exampleFile(names);
    Object.assign(later.workspaces[0].programs[0], { hold_days: 3, cookie_window_days: 90 });
    expect(keptOf(await provision(pool, later))).toEqual([[`${PROGRAM}.cookie_window_days`, 7, 90]]);
    const stored = await storedOf(pool, names.workspace);
    expect(stored.programs).toMatchObject([{ hold_days: 3, cookie_window_days: 7 }]);
    expect(stored.program_origins).toHaveLength(1);
    expect(stored.commission_rules).toHaveLength(2);
    expect(file).not.toEqual(later);
  });

  test('the password of an account is never changed, forced or not', async () => {
    const { names, file, by } = await provisioned();
    await by('POST', '/api/auth/change-password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });
    file.workspaces[0].members[0].password = 'a-third-password-3';
    for (const isForced of [false, true]) {
      expect(totalsOf(await provision(pool, file, isForced))).toEqual(NOTHING);
      const { accounts } = await storedOf(pool, names.workspace);
      expect(await verifyPassword(NEW_PASSWORD, accounts?.[0].password)).toBe(true);
    }
  });

  test('an account that was there before joins with its own name and password', async () => {
    const { email } = await seedUser(pool);
    const file = exampleFile(newNames());
    const [workspace] = file.workspaces;
    workspace.members = [{ email, password: 'not-hers-123456', name: 'Eve', role: 'viewer' }];
    const report = await provision(pool, file);
    expect(keptOf(report)).toEqual([['workspaces[0].members[0].name', 'Olive', 'Eve']]);
    const stored = await storedOf(pool, workspace.name);
    expect(stored.users).toMatchObject([{ name: 'Olive' }]);
    expect(await verifyPassword(PASSWORD, stored.accounts?.[0].password)).toBe(true);
    expect(stored.workspace_members).toMatchObject([{ role: 'viewer' }]);
  });

  describe('a database that was provisioned before anything was remembered', () => {
    async function forgetAll(): Promise<void> {
      await pool.query('delete from provisioned_objects');
    }

    test('keeps what differs, and remembers the rest', async () => {
      const { names, file, workspaceId, programId, partnerId, by } = await provisioned();
      await forgetAll();
      await by('PATCH', `/api/programs/${programId}`, { hold_days: 14, allowed_origins: [] });
      await by('PATCH', `/api/programs/${programId}/partners/${partnerId}`, { status: 'suspended' });
      const report = await expectLeftAlone(workspaceId, file);
      const places = [`${PROGRAM}.hold_days`, `${PROGRAM}.allowed_origins`, `${PROGRAM}.partners[0].status`];
      expect(keptOf(report).map(([place]) => place)).toEqual(places);
      // The next run still knows which of them are the person's.
      file.workspaces[0].programs[0].cookie_window_days = 90;
      expect(keptOf(await provision(pool, file)).map(([place]) => place)).toEqual(places);
      expect((await storedOf(pool, names.workspace)).programs).toMatchObject([
        { hold_days: 14, cookie_window_days: 90 },
      ]);
    });

    test('finds a renamed program by the key that the file gives it', async () => {
      const { file, workspaceId, programId, by } = await provisioned();
      await forgetAll();
      await by('PATCH', `/api/programs/${programId}`, { name: 'Friends' });
      const report = await expectLeftAlone(workspaceId, file);
      expect(keptOf(report)).toEqual([[`${PROGRAM}.name`, 'Friends', 'Acme Partners']]);
    });
  });

  test('of two entries that mean the same program by now, the second is refused with its place', async () => {
    const { names, file, programId, by } = await provisioned();
    await by('PATCH', `/api/programs/${programId}`, { name: 'Friends' });
    file.workspaces[0].programs.push({
      ...file.workspaces[0].programs[0],
      name: 'Friends',
      api_token: `${names.token}-2`,
      partners: [],
    });
    for (const programs of [file.workspaces[0].programs, file.workspaces[0].programs.toReversed()]) {
      const swapped = { workspaces: [{ ...file.workspaces[0], programs }] };
      await expect(provision(pool, swapped)).rejects.toThrow('which was renamed since');
    }
  });

  test('a forced run does not take a name back that another program has by now', async () => {
    const { file, workspaceId, programId, by } = await provisioned();
    await by('PATCH', `/api/programs/${programId}`, { name: 'Friends' });
    await by('POST', `/api/workspaces/${workspaceId}/programs`, {
      name: 'Acme Partners',
      domain: 'acme.test',
      commission: { type: 'percent', basis_points: 100 },
    });
    await expect(provision(pool, file, true)).rejects.toThrow(
      `${PROGRAM}.name: is the name of another program now`,
    );
    expect((await provision(pool, file)).kept).toHaveLength(1);
  });

  test('nothing that is remembered lets anybody in', async () => {
    const { names } = await provisioned();
    const { rows } = await pool.query('select * from provisioned_objects');
    const text = JSON.stringify(rows);
    expect(text).toContain(names.workspace);
    for (const secret of [names.token, PASSWORD]) expect(text).not.toContain(secret);
  });
});
