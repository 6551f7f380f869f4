import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { numberAllEvents } from '../support/event-rows.js';
import { ask, signIn, signInAs } from '../support/management.js';
import { createSender, openProgram } from '../support/open-program.js';
import { seedPartner, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

describe.each(engines)('tags of partners on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function open() {
    const opened = await openProgram(service);
    const second = await seedPartner(service.pool, opened.program, 'pending');
    const tag = (partnerId: number, tags: unknown) =>
      opened.send('PATCH', `/partners/${partnerId}`, { tags });
    const found = async (query: string) =>
      (await opened.send('GET', `/partners?${query}`)).body.data.map(({ id }: { id: number }) => id);
    return { ...opened, first: opened.program.partnerId, second: second.partnerId, tag, found };
  }

  test('are kept in one form, each once and in order, and found by filter and search', async () => {
    const { first, second, tag, found, send } = await open();
    const { status, body } = await tag(first, ['  Top   Blogger ', 'VIP', 'vip', 'ÄRZTE', 'a\u0308rzte']);
    expect([status, body.tags]).toEqual([200, ['top blogger', 'vip', 'ärzte']]);
    await tag(second, ['vip']);
    expect((await send('GET', `/partners/${first}`)).body.tags).toEqual(['top blogger', 'vip', 'ärzte']);
    expect(await found('tag=VIP')).toEqual([second, first]);
    expect(await found('tag=top%20blogger')).toEqual([first]);
    expect(await found('tag=blogger')).toEqual([]);
    expect(await found('tag=vip&status=pending')).toEqual([second]);
    expect(await found('q=ogge')).toEqual([first]);
    expect((await send('GET', '/partner-tags')).body).toEqual({
      data: [
        { tag: 'vip', partners: 2 },
        { tag: 'top blogger', partners: 1 },
        { tag: 'ärzte', partners: 1 },
      ],
    });
    expect((await tag(first, [])).body.tags).toEqual([]);
    expect(await found('tag=vip')).toEqual([second]);
  });

  test('are refused where they are too many, too long, or have what separates them', async () => {
    const { first, tag, send } = await open();
    const twenty = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    expect((await tag(first, twenty)).body.tags).toHaveLength(20);
    expect((await tag(first, ['ß'.repeat(30)])).body.tags).toEqual(['ß'.repeat(30)]);
    for (const tags of [
      [...twenty, 'one more'],
      ['x'.repeat(31)],
      ['a,b'],
      ['a;b'],
      ['  '],
      ['a\u0007b'],
      [1],
      'vip',
    ]) {
      const { status, body } = await tag(first, tags);
      expect([tags, status, body]).toEqual([tags, 400, { error: 'tags is invalid' }]);
    }
    expect((await send('GET', `/partners/${first}`)).body.tags).toEqual(['ß'.repeat(30)]);
  });

  test('are one column of the list as a file', async () => {
    const { program, cookie, first, tag } = await open();
    await tag(first, ['vip', 'blog']);
    const file = await fetch(`${service.baseUrl}/api/programs/${program.programId}/partners?format=csv`, {
      headers: { cookie },
    });
    const [names = '', ...lines] = (await file.text()).trim().split(/\r?\n/);
    expect(names.split(',')).toContain('tags');
    expect(lines.filter((line) => line.includes('"blog, vip"'))).toHaveLength(1);
  });

  test('are in the history of the partner in their own program alone', async () => {
    const { program, cookie, first, tag, send } = await open();
    const sibling = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    await service.pool.query(
      `insert into enrollments (program_id, partner_id, status) values ($1, $2, 'approved')`,
      [sibling.programId, first],
    );
    const elsewhere = createSender(service, cookie, `/api/programs/${sibling.programId}`);
    await tag(first, ['here']);
    await elsewhere('PATCH', `/partners/${first}`, { tags: ['there'] });
    const historyOf = async (from: typeof send) =>
      (await from('GET', `/partners/${first}`)).body.history.map(
        ({ after }: { after: { tags: string[] } }) => after.tags,
      );
    expect(await historyOf(send)).toEqual([['here']]);
    expect(await historyOf(elsewhere)).toEqual([['there']]);
  });

  test('are in the log of changes and in the event, and nowhere in the portal', async () => {
    const { program, first, tag, send, inWorkspace } = await open();
    await tag(first, ['secret word']);
    await tag(first, ['Secret word']);
    const [entry, before] = (await send('GET', `/partners/${first}`)).body.history;
    expect([entry.action, entry.before.tags, entry.after.tags]).toEqual([
      'partner.update',
      [],
      ['secret word'],
    ]);
    expect(before).toBeUndefined();
    await numberAllEvents(service.pool);
    const events = (await inWorkspace('GET', '/event-feed?types=partner.updated')).body.data;
    expect(events).toMatchObject([{ data: { partner: { id: first, tags: ['secret word'] } } }]);
    const { email } = await seedPartnerUser(service.pool, program, first);
    const cookie = await signIn(service, email);
    for (const path of ['', '/links', '/statistics', '/commissions']) {
      const answer = await ask(service, `/api/partner/programs/${program.programId}${path}`, { cookie });
      expect(answer.status).toBe(200);
      expect(JSON.stringify(answer.body)).not.toContain('secret word');
    }
    const viewer = await signInAs(service, program.workspaceId, 'viewer');
    const write = { method: 'PATCH', cookie: viewer, body: { tags: ['x'] } };
    expect((await ask(service, `/api/programs/${program.programId}/partners/${first}`, write)).status).toBe(
      404,
    );
  });
});
