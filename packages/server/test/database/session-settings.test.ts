import type pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { type DatabaseFacts, findProblem } from '../../src/database/check-database.js';
import { explainConnectionError, explainDatabaseError } from '../../src/database/explain-error.js';
import { openDatabase } from '../../src/database/open.js';
import { setUpPooledSession } from '../../src/database/prepare-session.js';
import { SESSION_SETTINGS, settingsToRefuse, settingsToSet } from '../../src/database/session-settings.js';
import { allowLongStatements } from '../../src/database/silence.js';
import { isConnectionLost, withTransaction } from '../../src/database/transaction.js';
import { columnTypes } from '../../src/database/types.js';
import { DatabaseUnusableError } from '../../src/database/unusable-error.js';
import { newPostgresUrl } from '../support/engines.js';

const AS_SET = Object.fromEntries(SESSION_SETTINGS.map(({ name, value }) => [name, value]));

describe('the settings of a session', () => {
  test('are left as they are where nothing has to be set', () => {
    expect(settingsToSet(AS_SET)).toEqual([]);
    const chosen = {
      ...AS_SET,
      statement_timeout: '30s',
      synchronous_commit: 'remote_apply',
      extra_float_digits: '3',
    };
    expect(settingsToSet(chosen)).toEqual([]);
  });

  test('are set where they limit or change what the service reads', () => {
    const inherited = {
      ...AS_SET,
      statement_timeout: '10s',
      datestyle: 'ISO, DMY',
      transaction_timeout: null,
    };
    expect(settingsToSet(inherited).map(({ name }) => name)).toEqual(['statement_timeout', 'datestyle']);
  });

  test.each([
    ['statement_timeout', '900ms', true],
    ['statement_timeout', '1min', false],
    ['idle_in_transaction_session_timeout', '0', false],
    ['intervalstyle', 'iso_8601', true],
    ['datestyle', 'German, DMY', false],
    ['lc_time', 'de_DE.UTF-8', false],
  ])('behind a pooler, %s = %s is refused: %s', (name, shown, isRefused) => {
    expect(settingsToRefuse({ ...AS_SET, [name]: shown }).length).toBe(isRefused ? 1 : 0);
  });

  test('behind a pooler, a refusal counts as a database that is away, until it is corrected', async () => {
    const client = { query: async () => ({ rows: [] }) } as unknown as pg.ClientBase;
    const session = { pid: 1, role: 'Svc', path: ['public'], schemas: ['public'], is_simulated: false };
    const refusal = (settings: typeof AS_SET, recordsRows: boolean) =>
      setUpPooledSession(client, { ...session, settings, records_rows: recordsRows }).catch(
        (thrown: unknown) => thrown,
      );
    const error = await refusal({ ...AS_SET, array_nulls: 'off' }, true);
    expect(error).toBeInstanceOf(DatabaseUnusableError);
    expect(isConnectionLost(error)).toBe(true);
    expect(String(error)).toContain('run `alter role "Svc" set array_nulls = \'on\'`');
    expect(String(await refusal({ ...AS_SET, application_name: 'Pooler' }, false))).toContain(
      'run `alter role "Svc" set svc.records = \'on\'`',
    );
    expect(await refusal({ ...AS_SET, application_name: 'svc - 10.0.0.7:5000' }, true)).toBeUndefined();
  });

  test('let long statements run longer than the limits that are kept', async () => {
    const databaseUrl = await newPostgresUrl();
    const url = new URL(databaseUrl);
    // A pooler takes no options.
    url.port = new URL(inject('testRun').adminUrl).port;
    url.searchParams.set('options', '-c statement_timeout=20s -c transaction_timeout=20s');
    const { pool, close } = await openDatabase({ databaseUrl: url.href, dataDir: '' });
    const limits = `select current_setting('statement_timeout') || current_setting('transaction_timeout') as limits`;
    const inside = await withTransaction(pool, async (client) => {
      await allowLongStatements(client);
      return (await client.query(limits)).rows;
    });
    const after = (await pool.query(limits)).rows;
    await close();
    expect([inside, after]).toEqual([[{ limits: '00' }], [{ limits: '20s20s' }]]);
  });
});

