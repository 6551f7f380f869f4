import type { ClientBase, Pool } from 'pg';
import { isRetryable, isUniqueViolation, withTransaction } from '../database/transaction.js';
import { appendEvents, type ProgramEvent } from '../events/append-events.js';

const MAX_ATTEMPTS = 6;

/**
 * Who changes something: the person signed in, or, with `userId` null, the holder of a secret (an invitation's
 * email) or a fixed name such as the one below. Never text typed by an unverified person; that is data.
 */
export interface Actor {
  readonly userId: string | null;
  readonly email: string;
}

/** Somebody who has not proven who they are. */
export const ANONYMOUS: Actor = { userId: null, email: 'anonymous' };

/** In the log of a workspace that a change of another one affects. */
export const ANOTHER_WORKSPACE: Actor = { userId: null, email: 'another workspace' };

/** Where a change happens: in a workspace, and in a program of it or not. */
export interface Place {
  readonly workspaceId: number;
  readonly programId: number | null;
}

/** Who makes a change, what it is called in the audit log, and where it happens; null: each of its entries says where. */
export interface ChangeOrigin {
  readonly actor: Actor;
  readonly action: string;
  readonly place: Place | null;
}

/** What an entry of the audit log says of one thing that was changed. Secrets and hashes never stand in it. */
export interface AuditEntry {
  readonly on: string;
  readonly id: number | string;
  /** As it was; null: it did not exist. */
  readonly before: unknown;
  /** As it is; null: it no longer exists. */
  readonly after: unknown;
  /** Only for changes that make the place they happen in. */
  readonly place?: Place;
  /** Only where what is found decides what is done. */
  readonly action?: string;
  /** Only in the log of another workspace, which does not learn who made the change. */
  readonly actor?: Actor;
}

/**
 * What a change came to: the answer, an entry for each thing that is different now, and the events that report it. Events of
 * commissions and new payouts are not among them: whatever books their movements appends them.
 */
export interface Change<Answer> {
  readonly answer: Answer;
  readonly entries: readonly AuditEntry[];
  readonly events?: readonly ProgramEvent[];
}

/** A change of one thing. */
export function changed<Answer>(
  answer: Answer,
  entry: AuditEntry,
  events: readonly ProgramEvent[] = [],
): Change<Answer> {
  return { answer, entries: [entry], events };
}

/** The same change with another answer. */
export function answering<From, To>(change: Change<From>, answerOf: (answer: From) => To): Change<To> {
  return { ...change, answer: answerOf(change.answer) };
}

/** Everything already was as requested: nothing was written, so there is nothing to record. */
export function unchanged<Answer>(answer: Answer): Change<Answer> {
  return { answer, entries: [] };
}

/**
 * Runs a change and writes its entries and events in one transaction: there is no change without them, and none of
 * something that did not happen. Whatever `run` throws undoes both. When another transaction stood in its way, it is run
 * once more from the beginning, so what it does outside of the database has to come after.
 */
export async function runChange<Answer>(
  pool: Pool,
  by: ChangeOrigin,
  run: (client: ClientBase) => Promise<Change<Answer>>,
): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    try {
      return await withTransaction(pool, (client) => runOnce(client, by, run));
    } catch (error) {
      // A row that another transaction has just written is found the next time.
      const canRetry = isRetryable(error) || isUniqueViolation(error);
      if (!canRetry || tries === MAX_ATTEMPTS) throw error;
    }
  }
}

async function runOnce<Answer>(
  client: ClientBase,
  by: ChangeOrigin,
  run: (client: ClientBase) => Promise<Change<Answer>>,
): Promise<Answer> {
  const { answer, entries, events = [] } = await run(client);
  await appendEvents(client, events);
  await writeAuditEntries(client, by, entries);
  return answer;
}

/**
 * Writes entries of the audit log, inside the transaction of what they report: the only way to write them. The database
 * gives them the next numbers of their workspace, and until the transaction ends nobody else can write entries of it, so
 * this has to be the last statement of the transaction. Contract 7.1, verify.
 */
export async function writeAuditEntries(
  client: ClientBase,
  by: ChangeOrigin,
  entries: readonly AuditEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({ entry, place: entryPlace(entry, by) }));
  const { actor, action } = by;
  await client.query(
    `insert into audit_entries (workspace_id, program_id, user_id, user_email, action, target_type, target_id, before,
                                after)
     select workspace_id, program_id, user_id, user_email, action, target_type, target_id, before::json, after::json
       from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
                   $9::text[])
         with ordinality as new (workspace_id, program_id, user_id, user_email, action, target_type, target_id, before,
                                 after, position)
      order by workspace_id, position`,
    [
      rows.map(({ place }) => place.workspaceId),
      rows.map(({ place }) => place.programId),
      entries.map((entry) => (entry.actor ?? actor).userId),
      entries.map((entry) => (entry.actor ?? actor).email),
      entries.map((entry) => entry.action ?? action),
      entries.map((entry) => entry.on),
      entries.map((entry) => String(entry.id)),
      entries.map((entry) => jsonOf(entry.before)),
      entries.map((entry) => jsonOf(entry.after)),
    ],
  );
}

function entryPlace(entry: AuditEntry, { place, action }: ChangeOrigin): Place {
  const found = entry.place ?? place;
  if (found === null) throw new Error(`the change ${action} names no workspace`);
  return found;
}

/**
 * JSON that the database can also take apart: it stores a NUL and half a surrogate pair inside of JSON, and fails on
 * looking at them. What stands in the log is never changed, so nothing of that kind may get there.
 */
function jsonOf(value: unknown): string | null {
  if (value === null) return null;
  return JSON.stringify(value, (_name, inner: unknown) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '\ufffd').toWellFormed() : inner,
  );
}
