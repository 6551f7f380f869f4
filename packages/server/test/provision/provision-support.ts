import type { Pool } from 'pg';
import { expect } from 'vitest';
import { hashPassword } from '../../src/crypto/passwords.js';
import { applyProvision, type ProvisionReport, parseProvisionFile } from '../../src/provision/index.js';
import { ask, signIn } from '../support/management.js';
import { uniqueName } from '../support/seed.js';
import type { RunningService } from '../support/service.js';

export const passwords = { hash: hashPassword };

// biome-ignore lint/suspicious/noExplicitAny: a file to be bent in every way, wrong ones included
export type Json = any;

/** Names that nothing else in the database has, for one test. */
export interface Names {
  readonly workspace: string;
  readonly email: string;
  readonly account: string;
  readonly token: string;
  readonly shortLink: string;
}

export function newNames(): Names {
  return {
    workspace: uniqueName('Acme'),
    email: `${uniqueName('owner')}@acme.test`,
    account: uniqueName('acct'),
    token: uniqueName('svc_test'),
    shortLink: uniqueName('jane'),
  };
}

/** The contract's example, in names of the test's own. */
export function exampleFile(names: Names): Json {
  return {
    workspaces: [
      {
        name: names.workspace,
        members: [{ email: names.email, password: 'correct-horse-1', name: 'Olive', role: 'owner' }],
        processor: {
          status: 'connected',
          account_id: names.account,
          charges_enabled: true,
          payouts_enabled: true,
          details_submitted: true,
          connected_at: '2026-01-05T10:00:00Z',
        },
        programs: [
          {
            name: 'Acme Partners',
            domain: 'acme.test',
            currency: 'USD',
            cookie_window_days: 60,
            api_token: names.token,
            allowed_origins: ['http://localhost:5173'],
            commission: { type: 'percent', basis_points: 2000, duration_months: null },
            hold_days: 30,
            partners: [
              {
                email: 'jane@blog.test',
                name: 'Jane',
                status: 'approved',
                commission: { type: 'flat', amount_cents: 500 },
                links: [{ short_link: names.shortLink, destination_url: 'https://acme.test/' }],
              },
            ],
          },
        ],
        links: [{ short_link: `${names.shortLink}-orphan` }],
      },
    ],
  };
}

/** Reads and applies a file, as the command does. */
export function provision(pool: Pool, file: Json, isForced = false): Promise<ProvisionReport> {
  return applyProvision(pool, parseProvisionFile(JSON.stringify(file)), { passwords, isForced });
}

/** Sums of what was done, over all kinds. */
export function totalsOf(report: ProvisionReport) {
  const counts = Object.values(report.counts);
  const sumChanges = (change: 'created' | 'updated' | 'kept') =>
    counts.reduce((total, count) => total + count[change], 0);
  return { created: sumChanges('created'), updated: sumChanges('updated'), kept: sumChanges('kept') };
}

const OF_WORKSPACE = 'select id from workspaces where name = $1';
const OF_PROGRAMS = `select id from programs where workspace_id in (${OF_WORKSPACE})`;
const OF_USERS = `select user_id from workspace_members where workspace_id in (${OF_WORKSPACE})`;

const TABLES: Readonly<Record<string, string>> = {
  workspaces: `id in (${OF_WORKSPACE})`,
  users: `id in (${OF_USERS})`,
  accounts: `user_id in (${OF_USERS})`,
  workspace_members: `workspace_id in (${OF_WORKSPACE})`,
  payment_connections: `workspace_id in (${OF_WORKSPACE})`,
  programs: `workspace_id in (${OF_WORKSPACE})`,
  program_origins: `program_id in (${OF_PROGRAMS})`,
  program_minimum_payouts: `program_id in (${OF_PROGRAMS})`,
  api_keys: `program_id in (${OF_PROGRAMS})`,
  commission_rules: `program_id in (${OF_PROGRAMS})`,
  partners: `workspace_id in (${OF_WORKSPACE})`,
  enrollments: `program_id in (${OF_PROGRAMS})`,
  links: `workspace_id in (${OF_WORKSPACE})`,
};

// biome-ignore lint/suspicious/noExplicitAny: rows of any table
export type Stored = Record<string, any[]>;

/** Every row of a workspace that a file can make, by table, to be looked at or compared. */
export async function storedOf(pool: Pool, workspace: string): Promise<Stored> {
  const stored: Stored = {};
  for (const [table, where] of Object.entries(TABLES)) {
    const { rows } = await pool.query(`select * from ${table} t where ${where} order by t::text`, [
      workspace,
    ]);
    stored[table] = rows;
  }
  return stored;
}

/** A change of the example before it is applied: its workspace is changed in place. */
export type FileChange = (workspace: Json, names: Names) => void;

/** A provisioned workspace, and `by`, which changes it in the dashboard as its owner does. */
export async function provisionWorkspace(service: RunningService, change: FileChange = () => undefined) {
  const names = newNames();
  const file = exampleFile(names);
  change(file.workspaces[0], names);
  await provision(service.pool, file);
  const cookie = await signIn(service, names.email);
  const stored = await storedOf(service.pool, names.workspace);
  const by = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const answer = await ask(service, path, { method, body, cookie });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  return {
    names,
    file,
    workspaceId: stored.workspaces?.[0].id as number,
    programId: stored.programs?.[0]?.id as number,
    partnerId: stored.partners?.[0]?.id as number,
    by,
  };
}

/** What a run left alone: the place of each field or object, with both values. */
export function keptOf({ kept }: ProvisionReport) {
  return kept.map(({ path, field, current, wanted }) => [
    field === null ? path : `${path}.${field}`,
    current,
    wanted,
  ]);
}
