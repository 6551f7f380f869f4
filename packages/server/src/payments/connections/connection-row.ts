import { createHash } from 'node:crypto';
import type { ConnectionProblem, PaymentConnection } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import type { Encryption } from '../../crypto/encryption.js';
import type { Mode, ProviderKeys } from '../own-accounts.js';
import type { Providers } from '../provider.js';

/** The purpose for which `createEncryption` derives the key of what connections keep. */
export const CONNECTIONS_PURPOSE = 'payment connections';

/** A problem as it is stored: the texts are made for the reader. */
export interface StoredProblem {
  readonly code: ConnectionProblem['code'];
  /** The permission that is missing. */
  readonly permission?: string;
}

/** A connection as it is stored. */
export interface ConnectionRow {
  readonly id: number;
  readonly workspace_id: number;
  readonly provider: string;
  readonly kind: 'key' | 'connect';
  readonly mode: Mode;
  readonly account_id: string | null;
  readonly label: string;
  readonly program_id: number | null;
  readonly credit_renewals: PaymentConnection['credit_renewals'];
  readonly status: PaymentConnection['status'] | 'pending' | 'not_connected';
  /** Encrypted, as are the secrets. */
  readonly api_key: string | null;
  readonly api_key_hash: string | null;
  readonly hint: string | null;
  readonly token: string | null;
  readonly is_managed: boolean;
  readonly endpoint_id: string | null;
  readonly endpoint_status: PaymentConnection['webhook']['status'];
  /** The key under which the endpoint is being made; null: it is there, or none is wanted. */
  readonly endpoint_request: string | null;
  readonly endpoint_requested_at: Date | null;
  readonly webhook_secret: string | null;
  readonly previous_webhook_secret: string | null;
  readonly previous_webhook_secret_until: Date | null;
  readonly problems: readonly StoredProblem[];
  readonly caught_up_until: Date | null;
  readonly connected_at: Date | null;
  readonly created_at: Date;
  readonly last_event_at: Date | null;
}

const COLUMNS = `c.id, c.workspace_id, c.provider, c.kind, c.mode, c.account_id, c.label, c.program_id, c.credit_renewals, c.status,
  c.api_key, c.api_key_hash, c.hint, c.token, c.is_managed, c.endpoint_id, c.endpoint_status, c.endpoint_request,
  c.endpoint_requested_at, c.webhook_secret, c.previous_webhook_secret, c.previous_webhook_secret_until, c.problems,
  c.caught_up_until, c.connected_at, c.created_at,
  (select e.received_at from processor_outcomes o join processor_events e on e.id = o.id
    where o.connection_id = c.id order by o.id desc limit 1) as last_event_at`;

/** The connections of a workspace that were ever connected, the oldest first. */
export async function loadConnections(db: Pool | ClientBase, workspaceId: number): Promise<ConnectionRow[]> {
  const { rows } = await db.query<ConnectionRow>(
    `select ${COLUMNS} from payment_connections c
      where c.workspace_id = $1 and c.removed_at is null and c.status in ('connected', 'restricted', 'disconnected')
      order by c.id`,
    [workspaceId],
  );
  return rows;
}

/** One of them; null: the workspace has none of this id. `forUpdate`: locked until the transaction ends. */
export async function findConnection(
  db: Pool | ClientBase,
  workspaceId: number,
  id: number,
  { forUpdate = false }: { readonly forUpdate?: boolean } = {},
): Promise<ConnectionRow | null> {
  const { rows } = await db.query<ConnectionRow>(
    `select ${COLUMNS} from payment_connections c
      where c.id = $2 and c.workspace_id = $1 and c.removed_at is null
        and c.status in ('connected', 'restricted', 'disconnected') ${forUpdate ? 'for update of c' : ''}`,
    [workspaceId, id],
  );
  return rows[0] ?? null;
}

/** What an arriving event needs to know of its connection. */
export type EndpointRow = Pick<
  ConnectionRow,
  'id' | 'token' | 'webhook_secret' | 'previous_webhook_secret' | 'previous_webhook_secret_until'
>;

/** Finds the connection that a token in the path of an endpoint names; null: there is none. */
export async function findByToken(
  db: Pool | ClientBase,
  provider: string,
  token: string,
): Promise<EndpointRow | null> {
  const { rows } = await db.query<EndpointRow>(
    `select id, token, webhook_secret, previous_webhook_secret, previous_webhook_secret_until
       from payment_connections where token = $2 and provider = $1 and removed_at is null`,
    [provider, token],
  );
  return rows[0] ?? null;
}

/** Returns a hash that identifies a connected key without containing it. */
export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

/** What of a key is shown. */
export function hintOf(key: string): string {
  return `…${key.slice(-4)}`;
}

