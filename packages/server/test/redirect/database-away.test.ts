import { expect, test } from 'vitest';
import { startTcpProxy } from '../guarantees/tcp-proxy.js';
import { newPostgresUrl } from '../support/engines.js';
import { claimSeeded, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { visit } from './visit.js';

test('while the database hangs, links that are known lead on without a click id, and no visitor is kept waiting', async () => {
  const proxy = await startTcpProxy(await newPostgresUrl());
  const service = await startService('postgres', {
    databaseUrl: proxy.url,
    http: { baseUrl: 'http://service.test' },
  });
  try {
    const program = await seedProgram(service.pool);
    const host = `${uniqueName('go')}.acme.test`;
    await service.pool.query(
      'insert into program_link_domains (host, program_id, position) values ($1, $2, 1)',
      [host, program.programId],
    );
    await claimSeeded(service.pool, program.programId);
    expect((await visit(service, `/r/${program.shortLink}`)).clickId).not.toBeNull();
    expect((await visit(service, `/${program.shortLink}`, { host })).clickId).not.toBeNull();
    proxy.freeze();
    const plain = `https://shop.test/?aff=${program.shortLink}`;
    for (let times = 0; times < 2; times++) {
      const { status, location } = await visit(service, `/r/${program.shortLink}`);
      expect([status, location?.href]).toEqual([302, plain]);
    }
    expect((await visit(service, `/${program.shortLink}`, { host })).location?.href).toBe(plain);
    expect((await visit(service, `/r/${uniqueName('nobody')}`)).status).toBe(503);
    proxy.thaw();
    await expect
      .poll(async () => (await visit(service, `/r/${program.shortLink}`)).clickId, { timeout: 30_000 })
      .not.toBeNull();
  } finally {
    proxy.thaw();
    await service.close();
    await proxy.close();
  }
});
