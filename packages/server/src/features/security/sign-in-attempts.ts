import type { Pool } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';

/**
 * What is guessed: the password at sign-in, the password of a signed-in user who has to enter it again, a code or backup
 * code. Counted separately, so that guesses at sign-in do not stop the owner from changing the password, and a known
 * password does not reset the count of guessed codes.
 */
export type AttemptKind = 'password' | 'session_password' | 'code';

/** Attempts that are counted together. */
export interface AttemptBucket {
  readonly kind: AttemptKind;
  readonly accountHash: string;
  /** A device that the account was used from before; null: all other devices. */
  readonly deviceHash: string | null;
}

/** An attempt that was accepted. */
export interface Attempt extends AttemptBucket {
  /** The length of the pause that begins unless this attempt succeeds; null: none. */
  readonly pauseSeconds: number | null;
}

const MAX_ATTEMPTS = 10;
const WINDOW_SECONDS = 600;
const FIRST_PAUSE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 900;
/** How long a pause is remembered after its end, so that the next one is twice as long. */
const REMEMBER_SECONDS = 86_400;

const MAX_PASSWORD_EMAILS = 3;
const PASSWORD_EMAIL_WINDOW_SECONDS = 3_600;

interface TakenRow {
  readonly pause_seconds: number | null;
}

/**
 * Counts an attempt before it is checked, in one statement, so that the limit of ten within ten minutes also holds for
 * concurrent attempts in several processes. The tenth begins a pause of a minute, and each attempt after a pause begins
 * another of twice the length, up to fifteen minutes. Call `resetDeviceAttempts` after a success. A refused attempt throws `rate_limited`
 * with the seconds left, even if the password is right: otherwise the response would reveal the right guess. Contract,
 * second part, 7.2.
 */
export async function takeAttempt(pool: Pool, bucket: AttemptBucket): Promise<Attempt> {
  const { rows } = await pool.query<TakenRow>({
    name: 'take-sign-in-attempt',
    text: `
      insert into sign_in_attempts as a (kind, account_hash, device_hash, attempted_at, forget_at)
      values ($1, $2, coalesce($8, ''), array[now()], now() + $4 * interval '1 second')
      on conflict (kind, account_hash, device_hash) do update set
        (attempted_at, pauses, paused_until, forget_at) = (
          select s.attempted_at, s.pauses,
                 case when s.pause is not null then now() + s.pause end,
                 now() + coalesce(s.pause + $7 * interval '1 second', $4 * interval '1 second')
            from (
              select r.attempted_at,
                     case when r.is_full then r.pauses + 1 else 0 end as pauses,
                     case when r.is_full
                       then least($5 * power(2, least(r.pauses, 30)), $6) * interval '1 second' end as pause
                from (
                  select w.attempted_at, w.pauses, w.pauses > 0 or cardinality(w.attempted_at) >= $3 as is_full
                    from (
                      select array(select t from unnest(a.attempted_at) t
                                    where t > now() - $4 * interval '1 second' order by t desc limit $3 - 1)
                               || now() as attempted_at,
                             case when a.forget_at > now() then a.pauses else 0 end as pauses
                    ) w
                ) r
            ) s
        )
      where a.paused_until is null or a.paused_until <= now()
      returning extract(epoch from paused_until - now())::float8 as pause_seconds`,
    values: [
      bucket.kind,
      bucket.accountHash,
      MAX_ATTEMPTS,
      WINDOW_SECONDS,
      FIRST_PAUSE_SECONDS,
      LONGEST_PAUSE_SECONDS,
      REMEMBER_SECONDS,
      bucket.deviceHash,
    ],
  });
  const taken = rows[0];
  if (taken === undefined) throw await refusal(pool, bucket);
  return { ...bucket, pauseSeconds: taken.pause_seconds };
}

async function refusal(pool: Pool, { kind, accountHash, deviceHash }: AttemptBucket): Promise<RefusedError> {
  const { rows } = await pool.query<{ seconds: number }>(
    `select extract(epoch from paused_until - now())::float8 as seconds
       from sign_in_attempts where kind = $1 and account_hash = $2 and device_hash = coalesce($3, '')`,
    [kind, accountHash, deviceHash],
  );
  // The row is gone: someone has just signed in.
  return new RefusedError('rate_limited', { retryAfterSeconds: rows[0]?.seconds ?? 1 });
}

/** Clears the attempts that were counted together with one that succeeded. */
export async function resetDeviceAttempts(
  pool: Pool,
  { kind, accountHash, deviceHash }: AttemptBucket,
): Promise<void> {
  await pool.query(
    `delete from sign_in_attempts where kind = $1 and account_hash = $2 and device_hash = coalesce($3, '')`,
    [kind, accountHash, deviceHash],
  );
}

/** Clears the attempts on an account from every device. */
export async function resetAttempts(
  pool: Pool,
  accountHash: string,
  kinds: readonly AttemptKind[],
): Promise<void> {
  await pool.query('delete from sign_in_attempts where account_hash = $1 and kind = any($2)', [
    accountHash,
    kinds,
  ]);
}

/** Whether an account may be sent another email to choose a password with: three an hour. Counts it if so. */
export async function takePasswordEmail(pool: Pool, accountHash: string): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'take-password-email',
    text: `
      insert into sign_in_attempts as a (kind, account_hash, attempted_at, forget_at)
      values ('password_email', $1, array[now()], now() + $2 * interval '1 second')
      on conflict (kind, account_hash, device_hash) do update set
        attempted_at = array(select t from unnest(a.attempted_at) t where t > now() - $2 * interval '1 second')
                         || now(),
        forget_at = now() + $2 * interval '1 second'
      where (select count(*) from unnest(a.attempted_at) t where t > now() - $2 * interval '1 second') < $3`,
    values: [accountHash, PASSWORD_EMAIL_WINDOW_SECONDS, MAX_PASSWORD_EMAILS],
  });
  return rowCount === 1;
}
