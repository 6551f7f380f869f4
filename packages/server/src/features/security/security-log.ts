import type { SecurityEventType } from '@svc/contract';
import type { Pool } from 'pg';
import type { Logger } from 'pino';

/** The client of a request. */
export interface Origin {
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** An event, without the account it concerns. */
export interface SecurityEvent extends Origin {
  readonly type: SecurityEventType;
  /** Details, as the log shows them. Never secrets, and never text that an unknown person entered. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** A use of an API key from a network. */
export interface KeyUse {
  readonly apiKeyId: number;
  readonly network: string;
  readonly address: string;
}

/** The authentication log of all workspaces. Each event is also one line of the process's log. */
export interface SecurityLog {
  /** Records an event of an account: once for each of its workspaces, or once without a workspace. */
  recordForAccount(email: string, event: SecurityEvent): Promise<void>;
  /** As `recordForAccount`, for a failed attempt; for an address without an account it writes only the line. */
  recordFailure(attempt: FailedAttempt, event: SecurityEvent): Promise<void>;
  /** Records what a user did in one workspace. */
  recordInWorkspace(
    workspaceId: number,
    user: { readonly id: string; readonly email: string },
    event: SecurityEvent,
  ): Promise<void>;
  /** Stores the networks keys are used from, and records an event for each network that is new for a key. */
  recordKeyUses(uses: readonly KeyUse[]): Promise<void>;
}

/** A counted attempt (`takeAttempt`) that failed. */
export interface FailedAttempt {
  readonly email: string;
  readonly kind: string;
  readonly accountHash: string;
}

interface WrittenRow {
  readonly user_id: string | null;
}

/** Further networks add no information: the key is used from everywhere. */
const MAX_NETWORKS_PER_KEY = 100;
const MAX_USER_AGENT = 500;

const FOR_ACCOUNT = `
  insert into security_events (workspace_id, user_id, email, type, address, user_agent, data)
  select m.workspace_id, u.id, u.email, $2, $3, $4, $5
    from users u left join workspace_members m on m.user_id = u.id
   where u.email = lower($1)
  returning user_id`;

/** Contract, second part, 7.2. */
export function createSecurityLog(pool: Pool, logger: Pick<Logger, 'info'>): SecurityLog {
  const logEvent = ({ type, address, data }: SecurityEvent, who: object) =>
    logger.info({ event: type, address, ...who, ...data }, 'security event');
  const columnValues = ({ type, address, userAgent, data }: SecurityEvent) => [
    type,
    address,
    userAgent?.slice(0, MAX_USER_AGENT) ?? null,
    JSON.stringify(data ?? {}),
  ];
  return {
    async recordForAccount(email, event) {
      const { rows } = await pool.query<WrittenRow>(FOR_ACCOUNT, [email, ...columnValues(event)]);
      logEvent(event, { userId: rows[0]?.user_id ?? null });
    },
    async recordFailure({ email, kind, accountHash }, event) {
      // The update makes an unknown address cost the same commit as a known one, so response times reveal nothing.
      const { rows } = await pool.query<WrittenRow>(
        `with failed as (
           update sign_in_attempts set forget_at = greatest(forget_at, now() + interval '10 minutes')
            where kind = $6 and account_hash = $7
         ) ${FOR_ACCOUNT}`,
        [email, ...columnValues(event), kind, accountHash],
      );
      logEvent(event, { userId: rows[0]?.user_id ?? null });
    },
    async recordInWorkspace(workspaceId, user, event) {
      await pool.query(
        `insert into security_events (type, address, user_agent, data, workspace_id, user_id, email)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [...columnValues(event), workspaceId, user.id, user.email],
      );
      logEvent(event, { userId: user.id, workspaceId });
    },
    async recordKeyUses(uses) {
      const { rows } = await pool.query<{ api_key_id: number; address: string }>({
        name: 'record-key-uses',
        text: RECORD_KEY_USES,
        values: [
          uses.map(({ apiKeyId }) => apiKeyId),
          uses.map(({ network }) => network),
          uses.map(({ address }) => address),
          MAX_NETWORKS_PER_KEY,
        ],
      });
      for (const { api_key_id: apiKeyId, address } of rows) {
        logEvent({ type: 'api_key.new_address', address, userAgent: null }, { apiKeyId });
      }
    },
  };
}

const RECORD_KEY_USES = `
  with used as (
    select * from unnest($1::bigint[], $2::text[], $3::text[]) as u (api_key_id, network, address)
  ), seen as (
    update api_key_networks n set last_seen_at = now()
      from used u where n.api_key_id = u.api_key_id and n.network = u.network
  ), added as (
    insert into api_key_networks (api_key_id, network)
    select r.api_key_id, r.network
      from (
        select u.api_key_id, u.network, row_number() over (partition by u.api_key_id order by u.network) as place,
               (select count(*) from api_key_networks n where n.api_key_id = u.api_key_id) as known
          from used u join api_keys k on k.id = u.api_key_id
         where not exists (
           select 1 from api_key_networks n where n.api_key_id = u.api_key_id and n.network = u.network)
      ) r
     where r.known + r.place <= $4
    on conflict do nothing
    returning api_key_id, network
  )
  insert into security_events (workspace_id, type, api_key_id, address, data)
  select p.workspace_id, 'api_key.new_address', k.id, u.address,
         jsonb_build_object('program_id', k.program_id, 'name', k.name, 'hint', k.hint, 'network', a.network)
    from added a
    join used u on u.api_key_id = a.api_key_id and u.network = a.network
    join api_keys k on k.id = a.api_key_id
    join programs p on p.id = k.program_id
  returning api_key_id, address`;
