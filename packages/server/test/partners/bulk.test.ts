import { describe, expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import { signInAs } from '../support/management.js';
import { createSender, openProgram } from '../support/open-program.js';
import { seedPartner } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

interface Outcome {
  readonly id: number;
  readonly result: string;
  readonly reason: string | null;
}

describe.each(engines)('changes of many partners on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function open() {
    const opened = await openProgram(service);
    const { program, send } = opened;
    const add = async (status: 'pending' | 'approved' | 'rejected' | 'suspended') =>
      (await seedPartner(service.pool, program, status)).partnerId;
    const bulk = (body: object) => send('POST', '/partners/bulk', body);
    return {
      ...opened,
      bulk,
      add,
      /** The partners of the program by id, each with this of them. */
      read: async (field: string) => {
        const { data } = (await send('GET', '/partners?limit=200')).body;
        return new Map<number, unknown>(
          data.map((one: Record<string, unknown>) => [one.id as number, one[field]]),
        );
      },
    };
  }

  const results = (body: { readonly data: readonly Outcome[] }) =>
    body.data.map(({ id, result, reason }) => [id, result, reason]);

  test('invite again who is approved and has no account, each by an email of their own', async () => {
    const { program, bulk, add, inWorkspace } = await open();
    const [approved, pending, known] = [await add('approved'), await add('pending'), await add('approved')];
    await seedPartnerUser(service.pool, program, known);
    const ids = [approved, pending, known];
    const expected = [
      [approved, 'changed', null],
      [pending, 'refused', 'not_approved'],
      [known, 'unchanged', null],
    ];
    const invite = { ids, action: { type: 'invite' } };
    expect(results((await bulk({ ...invite, preview: true })).body)).toEqual(expected);
    expect((await inWorkspace('GET', '/invitations')).body.data).toEqual([]);
    const { rows } = await service.pool.query('select email from partners where id = $1', [approved]);
    const { body } = await bulk(invite);
    expect([results(body), body.mails_failed]).toEqual([expected, 0]);
    // Who was mailed a link gets it from nobody else.
    expect(body.data.map((row: { invitation_url: unknown }) => row.invitation_url)).toEqual([
      null,
      null,
      null,
    ]);
    expect(service.mails.filter(({ to }) => to === rows[0].email)).toHaveLength(1);
    expect((await inWorkspace('GET', '/invitations')).body.data).toMatchObject([{ email: rows[0].email }]);
    const { body: audit } = await inWorkspace('GET', '/audit?action=partner.invite.again');
    expect(audit.data).toMatchObject([{ target_id: String(approved) }]);
  });

  test('at the same moment lose nothing: tags, groups and decisions of all of them are there', async () => {
    const { bulk, add, read, send } = await open();
    const ids: number[] = [];
    for (let count = 0; count < 10; count++) ids.push(await add('pending'));
    const group = (await send('POST', '/groups', { name: 'Gold' })).body;
    const actions = [
      ...['a', 'b', 'c'].map((tag) => ({ type: 'tag', tag })),
      { type: 'group', group_id: group.id },
      { type: 'approve' },
      { type: 'reject' },
    ];
    const done = await Promise.all(
      actions.map((action, index) => bulk({ ids: index % 2 === 0 ? ids : ids.toReversed(), action })),
    );
    expect(done.map(({ status }) => status)).toEqual(actions.map(() => 200));
    const [tags, groups, status] = [await read('tags'), await read('group_id'), await read('status')];
    for (const id of ids) {
      expect([tags.get(id), groups.get(id), status.get(id)]).toEqual([['a', 'b', 'c'], group.id, 'approved']);
    }
    // Whoever came first decided: approving a rejected partner is a change, rejecting an approved one is refused.
    const rejected = new Set(results(done[5]?.body).map(([, result]) => result));
    expect([...rejected]).toHaveLength(1);
  });

  test('approve applicants as one by one, with their first link, invitation and entries; a preview changes nothing', async () => {
    const { program, send, bulk, add, read, inWorkspace } = await open();
    const [one, two, off] = [await add('pending'), await add('pending'), await add('suspended')];
    const ids = [two, one, program.partnerId, off];
    const expected = [
      [program.partnerId, 'unchanged', null],
      [one, 'changed', null],
      [two, 'changed', null],
      [off, 'changed', null],
    ];
    const preview = await bulk({ ids, action: { type: 'approve' }, preview: true });
    expect([preview.status, results(preview.body), preview.body.is_cut]).toEqual([200, expected, false]);
    expect((await read('status')).get(one)).toBe('pending');
    expect((await inWorkspace('GET', '/audit')).body.data).toEqual([]);
    const done = await bulk({ ids, action: { type: 'approve' } });
    expect(results(done.body)).toEqual(expected);
    expect([...(await read('status')).values()]).toEqual(['approved', 'approved', 'approved', 'approved']);
    for (const id of [one, two]) {
      const { links, history } = (await send('GET', `/partners/${id}`)).body;
      expect(links).toHaveLength(1);
      expect(history.map(({ action }: { action: string }) => action)).toEqual(['partner.update']);
    }
    const { data: entries } = (await inWorkspace('GET', '/audit')).body;
    expect(entries.filter(({ action }: { action: string }) => action === 'link.create')).toHaveLength(2);
    expect(done.body.mails_failed).toBe(0);
    const addresses = [...(await read('email'))]
      .filter(([id]) => id !== program.partnerId)
      .map(([, email]) => email);
    const told = service.mails.map(({ to }) => to).filter((to) => addresses.includes(to));
    expect(told.sort()).toEqual(addresses.sort());
    expect(
      results((await bulk({ ids, action: { type: 'approve' } })).body).map(([, result]) => result),
    ).toEqual(ids.map(() => 'unchanged'));
  });

  test('say of each why it stays as it is, and keep no other', async () => {
    const { program, bulk, add, read } = await open();
    const [pending, rejected] = [await add('pending'), await add('rejected')];
    const ids = [program.partnerId, pending, rejected];
    expect(results((await bulk({ ids, action: { type: 'reject' } })).body)).toEqual([
      [program.partnerId, 'refused', 'not_an_application'],
      [pending, 'changed', null],
      [rejected, 'unchanged', null],
    ]);
    expect(results((await bulk({ ids, action: { type: 'suspend' } })).body)).toEqual([
      [program.partnerId, 'changed', null],
      [pending, 'refused', 'not_approved'],
      [rejected, 'refused', 'not_approved'],
    ]);
    expect([...(await read('status')).values()].sort()).toEqual(['rejected', 'rejected', 'suspended']);
  });

  test('put into a group, tag and set rules; the filter is that of the list', async () => {
    const { program, send, bulk, add, read } = await open();
    const second = await add('approved');
    await add('pending');
    const rule = { type: 'percent', basis_points: 3000 };
    const group = (await send('POST', '/groups', { name: 'Gold', commission: rule })).body;
    const approved = { status: 'approved' };
    const grouped = await bulk({ filter: approved, action: { type: 'group', group_id: group.id } });
    expect(results(grouped.body)).toEqual([
      [program.partnerId, 'changed', null],
      [second, 'changed', null],
    ]);
    await bulk({ filter: { group_id: String(group.id) }, action: { type: 'tag', tag: 'VIP' } });
    expect([...(await read('tags')).values()].map(String).sort()).toEqual(['', 'vip', 'vip']);
    await bulk({ filter: { q: 'vip' }, action: { type: 'untag', tag: 'vip' } });
    expect([...(await read('tags')).values()].flat()).toEqual([]);
    const own = { type: 'percent', basis_points: 5000 };
    await bulk({ ids: [second], action: { type: 'rule', commission: own } });
    expect((await read('commission_scope')).get(second)).toBe('partner');
    const dropped = await bulk({ filter: approved, action: { type: 'rule', commission: null } });
    expect(results(dropped.body)).toEqual([
      [program.partnerId, 'unchanged', null],
      [second, 'changed', null],
    ]);
    expect((await read('commission_scope')).get(second)).toBe('group');
    await bulk({ filter: {}, action: { type: 'group', group_id: null } });
    expect([...(await read('group')).values()]).toEqual([null, null, null]);
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('change nobody where something is wrong about the request', async () => {
    const { program, bulk, read } = await open();
    const other = await open();
    const [id, stranger] = [program.partnerId, other.program.partnerId];
    const tag = { type: 'tag', tag: 'vip' };
    const refused: readonly [object, string][] = [
      [{ action: tag }, 'ids'],
      [{ ids: [], action: tag }, 'ids'],
      [{ ids: [id], filter: {}, action: tag }, 'ids'],
      [{ ids: [id, stranger], action: tag }, 'ids'],
      [{ ids: Array.from({ length: 1001 }, (_, index) => index + 1), action: tag }, 'ids'],
      [{ ids: [id], action: { type: 'tag', tag: 'a,b' } }, 'tag'],
      [{ ids: [id], action: { type: 'group', group_id: 999_999 } }, 'group_id'],
      [{ ids: [id], action: { type: 'fire' } }, 'action'],
    ];
    for (const [body, field] of refused) {
      const answer = await bulk(body);
      expect([body, answer.status, answer.body]).toEqual([body, 400, { error: `${field} is invalid` }]);
    }
    expect((await read('tags')).get(id)).toEqual([]);
    const asRole = async (role: 'member' | 'viewer') =>
      createSender(
        service,
        await signInAs(service, program.workspaceId, role),
        `/api/programs/${program.programId}`,
      );
    const rule = { type: 'rule', commission: null };
    expect(
      (await (await asRole('member'))('POST', '/partners/bulk', { ids: [id], action: rule })).status,
    ).toBe(400);
    expect(
      (await (await asRole('viewer'))('POST', '/partners/bulk', { ids: [id], action: tag })).status,
    ).toBe(404);
  });
});
