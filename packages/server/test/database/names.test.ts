import { normalName } from '@svc/core';
import type { Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { engines } from '../support/engines.js';
import { migrationsBefore, openEmptyDatabase } from '../support/migrations.js';

const COMPOSED = 'jos\u00e9';
const DECOMPOSED = 'jose\u0301';
/** Mathematical Greek capitals and a few letterlike symbols, which the migration leaves as they are. */
const LEFT_ALONE =
  /[\u03d2-\u03d4\u1d2d\u1d32\u1d3d\u2107\u213e\u213f\u33c0\u33c1\ua7f8\u{1d6a8}-\u{1d7cb}]/u;

/** One name for each character that is not in its normal form. */
function everyName(): string[] {
  const names: string[] = [];
  for (let code = 0x80; code < 0xe0100; code += process.env.SVC_TEST_THOROUGH === 'on' ? 1 : 3) {
    const letter = String.fromCodePoint(code).toLowerCase();
    if (!letter.isWellFormed() || /\s/.test(letter) || LEFT_ALONE.test(letter)) continue;
    if (normalName(letter) !== letter) names.push(`${code}-${letter}z`);
  }
  return names;
}

async function insertLinks(pool: Pool, keys: readonly string[]): Promise<void> {
  await pool.query(
    `insert into links (workspace_id, short_link, short_link_key) select 1, key, key from unnest($1::text[]) as key`,
    [keys],
  );
}

describe.each(engines)('names from before there was one form of them, on %s', (engine) => {
  test('get it from the migration, except where another one has it', async () => {
    const { pool, close } = await openEmptyDatabase(engine);
    await migrate(pool, { directory: migrationsBefore('0120') });
    await pool.query(
      `insert into workspaces (id, name) values (1, 'Acme');
       insert into programs (id, workspace_id, name, domain, currency, cookie_window_days, hold_days)
       values (1, 1, 'Acme', 'acme.test', 'USD', 30, 30);
       insert into partners (id, workspace_id, email, name) values (1, 1, 'jane@blog.test', 'Jane')`,
    );
    const every = everyName();
    await insertLinks(pool, every);
    await insertLinks(pool, [
      'Maria.'.toLowerCase(),
      'a/b',
      DECOMPOSED,
      COMPOSED,
      'zo\u0308e',
      'pod\u201320',
      'pod\u221220',
    ]);
    await pool.query(
      `insert into partner_groups (program_id, name, name_key)
       values (1, $1, $1), (1, $2, $2), (1, 'Gold  two', 'gold  two'), (1, $3, $3)`,
      [COMPOSED, DECOMPOSED, 'vip\u2014x'],
    );
    await pool.query(
      `insert into enrollments (program_id, partner_id, status, tags) values (1, 1, 'approved', $1)`,
      [[COMPOSED, 'gold\u2013x', 'gold-x']],
    );
    await migrate(pool);
    const { rows: links } = await pool.query<{ short_link: string; short_link_key: string }>(
      'select short_link, short_link_key from links order by id',
    );
    const keys = new Map(links.map((link) => [link.short_link, link.short_link_key]));
    const wrong = every.filter((name) => keys.get(name) !== normalName(name));
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(links.slice(every.length).map((link) => link.short_link_key)).toEqual([
      'maria.',
      'a/b',
      DECOMPOSED,
      COMPOSED,
      'z\u00f6e',
      'pod-20',
      'pod\u221220',
    ]);
    const { rows: groups } = await pool.query('select name_key from partner_groups order by id');
    expect(groups.map(({ name_key }) => name_key)).toEqual([COMPOSED, DECOMPOSED, 'gold two', 'vip-x']);
    const { rows: tags } = await pool.query('select tags from enrollments');
    expect([...tags[0].tags].sort()).toEqual(['gold-x', COMPOSED]);
    await close();
  });
});
