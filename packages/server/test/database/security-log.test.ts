import { describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { engines } from '../support/engines.js';
import { migrationsBefore, openEmptyDatabase } from '../support/migrations.js';

describe.each(engines)('a database with tokens of sessions in it, on %s', (engine) => {
  test('is migrated with all accounts and workspaces, and none of the tokens', async () => {
    const { pool, close } = await openEmptyDatabase(engine);
    await migrate(pool, { directory: migrationsBefore('0020') });
    await pool.query(`insert into users (id, name, email) values ('u', 'Olive', 'olive@acme.test')`);
    await pool.query(
      `insert into sessions (id, user_id, token, expires_at) values ('s', 'u', 'a-token', now() + interval '7 days')`,
    );
    await pool.query(
      `insert into two_factors (id, user_id, secret, backup_codes) values ('t', 'u', 'a', 'b')`,
    );
    await pool.query(`insert into workspaces (name) values ('Acme')`);
    await migrate(pool);
    const { rows } = await pool.query(
      `select u.email, w.require_two_factor, t.last_used_step, (select count(*) from sessions) as sessions
         from users u, workspaces w, two_factors t`,
    );
    expect(rows).toEqual([
      { email: 'olive@acme.test', require_two_factor: false, last_used_step: null, sessions: 0 },
    ]);
    await close();
  });
});
