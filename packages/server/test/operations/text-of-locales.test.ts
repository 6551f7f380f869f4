import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { openDatabase } from '../../src/database/open.js';
import { trackingClient } from '../http/tracking-client.js';
import { engines, openTestDatabase } from '../support/engines.js';
import { ask } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

/** A migrated database with a locale of its own; `embedded` is the engine's only one. */
async function openWithLocale(locale: string) {
  if (locale === 'embedded') return openTestDatabase('embedded');
  const url = new URL(inject('testRun').adminUrl);
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const name = `locale_${randomUUID().replaceAll('-', '')}`;
  await client.query(`create database ${name} template template0 encoding 'UTF8' ${locale}`);
  await client.end();
  url.pathname = `/${name}`;
  const database = await openDatabase({ databaseUrl: url.href, dataDir: '' });
  await migrate(database.pool);
  return database;
}

const LOCALES = [
  ...engines.filter((engine) => engine === 'embedded'),
  ...(engines.includes('postgres')
    ? [
        `locale 'C'`,
        `locale_provider icu icu_locale 'tr-TR' locale 'C'`,
        `locale_provider icu icu_locale 'sv' locale 'C'`,
      ]
    : []),
];

describe.each(LOCALES)('text in a database with %s', (locale) => {
  const service = shared(async () =>
    startService(locale === 'embedded' ? 'embedded' : 'postgres', { database: await openWithLocale(locale) }),
  );

  const folded = async (text: string) =>
    (await service.pool.query<{ folded: string }>('select fold($1) as folded', [text])).rows[0]?.folded;

  test.each([
    ['ÄRZTE Zürich', 'ärzte zürich'],
    ['INFO@ACME.TEST', 'info@acme.test'],
    ['İSTANBUL Isparta ılgaz', 'istanbul isparta ilgaz'],
    ['ΣΊΣΥΦΟΣ', 'σίσυφοσ'],
    ['GROẞE Straße', 'grosse strasse'],
    ['ЁЛКА', 'ёлка'],
    ['Ｆｕｌｌ ﬁne', 'full fine'],
    ['JOSE\u0301', 'josé'],
    ['Ærø ǅ', 'ærø dž'],
  ])('folds %j', async (text, expected) => {
    expect(await folded(text)).toBe(expected);
    expect(await folded(expected)).toBe(expected);
  });

  test('is found in any case, and sorted the same in every locale', async () => {
    const { program, send } = await openProgram(service);
    const names = ['Zebra', 'ärzte', 'Ärzte Zürich', 'İpek', 'ıssız', 'Ines', 'JOSÉ'];
    for (const [index, name] of names.entries()) {
      const partner = { email: `p${index}@acme.test`, name };
      expect((await send('POST', '/partners', partner)).status).toBe(200);
    }
    const namesOf = async (query: string) => {
      const { body } = await send('GET', `/partners?${query}`);
      return body.data
        .map(({ name }: { name: string }) => name)
        .filter((name: string) => names.includes(name));
    };
    expect(await namesOf('q=ÄRZTE&sort=name')).toEqual(['ärzte', 'Ärzte Zürich']);
    expect(await namesOf(`q=${encodeURIComponent('jose\u0301')}`)).toEqual(['JOSÉ']);
    expect(await namesOf('q=IPEK')).toEqual(['İpek']);
    expect(await namesOf('q=ISSIZ')).toEqual(['ıssız']);
    expect(await namesOf('sort=name')).toEqual([
      'Ines',
      'İpek',
      'ıssız',
      'JOSÉ',
      'Zebra',
      'ärzte',
      'Ärzte Zürich',
    ]);
    const members = `/api/workspaces/${program.workspaceId}/members?q=`;
    expect((await ask(service, members)).status).toBe(401);
  });

  test.each([
    ['istiridye-i', 'ISTIRIDYE-I'],
    ['PILIC', 'pilic'],
  ])('names the code %j also as %j', async (code, other) => {
    const { program, send } = await openProgram(service);
    const partner = { code, partner_id: program.partnerId };
    expect((await send('POST', '/codes', partner)).status).toBe(200);
    expect((await send('POST', '/codes', { ...partner, code: other })).status).toBe(409);
    const lead = await trackingClient(service).lead(
      { customer_key: 'user-1', code: other },
      { key: program.apiKey },
    );
    expect(lead.status).toBe(200);
    const { rows } = await service.pool.query(
      'select k.code from customers c join codes k on k.id = c.code_id where c.program_id = $1',
      [program.programId],
    );
    expect(rows).toEqual([{ code }]);
  });

  test('that customers and sales are searched by is answered from indexes', async () => {
    const { rows } = await service.pool.query<{ name: string; on: string }>(
      `select c.relname as name, pg_get_indexdef(c.oid) as on from pg_class c
        where c.relkind = 'i' and pg_get_indexdef(c.oid) ~ 'fold\\(' order by c.relname collate "C"`,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'audit_entries_by_action',
      'audit_entries_by_person',
      'audit_entries_by_target',
      'customers_by_key',
      'customers_email',
      'sale_references_begins',
    ]);
  });
});
