import { describe, expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import { signInAs } from '../support/management.js';
import { createSender, openProgram } from '../support/open-program.js';
import { seedPartner } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const RULE = { type: 'percent', basis_points: 3000 };

describe.each(engines)('groups of partners on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function open() {
    const opened = await openProgram(service);
    const { program } = opened;
    const member = createSender(
      service,
      await signInAs(service, program.workspaceId, 'member'),
      `/api/programs/${program.programId}`,
    );
    return { ...opened, member, partner: `/partners/${program.partnerId}` };
  }

  test('have a name that is unique in the program, in any case, and free again after the group', async () => {
    const { send } = await open();
    const made = await send('POST', '/groups', { name: 'Gold', commission: RULE });
    expect([made.status, made.body]).toEqual([
      200,
      {
        id: expect.any(Number),
        name: 'Gold',
        commission: {
          version: 1,
          type: 'percent',
          basis_points: 3000,
          amount_cents: null,
          duration_months: null,
          max_total_cents: null,
          clauses: null,
          otherwise: null,
        },
        partners: 0,
        created_at: expect.stringMatching(/Z$/),
      },
    ]);
    const taken = { error: 'name is already in use' };
    expect((await send('POST', '/groups', { name: 'GOLD' })).body).toEqual(taken);
    const silver = (await send('POST', '/groups', { name: 'Silver' })).body;
    expect((await send('PATCH', `/groups/${silver.id}`, { name: 'gold' })).body).toEqual(taken);
    expect((await send('PATCH', `/groups/${silver.id}`, { name: 'SILVER' })).body.name).toBe('SILVER');
    expect((await send('DELETE', `/groups/${made.body.id}`, {})).body).toEqual(made.body);
    expect((await send('PATCH', `/groups/${made.body.id}`, { name: 'x' })).status).toBe(404);
    expect((await send('DELETE', `/groups/${made.body.id}`, {})).status).toBe(404);
    expect((await send('POST', '/groups', { name: 'Gold' })).status).toBe(200);
    expect(
      (await send('GET', '/groups?sort=name')).body.data.map(({ name }: { name: string }) => name),
    ).toEqual(['Gold', 'SILVER']);
    for (const body of [{}, { name: '' }, { name: '  ' }, { name: 'x', commission: { type: 'percent' } }]) {
      expect((await send('POST', '/groups', body)).status).toBe(400);
    }
    const other = await open();
    expect((await other.send('POST', '/groups', { name: 'Gold' })).status).toBe(200);
    expect((await other.send('PATCH', other.partner, { group_id: silver.id })).body).toEqual({
      error: 'group_id is invalid',
    });
  });

  test('are one per partner, filter the list of partners, and are joined by an invitation', async () => {
    const { program, send, partner } = await open();
    const gold = (await send('POST', '/groups', { name: 'Gold', commission: RULE })).body;
    const silver = (await send('POST', '/groups', { name: 'Silver' })).body;
    const second = await seedPartner(service.pool, program);
    await send('PATCH', partner, { group_id: gold.id });
    await send('PATCH', partner, { group_id: silver.id });
    const invited = await send('POST', '/partners', {
      email: `${second.partnerId}-invited@people.test`,
      name: 'Invited',
      group_id: gold.id,
      tags: ['VIP'],
    });
    expect(invited.body.partner).toMatchObject({
      group: 'Gold',
      tags: ['vip'],
      commission_scope: 'group',
      commission: { basis_points: 3000 },
    });
    const found = async (query: string) =>
      (await send('GET', `/partners?${query}`)).body.data.map(({ id }: { id: number }) => id);
    expect(await found(`group_id=${gold.id}`)).toEqual([invited.body.partner.id]);
    expect(await found(`group_id=${silver.id}`)).toEqual([program.partnerId]);
    expect(await found('group_id=none')).toEqual([second.partnerId]);
    expect(await found('q=silv')).toEqual([program.partnerId]);
    const counts = (await send('GET', '/groups')).body.data;
    expect(counts.map(({ partners }: { partners: number }) => partners)).toEqual([1, 1]);
    const { history } = (await send('GET', partner)).body;
    expect(history.map(({ action }: { action: string }) => action)).toEqual([
      'partner.rule.group',
      'partner.update',
      'partner.rule.group',
      'partner.update',
    ]);
    const { differences } = await verifyBooks(service.pool);
    expect(differences).toEqual([]);
  });

  test.each([
    ['fields of another type', { ...RULE, amount_cents: 5, clauses: 'none', otherwise: null }],
    ['nulls', { ...RULE, duration_months: null, max_total_cents: null, otherwise: null }],
    ['a type that does not have them', { type: 'flat', amount_cents: 500, basis_points: 'abc' }],
    [
      'clauses',
      {
        type: 'clauses',
        clauses: [{ when: { to_month: 1 }, pay: { type: 'percent', basis_points: 500 } }],
        otherwise: null,
        basis_points: 1.5,
      },
    ],
  ])('keep of a rule what its type has: with %s, the books agree', async (_what, commission) => {
    const { send, partner } = await open();
    const made = await send('POST', '/groups', { name: 'Gold', commission });
    expect([made.status, made.body]).toMatchObject([200, { commission: { type: commission.type } }]);
    expect((await send('PATCH', partner, { group_id: made.body.id })).status).toBe(200);
    const again = await send('PATCH', `/groups/${made.body.id}`, { commission });
    expect(again.body).toEqual({ ...made.body, partners: 1 });
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('with a rule take the permission to change rules, to make, change, join and leave', async () => {
    const { send, member, partner } = await open();
    const invalid = (field: string) => ({ error: `${field} is invalid` });
    expect((await member('POST', '/groups', { name: 'Gold', commission: RULE })).body).toEqual(
      invalid('commission'),
    );
    const gold = (await send('POST', '/groups', { name: 'Gold', commission: RULE })).body;
    const plain = (await member('POST', '/groups', { name: 'Plain' })).body;
    expect((await member('PATCH', partner, { group_id: plain.id })).body.group).toBe('Plain');
    expect((await member('PATCH', partner, { group_id: gold.id })).body).toEqual(invalid('group_id'));
    const other = { commission: { ...RULE, basis_points: 1 } };
    expect((await member('PATCH', `/groups/${gold.id}`, other)).body).toEqual(invalid('commission'));
    expect((await member('PATCH', `/groups/${gold.id}`, { name: 'Golden' })).body.name).toBe('Golden');
    await send('PATCH', partner, { group_id: gold.id });
    expect((await member('PATCH', partner, { group_id: null })).body).toEqual(invalid('group_id'));
    expect((await member('DELETE', `/groups/${gold.id}`, {})).body).toEqual({ error: 'Not found' });
    expect((await member('PATCH', partner, { group_id: gold.id, tags: ['x'] })).status).toBe(200);
  });
});