/** Encrypts for a connection: only as its own a text can be decrypted. */
export function connectionCipher(encryption: Encryption, token: string) {
  const context = `payment connection ${token}`;
  return {
    encrypt: (text: string) => encryption.encrypt(text, context),
    /** Throws `DecryptionError`. */
    decrypt: (encrypted: string) => encryption.decrypt(encrypted, context),
  };
}

/** The secrets that count now; those that cannot be decrypted with the secrets of the service do not. */
export function secretsOf(row: EndpointRow, encryption: Encryption, nowMs: number): readonly string[] {
  const {
    token,
    webhook_secret: current,
    previous_webhook_secret: previous,
    previous_webhook_secret_until: until,
  } = row;
  const cipher = connectionCipher(encryption, token ?? '');
  const isValid = previous !== null && until !== null && until.getTime() > nowMs;
  return [current, isValid ? previous : null].flatMap((secret) =>
    secret === null ? [] : [cipher.decrypt(secret)],
  );
}

/** Where the events of a connection arrive. */
export function webhookUrl(
  { provider, token }: Pick<ConnectionRow, 'provider' | 'token'>,
  baseUrl: string,
): string {
  return token === null ? `${baseUrl}/webhooks/processor` : `${baseUrl}/webhooks/${provider}/${token}`;
}

/** A connection as the interface has it. */
export function connectionItem(
  row: ConnectionRow,
  { baseUrl, providers }: { readonly baseUrl: string; readonly providers: Providers },
): PaymentConnection {
  const keys = providers.get(row.provider)?.keys ?? null;
  const isKey = row.kind === 'key';
  return {
    id: row.id,
    provider: row.provider as PaymentConnection['provider'],
    kind: row.kind,
    mode: row.mode,
    account_id: row.account_id,
    hint: row.hint,
    label: row.label,
    program_id: row.program_id,
    credit_renewals: row.credit_renewals,
    status: row.status as PaymentConnection['status'],
    webhook: {
      url: webhookUrl(row, baseUrl),
      managed: row.is_managed,
      status: isKey ? row.endpoint_status : 'active',
      events: [...(keys?.events ?? [])],
    },
    problems: row.problems.map((problem) => problemItem(problem, keys)),
    last_event_at: row.last_event_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** What the audit log keeps of a connection: neither key nor address, and nothing that changes by itself. */
export function auditedConnection({ webhook, ...item }: PaymentConnection) {
  const { provider, kind, mode, account_id, hint, label, program_id, credit_renewals } = item;
  const { managed } = webhook;
  return { provider, kind, mode, account_id, hint, label, program_id, credit_renewals, managed };
}

const PROBLEMS: Readonly<Record<StoredProblem['code'], Omit<ConnectionProblem, 'code'>>> = {
  webhook_permission_missing: {
    message: 'The key may not make webhook endpoints.',
    fix: 'Make an endpoint for the address of this connection at the provider and paste its signing secret here, or give the key the permission and check again.',
  },
  webhook_limit: {
    message: 'The account has as many webhook endpoints as the provider allows.',
    fix: 'Remove one that is not needed and check again, or add the address of this connection to an endpoint of yours and paste its signing secret here.',
  },
  webhook_address: {
    message: 'The provider does not deliver to the address of this service.',
    fix: 'Set SVC_BASE_URL to a public https address and check again.',
  },
  webhook_disabled: {
    message: 'The webhook endpoint is switched off at the provider.',
    fix: 'Check again: it is switched on, and what was missed is fetched.',
  },
  webhook_missing: {
    message: 'The webhook endpoint is gone at the provider.',
    fix: 'Check again: it is made anew, and what was missed is fetched.',
  },
  webhook_secret_missing: {
    message: 'No signing secret is known, so that no event can be verified.',
    fix: 'Paste the signing secret of the endpoint that you made at the provider.',
  },
  permission_missing: {
    message: 'The key lacks a permission.',
    fix: 'Give the key the permission at the provider, or paste another key, and check again.',
  },
  key_expired: {
    message: 'The key has expired.',
    fix: 'Make another key at the provider and paste it here.',
  },
  key_revoked: {
    message: 'The key is unknown or revoked.',
    fix: 'Make another key at the provider and paste it here.',
  },
  key_expires_soon: {
    message: 'The key expires soon.',
    fix: 'Make another key at the provider and paste it here.',
  },
  provider_unreachable: {
    message: 'The payment provider did not answer when it was last asked.',
    fix: 'It is asked again by itself. Check again to ask now.',
  },
};

function problemItem({ code, permission }: StoredProblem, keys: ProviderKeys | null): ConnectionProblem {
  const { message, fix } = PROBLEMS[code];
  const name = keys?.permissions.find((one) => one.permission === permission)?.name ?? permission;
  return { code, message: name === undefined ? message : `The key lacks the permission “${name}”.`, fix };
}