describe('a value that cannot be read', () => {
  test.each([
    [1184, '28.11.2026 16:45:00 UTC'],
    [1114, 'Sat Nov 28 16:45:00 2026'],
    [1082, '28.11.2026'],
    [1185, '{"28.11.2026 16:45:00 UTC",NULL}'],
    [1182, '{2026-01-31,31/01/2026}'],
    [16, 'ja'],
    [1000, '{t,x}'],
    [20, '1.5'],
    [23, '१'],
    [1007, '{1,x,NULL}'],
    [701, ''],
    [1186, 'P1D'],
  ])('is an error: type %i, %j', (type, value) => {
    const parse = columnTypes.getTypeParser(type, 'text') as (value: string) => unknown;
    expect(() => parse(value)).toThrow(RangeError);
  });

  test.each([
    [1184, '2026-11-28 16:45:00+00', new Date('2026-11-28T16:45:00Z')],
    [1185, '{"2026-11-28 16:45:00+00",NULL}', [new Date('2026-11-28T16:45:00Z'), null]],
    [1007, '{1,NULL}', [1, null]],
    [1007, '{}', []],
    [1000, '{t,NULL,f}', [true, null, false]],
    [701, 'NaN', Number.NaN],
    [16, 'f', false],
  ])('is not one that the database may have: type %i, %j', (type, value, read) => {
    const parse = columnTypes.getTypeParser(type, 'text') as (value: string) => unknown;
    expect(parse(value)).toEqual(read);
  });
});

const USABLE: DatabaseFacts = {
  version: 180_004,
  version_name: '18.4',
  database: 'svc',
  role: 'svc',
  encoding: 'UTF8',
  has_icu: true,
  schema: 'public',
  may_create: true,
  unreadable: null,
  unwritable: null,
  is_recovering: false,
  is_read_only: false,
  replication_role: 'origin',
  role_connections: -1,
  database_connections: -1,
  server_connections: 97,
};

describe('the check of a database', () => {
  test.each<[Partial<DatabaseFacts>, RegExp | null, RegExp | null]>([
    [{}, null, null],
    [
      { version: 140_012, version_name: '14.12' },
      /version 14\.12: upgrade it$/,
      /version 14\.12: upgrade it$/,
    ],
    [{ has_icu: false }, /without ICU/, /without ICU/],
    [{ schema: null }, /`grant usage, create on schema public to svc`/, /may not use the schema/],
    [{ is_recovering: true, may_create: false }, /is a standby/, null],
    [{ is_read_only: true }, /takes no writes/, null],
    [{ database_connections: 5 }, /The database svc takes 5 connections/, null],
    [{ server_connections: 17 }, /The server takes 17 connections, .*: raise max_connections$/, null],
  ])('of %o says when it is written, and when it is only read', (facts, written, read) => {
    for (const [writes, sentence] of [[true, written] as const, [false, read] as const]) {
      const problem = findProblem({ ...USABLE, ...facts }, { writes, connections: 18 });
      if (sentence === null) expect(problem).toBeNull();
      else expect(problem).toMatch(sentence);
    }
  });
});

describe('an error of the database', () => {
  test.each([
    [
      { code: '42501', message: 'must be owner of table sales' },
      'must be owner of table sales: connect as the role that owns',
    ],
    [
      { code: '53100', message: 'could not extend file: No space left on device' },
      'make room on the disk of the database server',
    ],
    [
      { code: '28P01', message: 'password authentication failed for user "svc"' },
      'correct user and password in DATABASE_URL',
    ],
    [
      { code: 'SELF_SIGNED_CERT_IN_CHAIN', message: 'self-signed certificate in certificate chain' },
      'add `sslrootcert=/path/to/ca.pem`',
    ],
    [
      { code: 'CERT_HAS_EXPIRED', message: 'certificate has expired' },
      '(certificate has expired): renew it on the database server',
    ],
  ])('is one sentence with the way out: %o', ({ code, message }, sentence) => {
    const error = Object.assign(new Error(message), { code });
    expect(explainConnectionError(error)).toContain(sentence);
  });

  test('keeps what it happened in, such as a migration, and is left alone where the program is wrong', () => {
    const cause = Object.assign(new Error('must be owner of table sales'), { code: '42501' });
    const outer = new Error('Migration 0098_x failed: must be owner of table sales', { cause });
    expect(explainDatabaseError(outer)).toMatch(
      /^Migration 0098_x failed: must be owner of table sales: connect as/,
    );
    expect(explainDatabaseError(Object.assign(new Error('syntax error'), { code: '42601' }))).toBeNull();
  });
});
