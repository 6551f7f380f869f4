import type { Pool } from 'pg';
import { readConnection } from '../../src/payments/read-connection.js';
import { ask } from '../support/management.js';
import type { SeededProgram } from '../support/seed.js';

type Service = { readonly baseUrl: string };
type Workspace = Pick<SeededProgram, 'workspaceId'>;

/** What a person and a tool do to connect an account, each step by itself. */
export interface ConnectAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, string>>;
}

/** Starts with an API key, as `svc setup processor` does. */
export async function startWithKey(
  { baseUrl }: Service,
  { apiKey }: Pick<SeededProgram, 'apiKey'>,
): Promise<ConnectAnswer> {
  const response = await fetch(`${baseUrl}/api/v1/cli/processor/connect`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: '{}',
  });
  return { status: response.status, body: (await response.json()) as ConnectAnswer['body'] };
}

/** Starts in the dashboard. */
export async function startInDashboard(
  service: Service,
  { workspaceId }: Workspace,
  cookie: string,
): Promise<ConnectAnswer> {
  const path = `/api/workspaces/${workspaceId}/processor/connect`;
  const { status, body } = await ask(service, path, { method: 'POST', cookie });
  return { status, body };
}

/** Agrees at the processor; gives what its page sends the browser back with. */
export async function approveConnection({ body }: ConnectAnswer): Promise<string> {
  const away = await fetch(body.authorize_url ?? '', { redirect: 'manual' });
  return new URL(away.headers.get('location') ?? '').search;
}

/** The browser comes back from the processor, signed in where there is a cookie. */
export async function returnTo({ baseUrl }: Service, search: string, cookie = '') {
  const page = await fetch(`${baseUrl}/processor/callback${search}`, { headers: { cookie } });
  return { status: page.status, text: await page.text() };
}

/** The status of a tool's connect session. */
export async function pollStatus({ baseUrl }: Service, { body }: ConnectAnswer): Promise<string> {
  const response = await fetch(`${baseUrl}/api/v1/cli/processor/connect/${body.poll_token}`);
  return ((await response.json()) as { status: string }).status;
}

/** Status and account of a workspace's connection. */
export async function connectionOf(pool: Pool, { workspaceId }: Workspace): Promise<string> {
  const { status, account_id } = await readConnection(pool, workspaceId);
  return `${status} ${account_id}`;
}

/** The audit log of a workspace about the processor, the oldest first. */
export async function auditOf(pool: Pool, { workspaceId }: Workspace) {
  const { rows } = await pool.query<{
    action: string;
    user_id: string | null;
    user_email: string;
    before: { account_id?: string } | null;
    after: { account_id?: string; reason?: string } | null;
  }>(
    `select action, user_id, user_email, before, after from audit_entries
      where workspace_id = $1 and target_type = 'processor' order by id`,
    [workspaceId],
  );
  return rows;
}
