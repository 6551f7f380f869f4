import { systemNow } from '../../../src/clock.js';
import { createManagementKey } from '../../../src/features/management-keys/create-management-key.js';
import { sealBooks } from '../../../src/features/seals/seal-books.js';
import { createSealKeys } from '../../../src/features/seals/seal-keys.js';
import { filesOf } from '../../imports/imports-support.js';
import type { Books } from '../../support/books.js';
import { encryptionOf } from '../../support/encryption.js';
import { perform } from '../../support/operations.js';
import { ownerActions } from '../../support/team.js';
import { recordHistory } from '../../transfer/random-history.js';
import { keepBooks, seededProgram } from '../edits/audited-books.js';

const EVENTS = 300;

/** What operations and providers would write; a row for each recorded table that has none yet. */
const MORE_ROWS: readonly string[] = [
  `insert into workspace_members (workspace_id, user_id, role) select workspace_id, user_id, 'owner' from partners where user_id is not null`,
  `insert into two_factors (id, user_id, secret, backup_codes) select 'factor-' || id, id, 'secret', 'codes' from users limit 1`,
  `insert into claims (program_id, partner_id, reference, finding, status, answer, answered_at, note)
     select program_id, partner_id, 'order 7', 'unknown_order', 'rejected', 'We do not know it.', now(), 'Please look.' from enrollments limit 2`,
  `insert into partner_payout_details (partner_id, method, account_name, details, country)
     select id, 'bank', 'Jane Doe', 'By post', 'DE' from partners`,
  `insert into payout_files (program_id, run_id, format, sha256, payout_ids, created_by)
     select program_id, run_id, 'bank', repeat('a', 64), array[id], 'owner@shop.test' from payouts where run_id is not null limit 1`,
  `insert into program_minimum_payouts (program_id, currency, amount_cents) select id, 'CHF', 5000 from programs`,
  `insert into workspace_hosts (host, workspace_id, token, is_serving) select 'go-' || id || '.test', id, repeat('a', 32), true from workspaces`,
  `insert into payment_connections (workspace_id, provider, kind, account_id, label, status, charges_enabled)
     select id, 'stripe', 'connect', 'acct_' || id, 'Shop', 'connected', true from workspaces limit 1`,
  `insert into processor_events (event_id, type, account_id, body, created_ms, received_at, provider)
     select 'evt_' || id, 'charge.refunded', account_id, '{"amount":5}', 7, now(), provider from payment_connections`,
  `insert into processor_outcomes (id, workspace_id, status, reason_code, attempts, settled_at, payment_references)
     select id, (select workspace_id from payment_connections limit 1), 'processed', 'Done.', 1, now(), '{pi_7}' from processor_events`,
  `insert into payer_names (connection_id, workspace_id, kind, name, customer_id, credited_at, way)
     select p.id, p.workspace_id, 'subscription', 'sub_7', (select min(id) from customers), now(), 'client_reference' from payment_connections p`,
  `insert into unearned_credits (sale_id, enrollment_id, program_id, partner_id, no_commission_code)
     select id, enrollment_id, program_id, partner_id, 'no_rule' from sales limit 1`,
  `insert into provisioned_objects (kind, object_key, object_id, applied) select 'programs', 'key', id::text, '{}' from programs limit 1`,
  `insert into webhooks (workspace_id, url, format, secret, position) select id, 'https://hooks.test', 'standard', 'secret', 0 from workspaces limit 1`,
  `insert into invitations (workspace_id, token_hash, email, role, invited_by, expires_at)
     select id, repeat('c', 64), 'new@shop.test', 'viewer', 'owner@shop.test', now() from workspaces limit 1`,
];

/** Fills books with a row of everything that is recorded, sealed or computed again, and seals them. */
export async function fillBooks(books: Books): Promise<void> {
  const { pool, tracking } = books;
  const { workspaceId, programId, ann } = await keepBooks(books);
  const team = ownerActions({ pool, ids: tracking.ids }, workspaceId);
  await team.updateProgram(programId, { fast_sale: 'flag', link_domains: ['go.shop.test'] });
  await books.soldOnce(seededProgram(workspaceId, programId, ann));
  await team.importFiles(programId, { mapping: 'rewardful', files: filesOf('rewardful', '-full') });
  const input = { name: 'Reports', permissions: ['report:read'] as const };
  await perform({ pool }, createManagementKey, { workspaceId, input });
  await recordHistory(pool, 7, EVENTS);
  for (const sql of MORE_ROWS)
    await pool.query(sql).catch((e: Error) => {
      throw new Error(`${sql}: ${e.message}`);
    });
  await sealBooks(pool, { keys: createSealKeys(encryptionOf(), systemNow) });
}
