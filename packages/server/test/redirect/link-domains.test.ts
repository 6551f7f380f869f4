import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { openProgram } from '../support/open-program.js';
import { seedLink, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { visit } from './visit.js';

describe.each(engines)('a link domain on %s', (engine) => {
  const service = shared(() =>
    startService(engine, { http: { baseUrl: 'https://svc.acme.test', hosts: ['also.acme.test'] } }),
  );

  async function openWithDomain() {
    const opened = await openProgram(service);
    const host = `go.${uniqueName('acme')}.test`;
    const { status } = await opened.send('PATCH', '', { link_domains: [host] });
    expect(status).toBe(200);
    return { ...opened, host };
  }

  test('serves the links of its program as `/r/` does, from the moment it is set', async () => {
    const { program, host } = await openWithDomain();
    for (const named of [host, `${host}:8443`, host.toUpperCase(), `${host}.`]) {
      const { status, location, clickId } = await visit(service, `/${program.shortLink}?sub1=a`, {
        host: named,
      });
      expect([status, location?.href]).toEqual([
        302,
        `https://shop.test/?aff=${program.shortLink}&sub1=a&svc_click_id=${clickId}`,
      ]);
    }
  });

  test('serves no link of another program', async () => {
    const { host, program } = await openWithDomain();
    const other = await seedProgram(service.pool);
    const sister = await seedProgram(service.pool, { workspaceId: program.workspaceId });
    for (const { shortLink } of [other, sister]) {
      expect(await visit(service, `/${shortLink}`, { host })).toMatchObject({ status: 404, location: null });
      expect((await visit(service, `/r/${shortLink}`)).status).toBe(302);
    }
  });

  test.each([
    ['GET', '/'],
    ['GET', '/docs'],
    ['GET', '/openapi.json'],
    ['GET', '/api/me'],
    ['GET', '/readyz'],
    ['GET', '/metrics'],
    ['HEAD', '/metrics'],
    ['GET', '/js/svc-tracker.js'],
    ['GET', '/assets/index.js'],
    ['GET', '/%'],
    ['GET', '/r/%00'],
    ['POST', '/track/click'],
    ['POST', '/api/v1/track/sale'],
    ['OPTIONS', '/track/click'],
    ['POST', '/nothing'],
    ['DELETE', '/healthz'],
  ])('serves nothing else: %s %s is not found', async (method, path) => {
    const { host } = await openWithDomain();
    const { status, headers } = await visit(service, path, { method, host });
    expect([status, headers['svc-error-code']]).toEqual([404, 'not_found']);
  });

  test('serves a link whatever it is called, and /healthz', async () => {
    const { program, host } = await openWithDomain();
    for (const shortLink of ['docs', 'metrics', 'api', 'assets']) {
      const name = uniqueName(shortLink);
      await seedLink(service.pool, { ...program, shortLink: name });
      expect((await visit(service, `/${name}`, { host })).clickId).not.toBeNull();
    }
    expect(await visit(service, '/healthz', { host })).toMatchObject({
      status: 200,
      body: '{"status":"ok"}',
    });
    expect((await visit(service, `/r/${program.shortLink}`, { host })).status).toBe(404);
  });

  test('leads what it does not know to the fallback of its program', async () => {
    const { host, send } = await openWithDomain();
    await send('PATCH', '', { fallback_url: 'https://shop.test/partners' });
    const other = await seedProgram(service.pool);
    for (const path of [`/${uniqueName('nobody')}`, '/', `/${other.shortLink}`, '/docs', '/%']) {
      const { status, headers } = await visit(service, path, { host });
      expect([path, status, headers.location]).toEqual([path, 302, 'https://shop.test/partners']);
    }
  });

  test('that is taken from its program is an unknown host again', async () => {
    const { program, host, send } = await openWithDomain();
    expect((await visit(service, `/${program.shortLink}`, { host })).status).toBe(302);
    await send('PATCH', '', { link_domains: [] });
    const { status, body } = await visit(service, `/${program.shortLink}`, { host });
    expect([status, body]).toEqual([421, '{"error":"Unknown host"}']);
  });

  test('is not one that the service itself is asked under, and belongs to one program of the workspace', async () => {
    const { host, send, program } = await openWithDomain();
    const mine = await openProgram(service, { workspaceId: program.workspaceId });
    for (const wrong of [
      ['svc.acme.test'],
      ['SVC.acme.test'],
      ['also.acme.test'],
      ['localhost'],
      ['127.0.0.1'],
      ['10.1.2.3'],
      ['[::1]'],
      ['go.acme.test:8443'],
      ['https://go.acme.test'],
      ['go.acme.test/x'],
      ['go acme.test'],
      ['go.acme.test.'],
      [''],
      [null],
      'go.acme.test',
    ]) {
      const { status, body } = await mine.send('PATCH', '', { link_domains: wrong });
      expect([wrong, status, body]).toEqual([wrong, 400, { error: 'link_domains is invalid' }]);
    }
    const taken = await mine.send('PATCH', '', { link_domains: [`x-${host}`, host.toUpperCase()] });
    expect([taken.status, taken.body]).toEqual([
      409,
      { error: 'link_domains has a host that is already in use' },
    ]);
    expect((await mine.send('GET', '')).body.link_domains).toEqual([]);
    const own = await send('PATCH', '', {
      link_domains: [`b-${host}`, host.toUpperCase(), host, `a-${host}`],
    });
    expect(own.body.link_domains).toEqual([`b-${host}`, host, `a-${host}`]);
  });

  test('makes the address to hand out where the program has redirect links', async () => {
    const { program, host, send } = await openWithDomain();
    const links = async () => (await send('GET', '/links')).body.data;
    const direct = `https://shop.test/?aff=${program.shortLink}`;
    expect(await links()).toMatchObject([{ url: direct, referral_url: direct }]);
    await send('PATCH', '', { link_style: 'redirect' });
    expect(await links()).toMatchObject([
      { url: direct, referral_url: `https://${host}/${program.shortLink}` },
    ]);
    await send('PATCH', '', { link_domains: [] });
    expect(await links()).toMatchObject([
      { url: direct, referral_url: `https://svc.acme.test/r/${program.shortLink}` },
    ]);
    const made = await send('POST', '/links', {
      partner_id: program.partnerId,
      short_link: uniqueName('a/b'),
    });
    expect(made.body.referral_url).toBe(
      `https://svc.acme.test/r/${encodeURIComponent(made.body.short_link)}`,
    );
    const detail = await send('GET', `/partners/${program.partnerId}`);
    expect(detail.body.links.map(({ referral_url }: { referral_url: string }) => referral_url)).toContain(
      `https://svc.acme.test/r/${program.shortLink}`,
    );
  });
});
