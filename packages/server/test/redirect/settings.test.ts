import { describe, expect, test } from 'vitest';
import { trackingClient } from '../http/tracking-client.js';
import { exampleFile, newNames, provision } from '../provision/provision-support.js';
import { engines } from '../support/engines.js';
import { openProgram } from '../support/open-program.js';
import { seedLink, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const UNSET = { link_style: 'direct', link_domains: [], link_parameters: [], fallback_url: null };

describe.each(engines)('the settings of links on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  const newSettings = () => ({
    link_style: 'redirect',
    link_domains: [`go.${uniqueName('acme')}.test`],
    link_parameters: ['via', 'ref'],
    fallback_url: 'https://acme.test/partners',
  });

  test('are unset in a new program, are changed with an audit entry, and stay when others change', async () => {
    const { send, inWorkspace } = await openProgram(service);
    expect((await send('GET', '')).body).toMatchObject(UNSET);
    const settings = newSettings();
    expect((await send('PATCH', '', settings)).body).toMatchObject(settings);
    const { body: log } = await inWorkspace('GET', '/audit');
    expect(log.data[0]).toMatchObject({ action: 'program.update', before: UNSET, after: settings });
    await send('PATCH', '', { hold_days: 3 });
    expect((await send('GET', '')).body).toMatchObject(settings);
    expect((await inWorkspace('GET', '/programs')).body.data).toMatchObject([settings]);
    expect((await send('PATCH', '', UNSET)).body).toMatchObject(UNSET);
  });

  test('can be given with a new program', async () => {
    const { inWorkspace } = await openProgram(service);
    const settings = newSettings();
    const { body } = await inWorkspace('POST', '/programs', {
      name: uniqueName('program'),
      domain: 'acme.test',
      commission: { type: 'flat', amount_cents: 1 },
      ...settings,
    });
    expect(body).toMatchObject(settings);
  });

  test.each([
    ['link_style', ['', 'other', null, 1]],
    [
      'link_parameters',
      ['via', [''], ['a b'], ['aff'], ['svc_click_id'], ['via', 'via'], [null], ['x'.repeat(65)]],
    ],
    ['link_parameters', [Array.from({ length: 11 }, (_, index) => `p${index}`)]],
    [
      'fallback_url',
      ['', 'acme.test', 'javascript:alert(1)', 'ftp://acme.test/', 7, `https://a.test/${'x'.repeat(2048)}`],
    ],
  ])('refuse what is no %s', async (field, values) => {
    const { send } = await openProgram(service);
    for (const value of values) {
      const { status, body } = await send('PATCH', '', { [field]: value });
      expect([value, status, body]).toEqual([value, 400, { error: `${field} is invalid` }]);
    }
    expect((await send('GET', '')).body).toMatchObject(UNSET);
  });

  test('can be set by a provision file, in the order that it has', async () => {
    const file = exampleFile(newNames());
    const [entry] = file.workspaces[0].programs;
    const settings = { ...newSettings(), link_domains: ['b', 'a'].map((name) => `${uniqueName(name)}.test`) };
    Object.assign(entry, settings);
    await provision(service.pool, file);
    const { rows } = await service.pool.query<{ id: number }>(
      'select p.id from programs p join workspaces w on w.id = p.workspace_id where w.name = $1',
      [file.workspaces[0].name],
    );
    const read = async () =>
      (
        await service.pool.query(
          `select link_style, link_parameters, fallback_url,
                  array(select host from program_link_domains where program_id = $1 order by position) as link_domains
             from programs where id = $1`,
          [rows[0]?.id],
        )
      ).rows[0];
    expect(await read()).toEqual(settings);
    Object.assign(entry, UNSET);
    await provision(service.pool, file);
    expect(await read()).toEqual(UNSET);
  });

  test('of a provision file that are wrong, or of another program, are refused with their place', async () => {
    const { send, program } = await openProgram(service);
    const { rows } = await service.pool.query('select name from workspaces where id = $1', [
      program.workspaceId,
    ]);
    const taken = `go.${uniqueName('acme')}.test`;
    await send('PATCH', '', { link_domains: [taken] });
    const refusal = async (settings: object) => {
      const file = exampleFile({ ...newNames(), workspace: rows[0].name });
      Object.assign(file.workspaces[0].programs[0], settings);
      try {
        return await provision(service.pool, file);
      } catch (error) {
        return error;
      }
    };
    const path = 'workspaces[0].programs[0]';
    expect(await refusal({ link_domains: ['localhost'] })).toMatchObject({
      problems: [
        `${path}.link_domains[0]: must be a host such as go.acme.example, without scheme, port and path`,
      ],
    });
    expect(await refusal({ link_domains: [taken] })).toMatchObject({
      problems: [`${path}.link_domains: has a host of another program`],
    });
    expect(await refusal({ link_style: 'other' })).toMatchObject({
      problems: [`${path}.link_style: must be one of direct, redirect`],
    });
  });

  test('say which parameters of an address without `aff` hold the short link, in order', async () => {
    const { program, send } = await openProgram(service);
    const client = trackingClient(service);
    const { shortLink, origin } = program;
    const second = await seedLink(service.pool, { ...program, shortLink: uniqueName('other') });
    const clickOn = async (query: string, sending: object = { origin }) => {
      const { status, body } = await client.click({ affiliate_url: `https://shop.test/?${query}` }, sending);
      if (status !== 200) return body.error;
      const [, number, clickedMs] = body.click_id.split('_');
      const { rows } = await service.pool.query(
        'select link_id, affiliate_url from clicks where number = $1 and clicked_ms = $2',
        [number, clickedMs],
      );
      return rows[0];
    };
    const missing = 'No aff parameter found in affiliate_url';
    expect(await clickOn(`via=${shortLink}`)).toBe(missing);
    await send('PATCH', '', { link_parameters: ['via', 'ref', 'fpr'] });
    const first = { link_id: program.linkId };
    expect(await clickOn(`via=${shortLink}`)).toEqual({
      ...first,
      affiliate_url: `https://shop.test/?via=${shortLink}`,
    });
    expect(await clickOn(`ref=${shortLink}`)).toMatchObject(first);
    expect(await clickOn(`fpr=${shortLink}`)).toMatchObject(first);
    expect(await clickOn(`fpr=${second.shortLink}&ref=&via=${shortLink}`)).toMatchObject(first);
    expect(await clickOn(`via=&ref=${shortLink}`)).toMatchObject(first);
    expect(await clickOn(`via=nobody&aff=${shortLink}`)).toMatchObject(first);
    expect(await clickOn(`aff=&via=${shortLink}`)).toMatchObject(first);
    expect(await clickOn(`via=nobody-${shortLink}`)).toBe('Referral link not found');
    expect(await clickOn(`Via=${shortLink}`)).toBe(missing);
    expect(await clickOn('other=1')).toBe(missing);
    expect(await clickOn(`ref=${shortLink}`, { key: program.apiKey })).toMatchObject(first);
    expect(await clickOn(`ref=${shortLink}`, { origin: 'https://elsewhere.test' })).toBe(missing);
    expect(await clickOn(`ref=${shortLink}`, {})).toBe(missing);
    const stranger = await openProgram(service);
    expect(await clickOn(`ref=${shortLink}`, { key: stranger.program.apiKey })).toBe(missing);
    await send('PATCH', '', { link_parameters: [] });
    expect(await clickOn(`via=${shortLink}`)).toBe(missing);
  });

  test('of every program that lists the origin are read', async () => {
    const origin = `https://${uniqueName('shared')}.test`;
    const one = await openProgram(service, { origins: [origin] });
    const two = await openProgram(service, { origins: [origin], workspaceId: one.program.workspaceId });
    await one.send('PATCH', '', { link_parameters: ['via'] });
    await two.send('PATCH', '', { link_parameters: ['ref'] });
    const click = (query: string) =>
      trackingClient(service).click({ affiliate_url: `${origin}/?${query}` }, { origin });
    expect((await click(`via=${one.program.shortLink}`)).status).toBe(200);
    expect((await click(`ref=${two.program.shortLink}`)).status).toBe(200);
  });
});
