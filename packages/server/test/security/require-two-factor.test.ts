import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { addMember, ask, seedUser, signIn, signInAs } from '../support/management.js';
import { seedProgram, seedWorkspace, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { turnOnTwoFactor } from './two-factor-support.js';

const REFUSED = { error: 'This workspace requires two-factor authentication' };

describe.each(engines)('a workspace that requires two-factor authentication on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function openWorkspaceAsOwner() {
    const program = await seedProgram(service.pool);
    const workspace = `/api/workspaces/${program.workspaceId}`;
    const owner = await signInAs(service, program.workspaceId, 'owner');
    const setRequired = (cookie: string, value = true) =>
      ask(service, workspace, { method: 'PATCH', body: { require_two_factor: value }, cookie });
    return { program, workspace, owner, setRequired };
  }

  test('only an owner who uses it can require it, and the change is audited', async () => {
    const { program, workspace, owner, setRequired } = await openWorkspaceAsOwner();
    const refused = await setRequired(owner);
    expect([refused.status, refused.body]).toEqual([
      409,
      { error: 'Set up two-factor authentication for your own account first' },
    ]);
    expect(refused.headers.get('svc-error-code')).toBe('two_factor_not_set_up');
    const admin = await signInAs(service, program.workspaceId, 'admin');
    expect((await setRequired(admin)).status).toBe(404);
    const { cookie } = await turnOnTwoFactor(service, owner);
    expect((await setRequired(cookie)).body).toMatchObject({ require_two_factor: true, role: 'owner' });
    expect((await setRequired(cookie)).status).toBe(200);
    const { body } = await ask(service, `${workspace}/audit?action=workspace.update`, { cookie });
    expect(body.data).toMatchObject([
      { before: { require_two_factor: false }, after: { require_two_factor: true } },
    ]);
  });

  test('members without it get 403 everywhere in the workspace until they turn it on, others and outsiders as before', async () => {
    const { program, workspace, owner, setRequired } = await openWorkspaceAsOwner();
    const withFactor = await turnOnTwoFactor(service, owner);
    const { userId, email } = await seedUser(service.pool);
    await addMember(service.pool, program.workspaceId, userId, 'admin');
    const elsewhere = await seedWorkspace(service.pool);
    await addMember(service.pool, elsewhere, userId, 'owner');
    const member = await signIn(service, email);
    const stranger = await signIn(service, (await seedUser(service.pool)).email);
    await setRequired(withFactor.cookie);
    const paths = [
      workspace,
      `${workspace}/programs`,
      `${workspace}/audit`,
      `/api/programs/${program.programId}`,
      `/api/programs/${program.programId}/report.csv`,
      `/api/tracking/status/${program.programId}`,
    ];
    for (const path of paths) {
      const refused = await ask(service, path, { cookie: member });
      expect([refused.status, refused.body], path).toEqual([403, REFUSED]);
      expect(refused.headers.get('svc-error-code')).toBe('two_factor_required');
      expect((await ask(service, path, { cookie: withFactor.cookie })).status, path).toBe(200);
    }
    const write = await ask(service, `/api/programs/${program.programId}`, {
      method: 'PATCH',
      body: { name: uniqueName('Renamed') },
      cookie: member,
    });
    expect([write.status, write.body]).toEqual([403, REFUSED]);
    expect((await ask(service, workspace, { cookie: stranger })).status).toBe(404);
    expect((await ask(service, `/api/workspaces/${elsewhere}`, { cookie: member })).status).toBe(200);

    const { body: me } = await ask(service, '/api/me', { cookie: member });
    expect(me.user.two_factor).toBe(false);
    const required = Object.fromEntries(
      me.workspaces.map((one: { id: number; two_factor_required: boolean }) => [
        one.id,
        one.two_factor_required,
      ]),
    );
    expect(required).toEqual({ [program.workspaceId]: true, [elsewhere]: false });

    const after = await turnOnTwoFactor(service, member);
    for (const path of paths) {
      expect((await ask(service, path, { cookie: after.cookie })).status, path).toBe(200);
    }
  });

  test('what is not given stays, and nothing at all changes nothing', async () => {
    const { workspace, owner, setRequired } = await openWorkspaceAsOwner();
    const { cookie } = await turnOnTwoFactor(service, owner);
    await setRequired(cookie);
    const patch = (body: object) => ask(service, workspace, { method: 'PATCH', body, cookie });
    const name = uniqueName('Acme');
    expect((await patch({ name })).body).toMatchObject({ name, require_two_factor: true });
    expect((await patch({})).body).toMatchObject({ name, require_two_factor: true });
    expect((await patch({ require_two_factor: 'yes' })).body).toEqual({
      error: 'require_two_factor is invalid',
    });
    expect((await setRequired(cookie, false)).body).toMatchObject({ name, require_two_factor: false });
  });
});
