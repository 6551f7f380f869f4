import type { Pool } from 'pg';
import { withTransaction } from '../../src/database/transaction.js';
import { createAdjustment } from '../../src/features/adjustments/create-adjustment.js';
import { createApiKey } from '../../src/features/keys/create-api-key.js';
import { insertInvitation } from '../../src/features/people/insert-invitation.js';
import { encryptSecret } from '../../src/features/webhooks/webhook-secret.js';
import { addMember, sale, seedUser } from './management.js';
import { perform } from './operations.js';
import type { SeededProgram } from './seed.js';
import { seedLink, seedManagementKey, seedPartner, seedProcessorEvent, uniqueName } from './seed.js';
import type { RunningService } from './service.js';

async function insertId(pool: Pool, text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(`${text} returning id`, [...values]);
  return rows[0]?.id ?? 0;
}

/** A sale whose commission is payable by now; gives the ids of both. */
export async function payableSale(service: RunningService, program: SeededProgram, amountCents = 10_000) {
  const sold = await sale(service, program, { amountCents, atMs: Date.now() - 40 * 86_400_000 });
  const { matureCommissions } = await import('../../src/features/commissions/mature-commissions.js');
  await matureCommissions(service.pool, service.tracking.ids, { nowMs: Date.now() });
  return sold;
}

/** Somebody who can sign in as a partner of the program. */
export async function seedPartnerUser(
  pool: Pool,
  program: { readonly workspaceId: number; readonly programId: number },
  partnerId?: number,
): Promise<{ readonly partnerId: number; readonly email: string }> {
  const id = partnerId ?? (await seedPartner(pool, program)).partnerId;
  const { userId, email } = await seedUser(pool);
  await pool.query('update partners set user_id = $2 where id = $1', [id, userId]);
  return { partnerId: id, email };
}

/** The next seal of a workspace, of nothing; gives its number. */
async function seedSeal(pool: Pool, workspaceId: number): Promise<string> {
  const { rows } = await pool.query<{ number: number }>(
    `insert into seals (workspace_id, number, previous_hash, hash, counts, contents, sealed_at, key_id, signature)
     select $1, 1 + coalesce(max(number), 0), max(hash), repeat('ab', 32), '{}', '{}', now(), 'none', '' from seals
      where workspace_id = $1 returning number`,
    [workspaceId],
  );
  return String(rows[0]?.number);
}

