import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../src/features/audit/list-audit.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import { ask, PASSWORD } from '../support/management.js';
import { perform } from '../support/operations.js';
import { uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { type Json, provision, provisionWorkspace, type Stored, storedOf } from './provision-support.js';

const PROGRAM = {
  name: 'Friends',
  domain: 'friends.test',
  currency: 'EUR',
  cookie_window_days: 45,
  hold_days: 14,
  lead_source: 'server',
  payout_schedule: { every: 'month', day: 3 },
  payout_details_hold_hours: 24,
  link_style: 'redirect',
  link_parameters: ['via', 'ref'],
  fallback_url: 'https://friends.test/partners',
  allowed_origins: ['https://friends.test', 'https://shop.friends.test'],
  minimum_payout_cents: 700,
  minimum_payouts: [{ currency: 'JPY', amount_cents: 1600 }],
  commission: { type: 'percent', basis_points: 2000, duration_months: 12 },
};
const CHANGES = {
  cookie_window_days: 60,
  payout_schedule: { every: 'week', day: 1 },
  allowed_origins: ['https://friends.test'],
  minimum_payouts: [{ currency: 'GBP', amount_cents: 900 }],
};
const OTHER_RULE = { type: 'percent', basis_points: 2500, duration_months: null };
const OWN_RULE = { type: 'flat', amount_cents: 500, duration_months: 0 };
const OTHER_OWN_RULE = { type: 'flat', amount_cents: 700, duration_months: 0 };
const JOE = { email: 'joe@blog.test', name: 'Joe' };
const DESTINATION = 'https://friends.test/joe';

describe.each(engines)('a provision file and the HTTP interface on %s', (engine) => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService(engine);
  });
  afterAll(async () => {
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
    await service.close();
  });

  /** A workspace with an owner and nothing else. */
  const newWorkspace = () =>
    provisionWorkspace(service, (workspace) => {
      for (const key of ['programs', 'links', 'processor']) delete workspace[key];
    });

  /** Makes and changes a program, a partner with a rule and a link, and a member, as the owner does. */
  async function actOverHttp(names: { readonly bert: string; readonly shortLink: string }) {
    const { by, workspaceId, names: own } = await newWorkspace();
    const { id } = await by('POST', `/api/workspaces/${workspaceId}/programs`, PROGRAM);
    const path = `/api/programs/${id}`;
    await by('POST', `${path}/keys`, { name: 'Provisioned' });
    const invitation = { ...JOE, commission: OWN_RULE, short_link: names.shortLink };
    const { partner } = await by('POST', `${path}/partners`, invitation);
    await by('POST', `/api/workspaces/${workspaceId}/invitations`, { email: names.bert, role: 'viewer' });
    const mail = service.mails.findLast(({ to }) => to === names.bert);
    const token = mail?.text.match(/#(\S+)/)?.[1];
    const account = { token, name: 'Bert', password: PASSWORD };
    expect((await ask(service, '/api/invitation/accept', { method: 'POST', body: account })).status).toBe(
      200,
    );

    await by('PATCH', path, CHANGES);
    await by('POST', `${path}/rules`, { commission: OTHER_RULE });
    await by('PATCH', `${path}/partners/${partner.id}`, { name: 'Joseph', status: 'suspended' });
    await by('POST', `${path}/partners/${partner.id}/rules`, { commission: OTHER_OWN_RULE });
    const { data: links } = await by('GET', `${path}/links`);
    await by('PATCH', `${path}/links/${links[0].id}`, { destination_url: DESTINATION });
    const { data: members } = await by('GET', `/api/workspaces/${workspaceId}/members`);
    const bert = members.find(({ name }: Json) => name === 'Bert');
    await by('PATCH', `/api/workspaces/${workspaceId}/members/${bert.user_id}`, { role: 'admin' });
    return { workspaceId, name: own.workspace };
  }

  /** The same by two files, of which the second differs from the first. */
  async function actByFile(names: { readonly bert: string; readonly shortLink: string }) {
    const { file, workspaceId, names: own } = await newWorkspace();
    const [workspace] = file.workspaces;
    const link = { short_link: names.shortLink };
    const partner = { ...JOE, status: 'approved', commission: OWN_RULE, links: [link] };
    const bert = { email: names.bert, name: 'Bert', password: PASSWORD, role: 'viewer' };
    workspace.programs = [{ ...PROGRAM, partners: [partner] }];
    workspace.members.push(bert);
    await provision(service.pool, file);
    Object.assign(workspace.programs[0], CHANGES, { commission: OTHER_RULE });
    Object.assign(partner, { name: 'Joseph', status: 'suspended', commission: OTHER_OWN_RULE });
    Object.assign(link, { destination_url: DESTINATION });
    bert.role = 'admin';
    await provision(service.pool, file);
    return { workspaceId, name: own.workspace };
  }

  async function entriesOf(workspaceId: number) {
    const request = { workspaceId, input: { limit: '200' } };
    return (await perform({ pool: service.pool }, listAudit, request)).data.toReversed();
  }

  async function eventsOf(workspaceId: number): Promise<string[]> {
    const { rows } = await service.pool.query<{ type: string; is_partner: boolean; test_mode: boolean }>(
      `select e.type, p.id is not null as is_partner, e.test_mode from events e
         left join partners p on p.id = e.object_id and p.workspace_id = e.workspace_id
        where e.workspace_id = $1 order by e.created_at, e.id`,
      [workspaceId],
    );
    return rows.map((row) => JSON.stringify(row));
  }

  test('leave the same rows, audit entries of the same shape, and the same events', async () => {
    const namesOf = () => ({ bert: `${uniqueName('bert')}@acme.test`, shortLink: uniqueName('joe') });
    const byHttp = await actOverHttp(namesOf());
    const byFile = await actByFile(namesOf());

    const rows = normalized(await storedOf(service.pool, byHttp.name));
    expect(rows.enrollments).toHaveLength(1);
    expect(rows.commission_rules).toHaveLength(4);
    expect(rows.workspace_members).toHaveLength(2);
    expect(normalized(await storedOf(service.pool, byFile.name))).toEqual(rows);

    const entries = await entriesOf(byHttp.workspaceId);
    const provisioned = await entriesOf(byFile.workspaceId);
    const shapes = shapesOf(entries);
    expect(shapes).toHaveLength(11);
    expect(shapesOf(provisioned)).toEqual(shapes);
    for (const { by, user_id } of provisioned) {
      expect({ by, user_id }).toEqual({ by: 'provision file', user_id: null });
    }

    const events = await eventsOf(byHttp.workspaceId);
    expect(events.map((event) => JSON.parse(event).type)).toEqual(['partner.updated', 'partner.updated']);
    expect(await eventsOf(byFile.workspaceId)).toEqual(events);
  });

  test('both end the open invitations of somebody who becomes a member', async () => {
    const { by, file, workspaceId } = await newWorkspace();
    const email = `${uniqueName('bert')}@acme.test`;
    await by('POST', `/api/workspaces/${workspaceId}/invitations`, { email, role: 'owner' });
    file.workspaces[0].members.push({ email, name: 'Bert', password: PASSWORD, role: 'viewer' });
    await provision(service.pool, file);
    const { data } = await by('GET', `/api/workspaces/${workspaceId}/invitations`);
    expect(data.map(({ status }: Json) => status)).not.toContain('open');
  });
});

/** Rows without what differs between any two: ids, times, secrets, and what is unique in the service. */
const DIFFERS = /(^|_)(id|at|ms)$|^(password|key_hash|hint|short_link|short_link_key)$|^written_in$/;
const UNIQUE: Readonly<Record<string, string>> = { workspaces: 'name', users: 'email' };

function normalized(stored: Stored): Stored {
  const tables = Object.entries(stored).map(([table, rows]) => {
    const hidden = rows.map((row) =>
      JSON.stringify(row, (name, value) =>
        value !== null && (DIFFERS.test(name) || UNIQUE[table] === name) ? `its ${name}` : value,
      ),
    );
    return [table, hidden.sort()];
  });
  return Object.fromEntries(tables);
}

/** What entries about programs and what is in them consist of, and entries about changes of members. */
function shapesOf(entries: readonly Json[]): string[] {
  const fieldsOf = (state: unknown) => (state === null ? null : Object.keys(state as object).sort());
  return entries
    .filter(({ target_type: type, before }) =>
      type === 'member' ? before !== null : ['program', 'partner', 'link', 'api_key'].includes(type),
    )
    .map(({ target_type, before, after }) => JSON.stringify([target_type, fieldsOf(before), fieldsOf(after)]))
    .sort();
}
