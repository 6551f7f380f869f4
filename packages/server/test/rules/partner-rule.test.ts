import { describe, expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import { ask, sale, seedUser, signIn, signInAs } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

const OWN = { commission: { type: 'percent', basis_points: 3000 } };

describe.each(engines)('a rule of a partner’s own on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function openPartnerRules() {
    const { program, send } = await openProgram(service);
    const rules = `/partners/${program.partnerId}/rules`;
    const story = async (commissionId: number | null) =>
      (await send('GET', `/commissions/${commissionId}/explain`)).body;
    return { program, send, rules, story };
  }

  test('when it is dropped, sales from then on earn by the program’s, and those before and between keep theirs', async () => {
    const { program, send, rules, story } = await openPartnerRules();
    const before = await sale(service, program);
    const own = await send('POST', rules, OWN);
    const during = await sale(service, program);
    const dropped = await send('DELETE', rules, {});
    expect([dropped.status, dropped.body]).toEqual([
      200,
      {
        id: expect.any(Number),
        partner_id: program.partnerId,
        group_id: null,
        version: 2,
        type: 'program',
        basis_points: null,
        amount_cents: null,
        duration_months: null,
        max_total_cents: null,
        clauses: null,
        otherwise: null,
        created_at: expect.any(String),
      },
    ]);
    const after = await sale(service, program);
    const earned: unknown[] = [];
    for (const { commissionId } of [before, during, after]) {
      const { commission, rule } = await story(commissionId);
      earned.push([commission.original_amount_cents, rule.version, rule.basis_points]);
    }
    expect(earned).toEqual([
      [2_000, 1, 2_000],
      [3_000, 1, 3_000],
      [2_000, 1, 2_000],
    ]);
    expect((await story(after.commissionId)).story.join(' ')).toContain('Rule version 1 of the program');
    const books = await verifyBooks(service.pool);
    expect(books.differences).toEqual([]);
    expect(own.body.version).toBe(1);
  });

  test('what the team and the partner read of the terms follows, and a new rule of their own is the next version', async () => {
    const { program, send, rules } = await openPartnerRules();
    const partner = await seedPartnerUser(service.pool, program, program.partnerId);
    const cookie = await signIn(service, partner.email);
    const terms = async () => {
      const team = await send('GET', `/partners/${program.partnerId}`);
      const [listed] = (await send('GET', '/partners')).body.data;
      const own = await ask(service, `/api/partner/programs/${program.programId}`, { cookie });
      expect(listed.commission).toEqual(team.body.commission);
      return [team.body.commission?.basis_points ?? null, own.body.commission.basis_points];
    };
    expect(await terms()).toEqual([null, 2_000]);
    await send('POST', rules, OWN);
    expect(await terms()).toEqual([3_000, 3_000]);
    await send('DELETE', rules, {});
    expect(await terms()).toEqual([null, 2_000]);
    const again = await send('POST', rules, { commission: { type: 'percent', basis_points: 2500 } });
    expect(again.body.version).toBe(3);
    expect(await terms()).toEqual([2_500, 2_500]);
    const { body } = await send('GET', `/rules?partner_id=${program.partnerId}`);
    expect(body.data.map((rule: { type: string }) => rule.type)).toEqual(['percent', 'program', 'percent']);
  });

  test('its versions are read page by page, and a cursor that nobody gave out finds none or all of them', async () => {
    const { program, send, rules } = await openPartnerRules();
    for (const basis_points of [1_000, 2_000]) {
      await send('POST', rules, { commission: { type: 'percent', basis_points } });
    }
    const list = `/rules?limit=1&partner_id=${program.partnerId}`;
    const { body: first } = await send('GET', list);
    const [name] = JSON.parse(Buffer.from(first.next_cursor, 'base64url').toString());
    const after = async (position: number) => {
      // A position is a version, and the id that decides between equal ones.
      const cursor = Buffer.from(JSON.stringify([name, position, 0])).toString('base64url');
      const { status, body } = await send('GET', `${list}&cursor=${cursor}`);
      return [status, body.data.map((rule: { version: number }) => rule.version)];
    };
    expect(await after(2)).toEqual([200, [1]]);
    for (const position of [Number.MIN_SAFE_INTEGER, -2_147_483_649, 0]) {
      expect(await after(position)).toEqual([200, []]);
    }
    for (const position of [2_147_483_648, Number.MAX_SAFE_INTEGER]) {
      expect(await after(position)).toEqual([200, [2]]);
    }
  });

  test('a change of the program’s rule is previewed with the partners for whom it counts again', async () => {
    const { program, send, rules } = await openPartnerRules();
    await sale(service, program);
    const previewed = async () =>
      (await send('GET', '/rules/preview?type=percent&basis_points=1000')).body.currencies.length;
    await send('POST', rules, OWN);
    expect(await previewed()).toBe(0);
    await send('DELETE', rules, {});
    expect(await previewed()).toBe(1);
  });

  test('it is dropped once, with an entry of before and after, and there has to be one', async () => {
    const { program, send, rules } = await openPartnerRules();
    const refusal = [409, { error: 'This partner has no commission rule of their own' }];
    const none = await send('DELETE', rules, {});
    expect([none.status, none.body]).toEqual(refusal);
    await send('POST', rules, OWN);
    const answers = await Promise.all(Array.from({ length: 4 }, () => send('DELETE', rules, {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const again = await send('DELETE', rules, {});
    expect([again.status, again.body]).toEqual(refusal);
    const cookie = await signInAs(service, program.workspaceId, 'owner');
    const { body } = await ask(service, `/api/workspaces/${program.workspaceId}/audit`, { cookie });
    const entries = body.data.filter((entry: { action: string }) => entry.action === 'partner.rule.drop');
    expect(entries).toMatchObject([
      {
        target_type: 'partner',
        before: { version: 1, type: 'percent', basis_points: 3000 },
        after: { version: 2, type: 'program', basis_points: null },
      },
    ]);
  });

  test('a signed-in person learns whether they are a partner of a program', async () => {
    const { program } = await openPartnerRules();
    const partner = await seedPartnerUser(service.pool, program);
    const stranger = await seedUser(service.pool);
    const isPartner = async (cookie: string) => (await ask(service, '/api/me', { cookie })).body.is_partner;
    expect(await isPartner(await signIn(service, partner.email))).toBe(true);
    expect(await isPartner(await signIn(service, stranger.email))).toBe(false);
    expect(await isPartner(await signInAs(service, program.workspaceId, 'viewer'))).toBe(false);
  });
});
