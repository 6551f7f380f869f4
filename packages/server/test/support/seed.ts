import { createHash, randomBytes } from 'node:crypto';
import type { CommissionRule, EnrollmentStatus } from '@svc/core';
import type { Pool } from 'pg';
import { withTransaction } from '../../src/database/transaction.js';
import { claimHosts, lockHosts } from '../../src/features/programs/workspace-hosts.js';
import type { EventStatus } from '../../src/payments/event-row.js';

/** A rule as it is seeded: 20 % of every sale unless said otherwise. */
export type SeedRule = Pick<CommissionRule, 'type' | 'basisPoints' | 'amountCents' | 'durationMonths'>;

export interface ProgramOverrides {
  /** Another program of this workspace; otherwise a workspace of its own is made. */
  readonly workspaceId?: number;
  readonly name?: string;
  readonly domain?: string;
  readonly currency?: string;
  readonly cookieWindowDays?: number;
  readonly holdDays?: number;
  readonly apiKey?: string;
  /** The first is `origin` of the result. */
  readonly origins?: readonly string[];
  readonly partnerStatus?: EnrollmentStatus;
  /** null: a program without a rule. */
  readonly rule?: SeedRule | null;
  /** The partner's own rule. */
  readonly partnerRule?: SeedRule | null;
  readonly shortLink?: string;
}

export interface SeededProgram {
  readonly workspaceId: number;
  readonly programId: number;
  readonly apiKey: string;
  readonly apiKeyId: number;
  readonly origin: string;
  readonly partnerId: number;
  readonly enrollmentId: number;
  readonly shortLink: string;
  readonly linkId: number;
  readonly ruleId: number | null;
  readonly currency: string;
  readonly cookieWindowDays: number;
  /** An address a visitor arrives at through the partner's link. */
  readonly affiliateUrl: string;
}

/** A name that nothing else in the database has. */
export function uniqueName(prefix: string): string {
  return `${prefix}-${randomBytes(6).toString('hex')}`;
}

async function insertId(pool: Pool, text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(`${text} returning id`, [...values]);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`nothing inserted by: ${text}`);
  return Number(id);
}

/** A workspace with nothing in it. */
export async function seedWorkspace(pool: Pool, name = uniqueName('workspace')): Promise<number> {
  return insertId(pool, 'insert into workspaces (name) values ($1)', [name]);
}

/** A key of a program, stored as the service stores it; the key itself is the result. */
export async function seedApiKey(
  pool: Pool,
  programId: number,
  options: { readonly apiKey?: string; readonly expiresAt?: Date | null } = {},
): Promise<{ apiKey: string; apiKeyId: number }> {
  const apiKey = options.apiKey ?? `svc_test_${randomBytes(12).toString('hex')}`;
  const apiKeyId = await insertId(
    pool,
    'insert into api_keys (program_id, key_hash, hint, name, expires_at) values ($1, $2, $3, $4, $5)',
    [
      programId,
      createHash('sha256').update(apiKey).digest('hex'),
      apiKey.slice(-4),
      'seeded',
      options.expiresAt ?? null,
    ],
  );
  return { apiKey, apiKeyId };
}

/** A management key of a program's workspace, without an entry in the audit log. */
export async function seedManagementKey(
  pool: Pool,
  { workspaceId }: { readonly workspaceId: number },
  options: {
    readonly permissions: readonly string[];
    readonly programId?: number | null;
    readonly expiresAt?: Date | null;
  },
): Promise<{ managementKey: string; managementKeyId: number }> {
  const managementKey = `svc_mk_${randomBytes(12).toString('hex')}`;
  const managementKeyId = await insertId(
    pool,
    `insert into management_keys (workspace_id, program_id, key_hash, hint, name, permissions, expires_at, created_by)
     values ($1, $2, $3, $4, 'seeded', $5::text[], $6, 'jane@acme.test')`,
    [
      workspaceId,
      options.programId ?? null,
      createHash('sha256').update(managementKey).digest('hex'),
      managementKey.slice(-4),
      options.permissions,
      options.expiresAt ?? null,
    ],
  );
  return { managementKey, managementKeyId };
}

/** A new version of a program's rule, or of one enrollment's. */
export async function seedRule(
  pool: Pool,
  programId: number,
  rule: SeedRule,
  options: { readonly enrollmentId?: number; readonly version?: number } = {},
): Promise<number> {
  return insertId(
    pool,
    `insert into commission_rules (program_id, enrollment_id, version, type, basis_points, amount_cents, duration_months)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      programId,
      options.enrollmentId ?? null,
      options.version ?? 1,
      rule.type,
      rule.basisPoints,
      rule.amountCents,
      rule.durationMonths,
    ],
  );
}

/** A partner of the workspace, taking part in the program. */
export async function seedPartner(
  pool: Pool,
  program: { readonly workspaceId: number; readonly programId: number },
  status: EnrollmentStatus = 'approved',
): Promise<{ partnerId: number; enrollmentId: number }> {
  const partnerId = await insertId(
    pool,
    'insert into partners (workspace_id, email, name) values ($1, $2, $3)',
    [program.workspaceId, `${uniqueName('partner')}@partner.test`, 'Jane'],
  );
  const enrollmentId = await insertId(
    pool,
    'insert into enrollments (program_id, partner_id, status) values ($1, $2, $3)',
    [program.programId, partnerId, status],
  );
  return { partnerId, enrollmentId };
}

/** A referral link; without program or partner it is one that clicks are refused on. */
export async function seedLink(
  pool: Pool,
  link: {
    readonly workspaceId: number;
    readonly programId?: number | null;
    readonly partnerId?: number | null;
    readonly shortLink?: string;
  },
): Promise<{ linkId: number; shortLink: string }> {
  const shortLink = link.shortLink ?? uniqueName('link');
  const linkId = await insertId(
    pool,
    `insert into links (workspace_id, program_id, partner_id, short_link, short_link_key, destination_url)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      link.workspaceId,
      link.programId ?? null,
      link.partnerId ?? null,
      shortLink,
      shortLink.toLowerCase(),
      'https://shop.test/',
    ],
  );
  return { linkId, shortLink };
}