/** Something that a path names, created for each request: what one removes, the next one still finds. */
export function pathValueCreators(
  service: RunningService,
  program: SeededProgram,
): Record<string, () => Promise<string>> {
  const { pool } = service;
  const { programId, workspaceId, partnerId } = program;
  /** The webhook made last, which the next delivery is of. */
  let webhookId = 0;
  const text = async (id: Promise<number>) => String(await id);
  const payout = (runId: number | null) =>
    insertId(
      pool,
      `insert into payouts (id, program_id, partner_id, currency, amount_cents, run_id, created_at)
       values (nextval('tracking_id_blocks') * 1000, $1, $2, 'USD', 100, $3, now())`,
      [programId, partnerId, runId],
    );
  const run = () =>
    insertId(pool, `insert into payout_runs (program_id, created_by) values ($1, 'a@b.test')`, [programId]);
  return {
    customers: async () => {
      const { customerKey } = await sale(service, program);
      const { rows } = await pool.query('select id from customers where customer_key = $1', [customerKey]);
      return String(rows[0].id);
    },
    sales: async () => String((await sale(service, program)).saleId),
    commissions: async () => String((await sale(service, program)).commissionId),
    partners: async () => String((await seedPartner(pool, program)).partnerId),
    links: async () =>
      String((await seedLink(pool, { workspaceId, programId, partnerId: program.partnerId })).linkId),
    hosts: async () => {
      const { rows } = await pool.query(
        'select host from program_origins where program_id = $1 and host is not null',
        [programId],
      );
      return rows[0].host;
    },
    assets: () =>
      text(
        insertId(
          pool,
          `insert into assets (program_id, kind, name, file_name, media_type, size_bytes)
           values ($1, 'file', 'Made', 'made.txt', 'text/plain', 4)`,
          [programId],
        ),
      ),
    groups: () =>
      text(
        insertId(pool, 'insert into partner_groups (program_id, name, name_key) values ($1, $2, $2)', [
          programId,
          uniqueName('group'),
        ]),
      ),
    notes: () =>
      text(
        insertId(
          pool,
          `insert into partner_notes (program_id, enrollment_id, user_email, body) values ($1, $2, 'a@b.test', 'Made')`,
          [programId, program.enrollmentId],
        ),
      ),
    messages: async () => {
      const messageId = await insertId(
        pool,
        `insert into partner_messages (program_id, user_email, subject, body, recipient_count)
         values ($1, 'a@b.test', 'Made', 'Made', 1)`,
        [programId],
      );
      await pool.query('insert into partner_message_recipients (message_id, partner_id) values ($1, $2)', [
        messageId,
        partnerId,
      ]);
      return String(messageId);
    },
    codes: () =>
      text(
        insertId(
          pool,
          'insert into codes (program_id, partner_id, enrollment_id, code) values ($1, $2, $3, $4)',
          [programId, partnerId, program.enrollmentId, uniqueName('code')],
        ),
      ),
    keys: async () =>
      String((await perform({ pool }, createApiKey, { programId, input: { name: 'Made' } })).key.id),
    'management-keys': async () =>
      String((await seedManagementKey(pool, program, { permissions: ['key:write'] })).managementKeyId),
    'payment-connections': () =>
      text(
        insertId(
          pool,
          `insert into payment_connections (workspace_id, provider, kind, mode, account_id, label, token, status)
           values ($1, 'stripe', 'key', 'live', $2, 'Made', $3, 'restricted')`,
          [workspaceId, uniqueName('acct'), uniqueName('token')],
        ),
      ),
    payouts: () => text(payout(null)),
    'payout-runs': async () => {
      const runId = await run();
      await payout(runId);
      return String(runId);
    },
    claims: () =>
      text(
        insertId(
          pool,
          `insert into claims (program_id, partner_id, reference, finding) values ($1, $2, $3, 'unknown_order')`,
          [programId, partnerId, uniqueName('order')],
        ),
      ),
    adjustments: async () => {
      const input = { partner_id: partnerId, amount_cents: 100, currency: 'USD', reason: 'Made' };
      const parts = { pool, ids: service.tracking.ids };
      return String((await perform(parts, createAdjustment, { programId, input })).id);
    },
    'processor-events': async () => {
      const id = uniqueName('evt');
      await seedProcessorEvent(pool, { id, workspaceId, status: 'waiting' });
      return id;
    },
    webhooks: async () => {
      webhookId = await insertId(
        pool,
        `insert into webhooks (workspace_id, url, format, secret, position) values ($1, $2, 'standard', $3, 0)`,
        [
          workspaceId,
          'https://1.1.1.1/',
          encryptSecret(workspaceId, 'whsec_AAAA', service.webhookServices.encryption),
        ],
      );
      return String(webhookId);
    },
    deliveries: () =>
      text(
        insertId(pool, `insert into webhook_deliveries (webhook_id, type) values ($1, 'webhook.test')`, [
          webhookId,
        ]),
      ),
    audit: () =>
      text(
        insertId(
          pool,
          `insert into audit_entries (workspace_id, user_email, action, target_type, target_id)
           values ($1, 'a@b.test', 'link.create', 'link', '1')`,
          [workspaceId],
        ),
      ),
    seals: () => seedSeal(pool, workspaceId),
    notifications: async () => {
      const { userId } = await seedUser(pool);
      return text(
        insertId(
          pool,
          `insert into notifications (user_id, workspace_id, audience, kind, source, object_id, count, last_sequence, happened_at)
           values ($1, $2, 'team', 'claim_received', 'event 1', 1, 1, 1, now())`,
          [userId, workspaceId],
        ),
      );
    },
    jobs: () =>
      text(
        insertId(
          pool,
          `insert into long_jobs (account, operation, status, done) values ('user none', 'made', 'running', 0)`,
          [],
        ),
      ),
    members: async () => {
      const { userId } = await seedUser(pool);
      await addMember(pool, workspaceId, userId, 'viewer');
      return userId;
    },
    invitations: async () => {
      const made = await withTransaction(pool, (client) =>
        insertInvitation(client, {
          workspaceId,
          email: `${uniqueName('guest')}@people.test`,
          role: 'viewer',
          partnerId: null,
          invitedBy: 'a@b.test',
          byEmail: true,
        }),
      );
      return String(made.invitation.id);
    },
  };
}
