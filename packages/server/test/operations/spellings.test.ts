import { describe, expect, test } from 'vitest';
import { trackingClient } from '../http/tracking-client.js';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { seedLink, seedPartner, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

describe.each(engines)('names in several spellings on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  async function openProgram() {
    const program = await seedProgram(service.pool);
    const cookie = await signInAs(service, program.workspaceId, 'owner');
    const send = (method: string, path: string, body?: unknown) =>
      ask(service, `/api/programs/${program.programId}${path}`, { method, body, cookie });
    const createLink = async (shortLink: string) => {
      const { status, body } = await send('POST', '/links', {
        partner_id: program.partnerId,
        short_link: shortLink,
      });
      return status === 200 || status === 201 ? body.short_link : body.error;
    };
    return { program, send, createLink };
  }

  test('of a link are one link, stored as it can be typed', async () => {
    const { program, createLink } = await openProgram();
    const end = uniqueName('x');
    expect(await createLink(`jose\u0301-${end}`)).toBe(`jos\u00e9-${end}`);
    for (const other of [
      `jos\u00e9-${end}`,
      `JOSE\u0301\u2013${end}`,
      `jos\u200b\u00e9-${end}`,
      `\uff4aos\u00e9-${end}`,
    ])
      expect([other, await createLink(other)]).toEqual([other, 'short_link is already in use']);
    for (const aff of [`jose\u0301-${end}`, `JOS\u00c9\u2014${end}`, `jos\u00e9\u00ad-${end}\u200b`]) {
      const affiliate_url = `https://shop.test/?aff=${encodeURIComponent(aff)}`;
      const { status } = await trackingClient(service).click({ affiliate_url }, { origin: program.origin });
      expect([aff, status]).toEqual([aff, 200]);
    }
  });

  test('that mail programs would cut are refused for links and codes', async () => {
    const { program, send, createLink } = await openProgram();
    for (const name of [
      'maria.',
      'maria,',
      'maria)',
      'maria-',
      'maria\u2026',
      '(maria',
      'a?b',
      'a&b=c',
      'a#b',
      '50%',
      '.',
    ])
      expect([name, await createLink(name)]).toEqual([name, expect.stringContaining('short_link ')]);
    for (const code of ['SAVE.', '-SAVE', 'SAVE_'])
      expect((await send('POST', '/codes', { code, partner_id: program.partnerId })).status).toBe(400);
  });

  test('are found literally first where there are several from before', async () => {
    const { program } = await openProgram();
    const end = uniqueName('x');
    const spellings = [`jos\u00e9-${end}`, `jose\u0301-${end}`];
    for (const shortLink of spellings) await seedLink(service.pool, { ...program, shortLink });
    const client = trackingClient(service);
    for (const aff of spellings)
      await client.click(
        { affiliate_url: `https://shop.test/?aff=${encodeURIComponent(aff)}` },
        { origin: program.origin },
      );
    const { rows } = await service.pool.query(
      `select l.short_link from clicks c join links l on l.id = c.link_id where c.program_id = $1 order by l.id`,
      [program.programId],
    );
    expect(rows.map(({ short_link }) => short_link)).toEqual(spellings);
  });

  test('of a code credit its partner', async () => {
    const { program, send } = await openProgram();
    const pod = await seedPartner(service.pool, program);
    await send('POST', '/codes', { code: 'POD-20', partner_id: pod.partnerId });
    for (const code of [
      'POD\u201320',
      '\u200bpod-20',
      ' POD-20 ',
      'POD-20.',
      '\u201cPOD-20\u201d',
      '\uff30\uff2f\uff24-20',
      'pod\u221220\ufeff',
    ]) {
      const transactionId = uniqueName('order');
      const { status } = await trackingClient(service).sale(
        { transaction_id: transactionId, amount_cents: 5_000, customer_key: uniqueName('user'), code },
        { key: program.apiKey },
      );
      const { rows } = await service.pool.query('select partner_id from sales where transaction_id = $1', [
        transactionId,
      ]);
      expect([code, status, rows]).toEqual([code, 200, [{ partner_id: pod.partnerId }]]);
    }
  });

  test('of groups and tags are one', async () => {
    const { program, send } = await openProgram();
    const create = async (name: string) => (await send('POST', '/groups', { name })).status;
    expect(await create('Gold\u2013Partner')).toBeLessThan(300);
    for (const name of ['gold-partner', 'GOLD\u2014PARTNER', 'Gold-\u200bPartner'])
      expect(await create(name)).toBe(409);
    const { status, body } = await send('PATCH', `/partners/${program.partnerId}`, {
      tags: ['Jos\u00e9', 'jose\u0301', 'a\u2013b', 'A-B', 'x\u00a0 y', 'x y'],
    });
    expect([status, body.tags]).toEqual([200, ['a-b', 'jos\u00e9', 'x y']]);
  });
});
