import { beforeAll, describe, expect, test } from 'vitest';
import { createEncryption } from '../../src/crypto/encryption.js';
import { encryptStoredSecrets } from '../../src/features/webhooks/encrypt-stored-secrets.js';
import { decryptSecret, WEBHOOK_SECRETS_PURPOSE } from '../../src/features/webhooks/webhook-secret.js';
import { engines } from '../support/engines.js';
import { ask, signInAs } from '../support/management.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';

const PUBLIC = 'https://1.1.1.1/hook';
const FIRST = 'first-secret-of-enough-characters';
const SECOND = 'second-secret-of-enough-characters';

const NOT_PUBLIC =
  'url must have a public host: localhost and private, loopback, link-local and shared addresses are refused';

describe.each(engines)('webhooks on %s', (engine) => {
  const secrets = { current: FIRST, previous: [] };
  const service = sharedAndVerified(() => startService(engine, { secrets }));
  let program: SeededProgram;
  let cookie = '';
  beforeAll(async () => {
    program = await seedProgram(service.pool);
    cookie = await signInAs(service, program.workspaceId, 'admin');
  });

  const send = (method: string, path = '', body?: unknown) =>
    ask(service, `/api/workspaces/${program.workspaceId}/webhooks${path}`, { method, cookie, body });
  const create = async (more: object = {}) => {
    const answer = await send('POST', '', { url: PUBLIC, ...more });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body as { webhook: { id: number }; secret: string };
  };
  const auditOf = async (id: number) => {
    const { rows } = await service.pool.query(
      `select action, user_email, before, after from audit_entries
        where workspace_id = $1 and target_type = 'webhook' and target_id = $2 order by id`,
      [program.workspaceId, String(id)],
    );
    return rows;
  };

  test('one is created with a secret that no other answer and no log shows', async () => {
    const types = ['sale.created', 'lead.created', 'sale.created'];
    const { webhook, secret } = await create({ types, program_id: program.programId, description: 'Orders' });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      id: webhook.id,
      url: PUBLIC,
      types: ['lead.created', 'sale.created'],
      program_id: program.programId,
      description: 'Orders',
      format: 'standard',
      status: 'enabled',
      disabled_reason: null,
      failing_since: null,
      last_sequence: expect.any(Number),
      previous_secret_until: null,
      created_at: expect.any(String),
    });
    expect((await send('GET', `/${webhook.id}`)).body).toEqual(webhook);
    const list = await send('GET');
    expect(list.body.data).toContainEqual(webhook);
    const seen = JSON.stringify([list.body, await auditOf(webhook.id)]);
    expect(seen).not.toContain('whsec_');
    const { rows } = await service.pool.query('select secret from webhooks where id = $1', [webhook.id]);
    expect(rows[0].secret).not.toContain(secret.slice(6));
    const encryption = createEncryption(secrets, WEBHOOK_SECRETS_PURPOSE);
    expect(decryptSecret(program.workspaceId, rows[0].secret, encryption)).toBe(secret);
  });

  test.each([
    ['url is required', {}],
    ['url is invalid', { url: 'hook' }],
    ['url must begin with https://', { url: 'http://1.1.1.1/hook' }],
    ['url must begin with https://', { url: 'ftp://1.1.1.1/hook' }],
    ['url must not contain a user name or a password', { url: 'https://jane:secret@shop.test/hook' }],
    ['url must not contain a user name or a password', { url: 'https://jane@shop.test/hook' }],
    [NOT_PUBLIC, { url: 'https://127.0.0.1/hook' }],
    [NOT_PUBLIC, { url: 'https://[::1]/hook' }],
    [NOT_PUBLIC, { url: 'https://0x7f.1/hook' }],
    [NOT_PUBLIC, { url: 'https://localhost/hook' }],
    [NOT_PUBLIC, { url: 'https://LOCALHOST.:8443/hook' }],
    [NOT_PUBLIC, { url: 'https://a.b.localhost/hook' }],
    [NOT_PUBLIC, { url: 'https://100.64.0.1/hook' }],
    [NOT_PUBLIC, { url: 'https://[::ffff:10.0.0.1]/hook' }],
    [NOT_PUBLIC, { url: 'https://[fd00::1]/hook' }],
    [NOT_PUBLIC, { url: 'https://metadata.google.internal/hook' }],
    ['url is invalid', { url: `https://1.1.1.1/${'x'.repeat(2048)}` }],
    ['types is invalid', { url: PUBLIC, types: [] }],
    ['types is invalid', { url: PUBLIC, types: ['click.created'] }],
    ['types is invalid', { url: PUBLIC, types: ['webhook.test'] }],
    ['program_id is invalid', { url: PUBLIC, program_id: 999_999_999 }],
    ['description is invalid', { url: PUBLIC, description: 'x'.repeat(201) }],
    ['format is invalid', { url: PUBLIC, format: 'teams' }],
  ])('%s: %j is refused and creates nothing', async (error, body) => {
    const count = async () => (await service.pool.query('select 1 from webhooks')).rowCount;
    const before = await count();
    const answer = await send('POST', '', body);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
    expect(await count()).toBe(before);
  });

  test('a change is checked like a new one, audited, and leaves the rest as it is', async () => {
    const { webhook } = await create({ description: 'Before' });
    const path = `/${webhook.id}`;
    expect((await send('PATCH', path, { url: 'https://10.0.0.1/' })).body).toEqual({
      error: NOT_PUBLIC,
    });
    expect((await send('PATCH', path, { url: 'https://receiver.localhost./' })).body).toEqual({
      error: NOT_PUBLIC,
    });
    expect((await send('PATCH', path, { url: 'http://shop.test/' })).body).toEqual({
      error: 'url must begin with https://',
    });
    expect((await send('PATCH', path, { program_id: 999_999_999 })).body).toEqual({
      error: 'program_id is invalid',
    });
    expect((await send('PATCH', path, {})).body).toEqual(webhook);
    const changed = await send('PATCH', path, {
      status: 'disabled',
      format: 'slack',
      types: ['sale.created'],
    });
    const after = {
      ...webhook,
      status: 'disabled',
      disabled_reason: 'person',
      format: 'slack',
      types: ['sale.created'],
    };
    expect(changed.body).toEqual(after);
    for (const [method, suffix, body] of [
      ['POST', '/test', {}],
      ['POST', '/replay', { after: 0 }],
    ] as const) {
      const refused = await send(method, path + suffix, body);
      expect([refused.status, refused.body]).toEqual([409, { error: 'The webhook is disabled' }]);
    }
    await send('PATCH', path, { status: 'enabled', types: null, description: '' });
    const audit = await auditOf(webhook.id);
    expect(audit.map(({ action }) => action)).toEqual(['webhook.create', 'webhook.update', 'webhook.update']);
    expect(audit[1]).toMatchObject({ before: webhook, after });
    expect(audit[2].after).toMatchObject({
      status: 'enabled',
      types: null,
      description: null,
      disabled_reason: null,
    });
  });

  test('a rotated secret is new, and the old one is kept for 24 hours', async () => {
    const { webhook, secret } = await create();
    const rotated = await send('POST', `/${webhook.id}/rotate-secret`, {});
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(secret);
    const until = new Date(rotated.body.webhook.previous_secret_until).getTime() - Date.now();
    expect(until / 3_600_000).toBeCloseTo(24, 0);
    expect(JSON.stringify(await auditOf(webhook.id))).not.toContain('whsec_');
  });

  test('secrets are encrypted again with a new secret of the service', async () => {
    const { webhook, secret } = await create();
    const { body } = await send('POST', `/${webhook.id}/rotate-secret`, {});
    const both = createEncryption({ current: SECOND, previous: [FIRST] }, WEBHOOK_SECRETS_PURPOSE);
    const after = await encryptStoredSecrets(service.pool, both);
    expect(after.encrypted).toBeGreaterThan(0);
    expect(after.unreadable).toBe(0);
    const { rows } = await service.pool.query('select * from webhooks where id = $1', [webhook.id]);
    const second = createEncryption({ current: SECOND, previous: [] }, WEBHOOK_SECRETS_PURPOSE);
    expect(decryptSecret(program.workspaceId, rows[0].secret, second)).toBe(body.secret);
    expect(decryptSecret(program.workspaceId, rows[0].previous_secret, second)).toBe(secret);
    const back = createEncryption({ current: FIRST, previous: [SECOND] }, WEBHOOK_SECRETS_PURPOSE);
    await encryptStoredSecrets(service.pool, back);
    const lost = createEncryption({ current: 'x'.repeat(32), previous: [] }, WEBHOOK_SECRETS_PURPOSE);
    expect(await encryptStoredSecrets(service.pool, lost)).toMatchObject({ encrypted: 0 });
  });

  test('a removed one is gone, with its secrets', async () => {
    const { webhook } = await create();
    expect((await send('DELETE', `/${webhook.id}`)).body).toEqual(webhook);
    for (const [method, suffix] of [
      ['GET', ''],
      ['GET', '/deliveries'],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/test'],
    ] as const) {
      const answer = await send(method, `/${webhook.id}${suffix}`, method === 'GET' ? undefined : {});
      expect([answer.status, answer.body], method + suffix).toEqual([404, { error: 'Not found' }]);
    }
    const { rows } = await service.pool.query('select secret from webhooks where id = $1', [webhook.id]);
    expect(rows).toEqual([{ secret: '' }]);
  });

  test('a replay cannot leave events out', async () => {
    const { webhook } = await create();
    const answer = await send('POST', `/${webhook.id}/replay`, { after: 1_000_000 });
    expect([answer.status, answer.body]).toEqual([400, { error: 'after is invalid' }]);
    expect((await send('POST', `/${webhook.id}/replay`, {})).body).toEqual({ error: 'after is required' });
  });

  test('a workspace has at most 50', async () => {
    const crowded = await seedProgram(service.pool);
    const owner = await signInAs(service, crowded.workspaceId, 'owner');
    await service.pool.query(
      `insert into webhooks (workspace_id, url, format, secret, position)
       select $1, 'https://1.1.1.1/', 'standard', '', 0 from generate_series(1, 50)`,
      [crowded.workspaceId],
    );
    const path = `/api/workspaces/${crowded.workspaceId}/webhooks`;
    const answer = await ask(service, path, { method: 'POST', cookie: owner, body: { url: PUBLIC } });
    expect([answer.status, answer.body]).toEqual([409, { error: 'A workspace can have 50 webhooks' }]);
  });
});
