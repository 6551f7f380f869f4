import type { SecurityEventType } from '@svc/contract';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { API_KEY_USES, type KeyUse, MANAGEMENT_KEY_USES, recordUses } from './record-key-uses.js';
import type { AttemptBucket } from './sign-in-attempts.js';

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

/** The authentication log of all workspaces. Each event is also one line of the process's log. */
export interface SecurityLog {
  /** Records an event of an account: once for each of its workspaces, or once without a workspace. */
  recordForAccount(email: string, event: SecurityEvent): Promise<void>;
  /** As `recordForAccount`, for a failed attempt; for an address without an account it writes only the line. */
  recordFailure(attempt: FailedAttempt, event: SecurityEvent): Promise<void>;
  /** Records what a person or a management key did in one workspace. */
  recordInWorkspace(workspaceId: number, caller: SecurityCaller, event: SecurityEvent): Promise<void>;
  /** Stores the networks API keys are used from, and records an event for each network that is new for a key. */
  recordKeyUses(uses: readonly KeyUse[]): Promise<void>;
  /** As `recordKeyUses`, for management keys. */
  recordManagementKeyUses(uses: readonly KeyUse[]): Promise<void>;
}

/** Who did something in a workspace: somebody with an account, or, with `managementKeyId`, a key. */
export interface SecurityCaller {
  readonly userId: string | null;
  readonly email: string | null;
  readonly managementKeyId: number | null;
}

/** A counted attempt (`takeAttempt`) that failed. */
export interface FailedAttempt extends AttemptBucket {
  readonly email: string;
}

interface WrittenRow {
  readonly user_id: string | null;
}

const MAX_USER_AGENT = 500;

const FOR_ACCOUNT = `
  insert into security_events (workspace_id, user_id, email, type, address, user_agent, data)
  select m.workspace_id, u.id, u.email, $2, $3, $4, $5
    from users u left join workspace_members m on m.user_id = u.id
   where u.email = lower($1 collate folding)
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
    async recordFailure({ email, kind, accountHash, deviceHash }, event) {
      // The update makes an unknown address cost the same commit as a known one, so response times reveal nothing.
      const { rows } = await pool.query<WrittenRow>(
        `with failed as (
           update sign_in_attempts set forget_at = greatest(forget_at, now() + interval '10 minutes')
            where kind = $6 and account_hash = $7 and device_hash = coalesce($8, '')
         ) ${FOR_ACCOUNT}`,
        [email, ...columnValues(event), kind, accountHash, deviceHash],
      );
      logEvent(event, { userId: rows[0]?.user_id ?? null });
    },
    async recordInWorkspace(workspaceId, { userId, email, managementKeyId }, event) {
      await pool.query(
        `insert into security_events (type, address, user_agent, data, workspace_id, user_id, email, management_key_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [...columnValues(event), workspaceId, userId, email, managementKeyId],
      );
      logEvent(event, { userId, managementKeyId, workspaceId });
    },
    recordKeyUses: async (uses) => {
      for (const { keyId, address } of await recordUses(pool, API_KEY_USES, uses))
        logEvent({ type: 'api_key.new_address', address, userAgent: null }, { apiKeyId: keyId });
    },
    recordManagementKeyUses: async (uses) => {
      for (const { keyId: managementKeyId, address } of await recordUses(pool, MANAGEMENT_KEY_USES, uses))
        logEvent({ type: 'management_key.new_address', address, userAgent: null }, { managementKeyId });
    },
  };
}
