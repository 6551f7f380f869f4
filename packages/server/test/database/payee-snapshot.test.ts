import type { Pool } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { migrate } from '../../src/database/migrate.js';
import { withTransaction } from '../../src/database/transaction.js';
import { encryptStoredDetails } from '../../src/features/payouts/encrypt-stored-details.js';
import { loadPayouts } from '../../src/features/payouts/load-payouts.js';
import { lockPayees } from '../../src/features/payouts/payee.js';
import { writePayoutDetails } from '../../src/features/payouts/payout-details.js';
import { writePayoutFile } from '../../src/features/payouts/write-payout-file.js';
import { encryptionOf } from '../support/encryption.js';
import { engines } from '../support/engines.js';
import { migrationsBefore, openEmptyDatabase } from '../support/migrations.js';

const PAGE = { limit: 50, after: null };

// Jane has changed her details an hour ago, Paul has entered his once, Nora has none.
const FILLED = `
  insert into workspaces (id, name) values (1, 'Acme');
  insert into programs (id, workspace_id, name, domain, currency) values (1, 1, 'Acme', 'acme.test', 'USD');
  insert into partners (id, workspace_id, email, name) values
    (1, 1, 'jane@blog.test', 'Jane'), (2, 1, 'paul@blog.test', 'Paul'), (3, 1, 'nora@blog.test', 'Nora');
  insert into enrollments (program_id, partner_id, status) select 1, id, 'approved' from partners;
  insert into partner_payout_details (partner_id, method, account_name, details, country, updated_at) values
    (1, 'bank', 'Jane Doe', 'DE02 1203 0000 0000 2020 51', 'DE', now() - interval '1 hour'),
    (2, 'paypal', 'Paul Roe', 'paul@pay.test', null, now() - interval '1 hour');
  insert into audit_entries (workspace_id, user_email, action, target_type, target_id, before, after) values
    (1, 'jane@blog.test', 'partner.payout_details', 'partner', '1', null, '{}'),
    (1, 'jane@blog.test', 'partner.payout_details', 'partner', '1', '{}', '{}'),
    (1, 'paul@blog.test', 'partner.payout_details', 'partner', '2', null, '{}');
  insert into payout_runs (id, program_id, created_by) values (1, 1, 'owner@acme.test');
  insert into payouts (id, program_id, partner_id, currency, amount_cents, run_id, status, settled_at, created_at) values
    (11, 1, 1, 'USD', 100, 1, 'open', null, now()), (12, 1, 2, 'USD', 200, 1, 'open', null, now()),
    (13, 1, 3, 'USD', 300, 1, 'open', null, now()), (14, 1, 1, 'USD', 400, null, 'paid', now(), now())`;

describe.each(engines)('a database with payouts from before they had a payee, on %s', (engine) => {
  async function openMigratedDatabase(): Promise<Pool> {
    const { pool, close } = await openEmptyDatabase(engine);
    onTestFinished(close);
    await migrate(pool, { directory: migrationsBefore('0017') });
    await pool.query(FILLED);
    await migrate(pool);
    return pool;
  }

  test('is migrated: each has what is stored now, is in one file, and later changes reach later payouts only', async () => {
    const pool = await openMigratedDatabase();
    const encryption = encryptionOf();
    const payeesOf = async () => {
      const { data } = await loadPayouts(pool, { programId: 1, partnerId: null, encryption }, PAGE);
      return data
        .map(({ id, payee_name, method, account, format }) => [id, payee_name, method, account, format])
        .sort(([a], [b]) => Number(a) - Number(b));
    };
    const payees = [
      [11, 'Jane Doe', 'bank', '…2051', 'bank'],
      [12, 'Paul Roe', 'paypal', '…test', 'paypal'],
      [13, 'Nora', null, null, 'bank'],
      [14, 'Jane Doe', 'bank', '…2051', 'bank'],
    ];
    expect(await payeesOf()).toEqual(payees);
    const plain = { outdated: 'plain' } as const;
    expect(await encryptStoredDetails(pool, encryption, plain)).toEqual({ encrypted: 2, unreadable: 0 });
    expect(await payeesOf()).toEqual(payees);
    const files = async () => {
      const idsOf = (format: 'bank' | 'paypal' | 'wise') =>
        withTransaction(pool, (client) =>
          writePayoutFile(client, { programId: 1, runId: 1, format, createdBy: 'x', encryption }),
        ).then(({ answer }) => [...answer.matchAll(/payout (\d+)/g)].map(([, id]) => Number(id)));
      return [await idsOf('bank'), await idsOf('paypal'), await idsOf('wise')];
    };
    const before = await files();
    expect(before.map((ids) => ids.sort())).toEqual([[11, 13], [12], []]);
    for (const partnerId of [1, 2, 3]) {
      const owner = { programId: 1, partnerId };
      const wise = { method: 'wise', account_name: 'Mallory', details: '@mallory' } as const;
      await withTransaction(pool, (client) => writePayoutDetails(client, owner, wise, encryption));
    }
    expect(await payeesOf()).toEqual(payees);
    expect((await files()).map((ids) => ids.sort())).toEqual(before);
  });

  test('holds the payouts of partners who changed their details recently, not of those who added them', async () => {
    const pool = await openMigratedDatabase();
    const payees = await withTransaction(pool, (client) => lockPayees(client, 1, [1, 2, 3], encryptionOf()));
    expect([...payees].map(([id, { heldUntil }]) => [id, heldUntil !== null]).sort()).toEqual([
      [1, true],
      [2, false],
      [3, false],
    ]);
    const { rows } = await pool.query('select payout_details_hold_hours as hours from programs');
    expect(rows).toEqual([{ hours: 72 }]);
  });
});
