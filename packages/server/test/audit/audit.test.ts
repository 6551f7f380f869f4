import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { openProgram } from '../support/open-program.js';
import { seedProcessorEvent, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { payableSale } from '../support/workspace.js';

interface Entry {
  readonly action: string;
  readonly target_type: string;
  readonly target_id: string;
  readonly target_name: string | null;
  readonly related: unknown;
  readonly before: unknown;
  readonly after: unknown;
}

describe.each(engines)('the audit log on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function openTeam() {
    const opened = await openProgram(service, { holdDays: 0 });
    return {
      ...opened,
      audit: async (): Promise<Entry[]> => (await opened.inWorkspace('GET', '/audit')).body.data,
    };
  }

  test('a partner who is invited with a link and a rule leaves an entry of each', async () => {
    const { send, audit } = await openTeam();
    const shortLink = uniqueName('jane');
    const { body } = await send('POST', '/partners', {
      email: `${uniqueName('jane')}@blog.test`,
      name: 'Jane',
      short_link: shortLink,
      commission: { type: 'percent', basis_points: 3000 },
    });
    const [link] = (await send('GET', `/links?partner_id=${body.partner.id}`)).body.data;
    const { totals: _, referral_url: __, ...item } = link;
    expect((await audit()).reverse()).toMatchObject([
      { action: 'partner.invite', target_type: 'partner', target_id: String(body.partner.id) },
      {
        action: 'partner.invite',
        target_type: 'link',
        target_id: String(link.id),
        target_name: shortLink,
        related: [{ type: 'partner', id: body.partner.id, name: 'Jane' }],
        before: null,
        after: item,
      },
      {
        action: 'partner.invite',
        target_type: 'partner',
        target_name: 'Jane',
        after: { basis_points: 3000 },
      },
    ]);
    expect(item.short_link).toBe(shortLink);
  });

  test('an entry names what its lists refer to', async () => {
    const { program, send, audit } = await openTeam();
    await payableSale(service, program);
    const { body: run } = await send('POST', '/payout-runs', {});
    await send('POST', `/payout-runs/${run.id}/pay`, { reference: 'Nov 27' });
    const [paid, created] = await audit();
    expect(paid).toMatchObject({
      action: 'payout_run.pay',
      related: [{ type: 'payout', id: run.payouts[0].id, name: run.payouts[0].name }],
    });
    expect(created?.related).toEqual([{ type: 'partner', id: program.partnerId, name: run.payouts[0].name }]);
  });

  test('entries are found by the days on which they were written, both included', async () => {
    const { send, inWorkspace } = await openTeam();
    await send('PATCH', '', { allowed_origins: [] });
    await send('PATCH', '', { name: uniqueName('renamed') });
    const { body } = await inWorkspace('GET', '/audit');
    const dayOf = (index: number) => body.data[index].occurred_at.slice(0, 10);
    const found = async (query: string) => (await inWorkspace('GET', `/audit?${query}`)).body.data.length;
    expect(await found(`from=${dayOf(1)}&to=${dayOf(0)}`)).toBe(2);
    expect(await found('to=2020-01-01')).toBe(0);
    expect(await found('from=2999-01-01')).toBe(0);
    expect((await inWorkspace('GET', '/audit?from=2026-02-31')).body).toEqual({ error: 'from is invalid' });
    expect((await inWorkspace('GET', '/audit?from=2026-02-02&to=2026-02-01')).status).toBe(400);
  });

  test('a change that leaves everything as it is leaves no entry, one that changes something does', async () => {
    const { program, send, audit } = await openTeam();
    // The state of hosts also depends on other workspaces and DNS.
    const { hosts: _hosts, ...item } = (await send('GET', '')).body;
    const { body: links } = await send('GET', '/links');
    const { destination_url: destination } = links.data[0];
    const partner = `/partners/${program.partnerId}`;
    const link = `/links/${program.linkId}`;
    for (const [path, body] of [
      ['', {}],
      ['', { name: item.name, domain: item.domain.toUpperCase(), allowed_origins: item.allowed_origins }],
      [link, {}],
      [link, { is_active: true, destination_url: destination }],
      [partner, {}],
      [partner, { status: 'approved', name: 'Jane' }],
    ] as const) {
      expect((await send('PATCH', path, body)).status).toBe(200);
      expect(await audit(), JSON.stringify([path, body])).toEqual([]);
    }
    await send('PATCH', '', { allowed_origins: [] });
    await send('PATCH', link, { is_active: false });
    await send('PATCH', partner, { name: 'Jane Doe' });
    expect((await audit()).reverse()).toMatchObject([
      { action: 'program.update', before: item, after: { ...item, allowed_origins: [] } },
      { action: 'link.update', before: { is_active: true }, after: { is_active: false } },
      { action: 'partner.update', before: { name: 'Jane' }, after: { name: 'Jane Doe', status: 'approved' } },
    ]);
  });

  test('a run of which everything is paid already leaves no entry when it is paid once more', async () => {
    const { program, send, audit } = await openTeam();
    await payableSale(service, program);
    const { body: run } = await send('POST', '/payout-runs', {});
    const payRun = async () => (await send('POST', `/payout-runs/${run.id}/pay`, { reference: 'T 1' })).body;
    expect([await payRun(), await payRun()]).toEqual([
      { paid: 1, already_paid: 0, cancelled: 0, open: 0 },
      { paid: 0, already_paid: 1, cancelled: 0, open: 0 },
    ]);
    expect((await audit()).map(({ action }) => action)).toEqual(['payout_run.pay', 'payout_run.create']);
  });

  test('an event that cannot be replayed leaves no entry, one that is replayed does', async () => {
    const { program, inWorkspace, audit } = await openTeam();
    const { workspaceId } = program;
    for (const status of ['waiting', 'processed', 'ignored', 'failed'] as const) {
      const id = uniqueName('evt');
      await seedProcessorEvent(service.pool, { id, workspaceId, status });
      const answer = await inWorkspace('POST', `/processor-events/${id}/replay`);
      const isReplayed = status === 'ignored' || status === 'failed';
      expect(answer.status, status).toBe(isReplayed ? 200 : 409);
      const entries = (await audit()).filter(({ target_id: target }) => target === id);
      expect(entries.length, status).toBe(isReplayed ? 1 : 0);
    }
  });
});
