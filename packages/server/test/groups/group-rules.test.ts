import { describe, expect, test } from 'vitest';
import { withTransaction } from '../../src/database/transaction.js';
import { findReplayDifferences } from '../../src/features/policy/find-replay-differences.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import { ask, sale, signIn } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

const percent = (basis_points: number) => ({ type: 'percent', basis_points });

describe.each(engines)('the rule of a group on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function open() {
    const opened = await openProgram(service);
    const { program, send } = opened;
    const partner = `/partners/${program.partnerId}`;
    const story = async (commissionId: number | null) =>
      (await send('GET', `/commissions/${commissionId}/explain`)).body;
    return {
      ...opened,
      partner,
      addGroup: async (name: string, commission?: object) =>
        (await send('POST', '/groups', { name, ...(commission && { commission }) })).body,
      join: (groupId: number | null) => send('PATCH', partner, { group_id: groupId }),
      /** What the next sale of 100.00 earns, and whose rule that is. */
      earn: async () => {
        const { commissionId } = await sale(service, program);
        const { commission, rule } = await story(commissionId);
        return [commission.original_amount_cents, rule.scope];
      },
      story,
      sell: () => sale(service, program),
    };
  }

  test('counts after the partner’s own and before the program’s, from the next sale on', async () => {
    const { program, send, partner, addGroup, join, earn, story, sell } = await open();
    const gold = await addGroup('Gold', percent(3000));
    const silver = await addGroup('Silver', percent(2500));
    const plain = await addGroup('Plain');
    const first = await sell();
    expect((await join(gold.id)).body).toMatchObject({
      group_id: gold.id,
      group: 'Gold',
      commission_scope: 'group',
      commission: { basis_points: 3000 },
    });
    const inGold = await sell();
    expect(await earn()).toEqual([3_000, 'group']);
    await send('PATCH', `/groups/${gold.id}`, { commission: percent(3500) });
    expect(await earn()).toEqual([3_500, 'group']);
    await send('POST', `${partner}/rules`, { commission: percent(5000) });
    expect(await earn()).toEqual([5_000, 'partner']);
    await send('PATCH', `/groups/${gold.id}`, { commission: percent(4000) });
    await join(silver.id);
    expect(await earn()).toEqual([5_000, 'partner']);
    await send('DELETE', `${partner}/rules`, {});
    expect(await earn()).toEqual([2_500, 'group']);
    expect((await send('DELETE', `${partner}/rules`, {})).status).toBe(409);
    await join(plain.id);
    expect(await earn()).toEqual([2_000, 'program']);
    await send('PATCH', `/groups/${plain.id}`, { commission: percent(1000) });
    expect(await earn()).toEqual([1_000, 'group']);
    await send('PATCH', `/groups/${plain.id}`, { commission: null });
    expect(await earn()).toEqual([2_000, 'program']);
    await join(gold.id);
    expect(await earn()).toEqual([4_000, 'group']);
    await send('DELETE', `/groups/${gold.id}`, {});
    expect(await earn()).toEqual([2_000, 'program']);
    expect((await send('GET', partner)).body).toMatchObject({
      group_id: null,
      group: null,
      commission: null,
    });

    expect((await story(first.commissionId)).rule).toMatchObject({ scope: 'program', basis_points: 2000 });
    const old = await story(inGold.commissionId);
    expect([old.commission.original_amount_cents, old.rule.scope]).toEqual([3_000, 'group']);
    expect(old.story.join(' ')).toContain('of the partner, which is the rule of their group, applies');
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
    const replayed = await withTransaction(service.pool, (client) =>
      findReplayDifferences(client, { programId: program.programId }),
    );
    expect(replayed).toMatchObject({ sales: 12, differences: [] });
  });

  test('is what the partner reads as theirs, without the name of the group', async () => {
    const { program, addGroup, join } = await open();
    const group = await addGroup('Difficult ones', percent(500));
    await join(group.id);
    const { email } = await seedPartnerUser(service.pool, program, program.partnerId);
    const cookie = await signIn(service, email);
    const own = `/api/partner/programs/${program.programId}`;
    const { commissionId } = await sale(service, program);
    const terms = await ask(service, own, { cookie });
    expect(terms.body.commission.basis_points).toBe(500);
    const told = await ask(service, `${own}/commissions/${commissionId}`, { cookie });
    expect(told.status).toBe(200);
    for (const body of [terms.body, told.body]) expect(JSON.stringify(body)).not.toContain('Difficult');
  });

  test('is previewed on what its members sold who have no rule of their own', async () => {
    const { program, send, partner, addGroup, join, sell } = await open();
    const group = await addGroup('Gold', percent(3000));
    const query = `type=percent&basis_points=5000&group_id=${group.id}`;
    await sell();
    expect((await send('GET', `/rules/preview?${query}`)).body.currencies).toEqual([]);
    await join(group.id);
    await sell();
    const previewed = (await send('GET', `/rules/preview?${query}`)).body.currencies;
    expect(previewed).toMatchObject([{ sales: 2, commission_cents: 5_000, preview_cents: 10_000 }]);
    expect((await send('GET', '/rules/preview?type=percent&basis_points=5000')).body.currencies).toEqual([]);
    await send('POST', `${partner}/rules`, { commission: percent(100) });
    expect((await send('GET', `/rules/preview?${query}`)).body.currencies).toEqual([]);
    const other = await openProgram(service);
    expect((await other.send('GET', `/rules/preview?${query}`)).status).toBe(404);
    expect(program.programId).not.toBe(other.program.programId);
  });

  test('is compared by verify with what its members have', async () => {
    const { addGroup, join } = await open();
    const group = await addGroup('Gold', percent(3000));
    await join(group.id);
    const differencesOfGroups = async () =>
      (await verifyBooks(service.pool)).differences.filter(({ table }) => table === 'enrollments');
    expect(await differencesOfGroups()).toEqual([]);
    await service.pool.query('update partner_groups set rule = null where id = $1', [group.id]);
    expect(await differencesOfGroups()).toHaveLength(1);
    await service.pool.query(
      `update partner_groups set rule = '{"type":"percent","basis_points":3100}' where id = $1`,
      [group.id],
    );
    expect(await differencesOfGroups()).toHaveLength(1);
    await service.pool.query(
      `update partner_groups set rule = '{"type":"percent","basis_points":3000}' where id = $1`,
      [group.id],
    );
    expect(await differencesOfGroups()).toEqual([]);
  });
});
