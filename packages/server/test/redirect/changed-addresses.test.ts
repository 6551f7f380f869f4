import { describe, expect, test } from 'vitest';
import {
  ADDRESSES,
  AMBIGUOUS,
  ENCODED_ADDRESSES,
  forLink,
  lettersOf,
  NAMES,
  PATHS,
  UNREADABLE,
} from '../../../core/test/attribution/referral-cases.js';
import { trackingClient } from '../http/tracking-client.js';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { type SeededProgram, seedLink, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { visit } from './visit.js';

describe.each(engines)('a shared link that was changed on its way, on %s', (engine) => {
  const service = shared(() => startService(engine, { writeRefusedEveryMs: 0 }));

  /** A program with a link of letters alone, as the table has it, and a host of its own. */
  async function openProgram() {
    const shortLink = lettersOf(uniqueName('maria'));
    const program = await seedProgram(service.pool, { shortLink });
    const host = `${uniqueName('go')}.acme.test`;
    const cookie = await signInAs(service, program.workspaceId, 'owner');
    const body = { link_domains: [host] };
    const { status } = await ask(service, `/api/programs/${program.programId}`, {
      method: 'PATCH',
      body,
      cookie,
    });
    expect(status).toBe(200);
    return { ...program, host };
  }

  const countClicks = async ({ linkId }: Pick<SeededProgram, 'linkId'>) => {
    const { rows } = await service.pool.query<{ count: number }>(
      'select count(*)::integer as count from clicks where link_id = $1',
      [linkId],
    );
    return rows[0]?.count;
  };

  const refusedOf = async ({ apiKey }: SeededProgram) => {
    const answer = await fetch(`${service.baseUrl}/api/v1/cli/status`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const { live } = (await answer.json()) as { live: { unknown_aff: { value: string; count: number }[] } };
    return live.unknown_aff.map(({ value }) => value);
  };

  test('counts on the redirect and on a link domain', async () => {
    const program = await openProgram();
    for (const [what, text] of [...NAMES, ...PATHS]) {
      const path = forLink(text, program.shortLink);
      for (const [prefix, options] of [
        ['/r/', {}],
        ['/R/', {}],
        ['/', { host: program.host }],
      ] as const) {
        const { status, location, clickId } = await visit(service, `${prefix}${path}`, options);
        expect([what, prefix, status, location?.searchParams.get('aff')]).toEqual([
          what,
          prefix,
          302,
          program.shortLink,
        ]);
        expect(clickId).not.toBeNull();
      }
    }
    expect(await countClicks(program)).toBe(3 * (NAMES.length + PATHS.length));
  });

  test('leads on with the parameters that follow the name without a question mark', async () => {
    const program = await openProgram();
    const { location } = await visit(service, `/r/${program.shortLink}&utm_source=news&b=%20?c=1`);
    expect(location?.search).toMatch(
      new RegExp(`^\\?aff=${program.shortLink}&utm_source=news&b=%20&c=1&svc_click_id=`),
    );
  });

  test('counts where a page reports it', async () => {
    const program = await openProgram();
    const client = trackingClient(service);
    const rests = [
      ...NAMES.map(([what, name]) => [what, `/?aff=${name}`] as const),
      ...ADDRESSES,
      ...ENCODED_ADDRESSES,
    ];
    for (const [what, rest] of rests) {
      const affiliate_url = `https://shop.test${forLink(rest, program.shortLink)}`;
      const { status } = await client.click({ affiliate_url }, { origin: program.origin });
      expect([what, status]).toEqual([what, 200]);
    }
    expect(await countClicks(program)).toBe(rests.length);
  });

  test('counts where another parameter of the program names it', async () => {
    const program = await openProgram();
    await service.pool.query('update programs set link_parameters = $2 where id = $1', [
      program.programId,
      ['via', 'r.f'],
    ]);
    const client = trackingClient(service);
    for (const rest of ['/#via=maria', '/?x=1?via=maria.', '/?x=1&amp;r.f=maria']) {
      const affiliate_url = `https://shop.test${forLink(rest, program.shortLink)}`;
      const { status } = await client.click({ affiliate_url }, { origin: program.origin });
      expect([rest, status]).toEqual([rest, 200]);
    }
  });

  test('is shown to the owner where it cannot be read, and names no other link', async () => {
    const program = await openProgram();
    const client = trackingClient(service);
    const given = UNREADABLE.map(([, text]) => forLink(text, program.shortLink));
    for (const text of given) {
      expect((await visit(service, `/${text}`, { host: program.host })).status).toBe(404);
      const { body } = await client.click(
        { affiliate_url: `https://shop.test/?aff=${text}` },
        { origin: program.origin },
      );
      expect(body).toEqual({ error: 'Referral link not found' });
    }
    // Below `/r`, the beginning of a name says whose it may be.
    const below = `${program.shortLink}/pricing`;
    expect((await visit(service, `/r/${below}`)).status).toBe(404);
    for (const rest of AMBIGUOUS) {
      const affiliate_url = `https://shop.test${forLink(rest, program.shortLink)}`;
      const { body } = await client.click({ affiliate_url }, { origin: program.origin });
      expect(body).toEqual({ error: 'Referral link not found' });
    }
    const wanted = [...given.map((text) => decodeURIComponent(text)), below, `${program.shortLink} | nobody`];
    await expect.poll(() => refusedOf(program)).toEqual(expect.arrayContaining(wanted));
    expect(await countClicks(program)).toBe(0);
  });

  test('is shown to the owner where its link is inactive', async () => {
    const program = await openProgram();
    await service.pool.query('update links set deactivated_at = now() where id = $1', [program.linkId]);
    expect((await visit(service, `/r/${program.shortLink}.`)).status).toBe(404);
    await expect.poll(() => refusedOf(program)).toEqual([`${program.shortLink}.`]);
  });

  test('is found literally first', async () => {
    const program = await openProgram();
    for (const odd of ['.', '&x=1', '%', '?b#c', '/b', ')']) {
      const { shortLink, linkId } = await seedLink(service.pool, {
        ...program,
        shortLink: `${program.shortLink}${odd}`,
      });
      await visit(service, `/r/${encodeURIComponent(shortLink)}`);
      await trackingClient(service).click(
        { affiliate_url: `https://shop.test/?aff=${encodeURIComponent(shortLink)}` },
        { origin: program.origin },
      );
      expect([odd, await countClicks({ linkId })]).toEqual([odd, 2]);
    }
    expect(await countClicks(program)).toBe(0);
  });

  test.each(['/r', '/r/', '/R', '/r//', '/r/%zz', '/r/a/b/c', '/R/x%', `/r/${'x'.repeat(5_000)}`])(
    'is never a page of the web application: %s',
    async (path) => {
      const { status, body } = await visit(service, path);
      expect(status).toBe(404);
      expect(body).toContain('Link not found');
    },
  );

  test('leads to a destination byte for byte', async () => {
    const program = await openProgram();
    for (const [destination, before, after] of [
      ['https://shop.test/?q=a%20b&flag', 'https://shop.test/?q=a%20b&flag&', ''],
      ["https://shop.test/it's/~x?b=(1)*&&c#/a?b=1", "https://shop.test/it's/~x?b=(1)*&&c&", '#/a?b=1'],
      ['https://shop.test/?sig=%7e%2F+%2B', 'https://shop.test/?sig=%7e%2F+%2B&', ''],
      ['https://shop.test/?aff=jane&flag&svc_click_id=1', 'https://shop.test/?flag&', ''],
    ] as const) {
      const { shortLink, linkId } = await seedLink(service.pool, {
        ...program,
        shortLink: uniqueName('jane'),
      });
      await service.pool.query('update links set destination_url = $2 where id = $1', [linkId, destination]);
      const { headers, clickId } = await visit(service, `/r/${shortLink}`);
      expect(headers.location).toBe(`${before}aff=${shortLink}&svc_click_id=${clickId}${after}`);
    }
  });
});
