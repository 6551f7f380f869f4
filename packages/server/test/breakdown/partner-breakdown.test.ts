import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, signIn } from '../support/management.js';
import { seedLink, seedPartner, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';
import { openBreakdown } from './open-breakdown.js';

describe.each(engines)('whose breakdown it is, on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine, { trustProxy: true }));
  const open = () => openBreakdown(service);

  test('shows partners what they brought themselves, and nothing of others', async () => {
    const { program, click, lead, sale, cookie } = await open();
    const bert = await seedPartner(service.pool, program);
    const { shortLink } = await seedLink(service.pool, {
      ...program,
      ...bert,
      shortLink: uniqueName('bert'),
    });
    await click('sub1=a');
    await sale(await lead(await click('sub1=b', { link: shortLink })));
    await lead(null);
    const path = `/api/partner/programs/${program.programId}/breakdown`;
    const { email } = await seedPartnerUser(service.pool, program, bert.partnerId);
    const own = await signIn(service, email);
    const read = async (query: string) => {
      const { status, body } = await ask(service, `${path}?${query}`, { cookie: own });
      expect(status).toBe(200);
      return body;
    };
    const figures = { clicks: 1, unique_clicks: 1, leads: 1, customers: 1, sales: 1, revenue_cents: 10_000 };
    // A `partner_id` in the query changes nothing: whose it is follows from the session.
    for (const query of ['by=sub1', `by=sub1&partner_id=${program.partnerId}`]) {
      const { data, totals } = await read(query);
      expect(data).toMatchObject([{ value: 'b', ...figures, commission_cents: 2_000 }]);
      expect(totals).toMatchObject(figures);
    }
    expect((await read('by=link')).data).toMatchObject([{ value: shortLink, ...figures }]);
    expect((await read('by=partner')).data).toMatchObject([{ value: String(bert.partnerId), ...figures }]);
    expect((await read('by=code')).data).toMatchObject([{ value: null, ...figures }]);

    const stranger = await open();
    const theirs = `/api/partner/programs/${stranger.program.programId}/breakdown?by=sub1`;
    expect((await ask(service, theirs, { cookie: own })).status).toBe(404);
    expect((await ask(service, `${path}?by=sub1`, { cookie })).status).toBe(404);
    expect((await ask(service, `${path}?by=sub1`)).status).toBe(401);
    const refused = await ask(service, path, { cookie: own });
    expect([refused.status, refused.body]).toEqual([400, { error: 'by is required' }]);
  });

  test('can be of one partner, and of another program it shows nothing', async () => {
    const { program, click, by, send } = await open();
    const bert = await seedPartner(service.pool, program);
    const { shortLink } = await seedLink(service.pool, {
      ...program,
      ...bert,
      shortLink: uniqueName('bert'),
    });
    await click('sub1=a');
    await click('sub1=b', { link: shortLink });
    expect((await by('sub1', `&partner_id=${bert.partnerId}`)).data).toMatchObject([
      { value: 'b', clicks: 1 },
    ]);
    const stranger = await open();
    expect((await stranger.by('sub1', `&partner_id=${program.partnerId}`)).data).toEqual([]);
    expect((await send('GET', `/../${stranger.program.programId}/breakdown?by=sub1`)).status).toBe(404);
  });
});