/** Allows browsers on an origin to send clicks and leads of a program. */
export async function seedOrigin(pool: Pool, programId: number, origin: string): Promise<void> {
  await pool.query('insert into program_origins (program_id, origin) values ($1, $2)', [programId, origin]);
  await claimSeeded(pool, programId);
}

/** Claims the hosts of a program whose origins or link domains were inserted directly. */
export async function claimSeeded(pool: Pool, programId: number): Promise<void> {
  // Tests of migrations seed databases of earlier versions, in which nothing claims hosts.
  const { rows: found } = await pool.query("select to_regclass('workspace_hosts') is not null as is_known");
  if (!found[0].is_known) return;
  await withTransaction(pool, async (client) => {
    await lockHosts(client, { programId });
    const { rows } = await client.query('select workspace_id from programs where id = $1', [programId]);
    await claimHosts(client, rows[0].workspace_id);
  });
}

const TWENTY_PERCENT: SeedRule = {
  type: 'percent',
  basisPoints: 2000,
  amountCents: null,
  durationMonths: null,
};

/**
 * A program ready to be tracked: a workspace (unless given), an API key, an allowed origin, a rule of 20 %, and one
 * approved partner with one link. Every name is its own, so that tests share a database without meeting.
 */
export async function seedProgram(pool: Pool, overrides: ProgramOverrides = {}): Promise<SeededProgram> {
  const workspaceId = overrides.workspaceId ?? (await seedWorkspace(pool));
  const domain = overrides.domain ?? `${uniqueName('shop')}.test`;
  const currency = overrides.currency ?? 'USD';
  const cookieWindowDays = overrides.cookieWindowDays ?? 60;
  const programId = await insertId(
    pool,
    `insert into programs (workspace_id, name, domain, currency, cookie_window_days, hold_days)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      workspaceId,
      overrides.name ?? uniqueName('program'),
      domain,
      currency,
      cookieWindowDays,
      overrides.holdDays ?? 30,
    ],
  );
  const origins = overrides.origins ?? [`https://${domain}`];
  for (const origin of origins) await seedOrigin(pool, programId, origin);
  const key = await seedApiKey(pool, programId, { ...(overrides.apiKey && { apiKey: overrides.apiKey }) });
  const rule = overrides.rule === undefined ? TWENTY_PERCENT : overrides.rule;
  const ruleId = rule && (await seedRule(pool, programId, rule));
  const partner = await seedPartner(pool, { workspaceId, programId }, overrides.partnerStatus);
  if (overrides.partnerRule) {
    await seedRule(pool, programId, overrides.partnerRule, { enrollmentId: partner.enrollmentId });
  }
  const link = await seedLink(pool, {
    workspaceId,
    programId,
    partnerId: partner.partnerId,
    ...(overrides.shortLink && { shortLink: overrides.shortLink }),
  });
  return {
    workspaceId,
    programId,
    ...key,
    origin: origins[0] ?? 'null',
    ...partner,
    ...link,
    ruleId,
    currency,
    cookieWindowDays,
    affiliateUrl: `https://${domain}/?aff=${encodeURIComponent(link.shortLink)}`,
  };
}

/** An event of the card processor, and what came of it. */
export async function seedProcessorEvent(
  pool: Pool,
  event: { readonly id: string; readonly workspaceId: number; readonly status: EventStatus },
): Promise<void> {
  await pool.query(
    `with stored as (
       insert into processor_events (event_id, type, body, created_ms, received_at)
       values ($1, 'invoice.paid', '{}', 0, now()) returning id)
     insert into processor_outcomes (id, workspace_id, status, reason_code, reason_parameters, payment_references, attempts, settled_at)
     select id, $2, $3, 'text', '{"text": "It is made for a test."}', case when $3 = 'waiting' then array[$1] end, 1, now() from stored`,
    [event.id, event.workspaceId, event.status],
  );
}

/** A payment event of a workspace that needs attention: nobody knows its click. */
export async function seedNoticedEvent(pool: Pool, { workspaceId }: { readonly workspaceId: number }) {
  const id = uniqueName('evt');
  await seedProcessorEvent(pool, { id, workspaceId, status: 'ignored' });
  await pool.query(
    `update processor_outcomes o set reason_code = 'click_unknown', reason_parameters = '{"is_tried_again": false}', noticed_at = now()
       from processor_events e where e.id = o.id and e.event_id = $1`,
    [id],
  );
}

export async function partnerEmail(pool: Pool, partnerId: number): Promise<string> {
  const { rows } = await pool.query<{ email: string }>('select email from partners where id = $1', [
    partnerId,
  ]);
  if (rows[0] === undefined) throw new Error(`there is no partner ${partnerId}`);
  return rows[0].email;
}
