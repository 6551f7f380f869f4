import { isRecord } from '@svc/contract';
import { createPacer } from '../pacer.js';
import type { Actor } from './change.js';
import type { Position } from './keyset.js';
import { fileContent, type ListFormat } from './list-file.js';
import type { Call, CallerKey, CallerSession, FileAnswer, Operation, Scope } from './operation.js';
import { readInput } from './read-input.js';
import { RefusedError } from './refused-error.js';
import type { Origin, Services } from './services.js';
import { isStorable } from './storable.js';
import { checkIdempotencyKey, hashRequest, type Once, type RepeatableRequest } from './stored-responses.js';

/** What a caller passes to run an operation; whose caller it is has been proven by then. */
export interface OperationRequest {
  readonly services: Services;
  readonly actor: Actor;
  /** Where to run it; null for operations that belong to no workspace. */
  readonly scope: Scope | null;
  /** Parameters of the path by name, apart from those that the scope stands for. */
  readonly params?: Readonly<Record<string, string | number>>;
  /** Checked against the operation's schema; a field that the schema does not know is ignored. */
  readonly input?: unknown;
  readonly session?: CallerSession | null;
  /** The management key that the caller presented instead. */
  readonly key?: CallerKey | null;
  readonly origin?: Origin;
  /** How the caller marked the request, to repeat it safely; taken by POSTs that run in a workspace. */
  readonly repeat?: {
    /** The `Idempotency-Key`. */
    readonly key: string;
    /** Hears that the answer is that of an earlier request. */
    onReplay(): void;
  };
  /** The time of what happens, in epoch milliseconds; that of the services when not given. */
  readonly nowMs?: number;
  /** Aborted when the caller is gone, or the work is cancelled. */
  readonly signal?: AbortSignal;
  /** Hears how much of how much is done. */
  readonly onProgress?: Call['onProgress'];
  /** See `LongControl`. */
  readonly refuseCancel?: Call['refuseCancel'];
}

const INSIDE: Origin = { address: null, userAgent: null, isLocal: false };

/**
 * Runs an operation for a caller: checks its permission and input, and gives its answer. An operation that writes does
 * so in one transaction with its audit entries and events. Throws `RefusedError` where it is refused.
 */
export async function runOperation<Answer>(
  operation: Operation<Answer>,
  request: OperationRequest,
): Promise<Answer> {
  const call = checkedCall(operation, request);
  const repeatable = repeatableRequest(operation, request);
  const answer =
    repeatable === null
      ? await execute(operation, call, request.scope)
      : await call.services.storedResponses.run(repeatable, (once) =>
          execute(operation, { ...call, once: announcing(once, request) }, request.scope),
        );
  if (operation.file !== undefined && operation.file !== 'application/octet-stream')
    await recordExport(operation, call, answer as FileAnswer);
  return answer;
}

/** Rows of a list as a file that is read while it is sent. */
export interface ListFile {
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array>;
}

/** How many rows of a list are read at once: what a download holds in memory, and what clicks beside it wait for. */
const PART_LENGTH = 100;

/**
 * Runs a list for a caller and gives all of its rows as a file. Each part is read when the one before has been taken, so a slow
 * reader costs no memory and one that has gone no query. Throws `RefusedError` where it is refused.
 */
export async function runListFile(
  operation: Operation,
  request: OperationRequest,
  format: ListFormat,
): Promise<ListFile> {
  const { readPart, rowSchema } = operation;
  if (readPart === undefined || rowSchema === undefined) throw new Error(`${operation.name} is not a list`);
  const call = checkedCall(operation, request);
  const read = (after: Position | null) =>
    onReplica(operation, call, request.scope, (part) => readPart(part, { limit: PART_LENGTH, after }));
  const first = await read(null);
  const noun = String(operation.path.split('/').at(-1));
  const name = `${noun}-${daysOf(call)}.${format}`;
  await recordExport(operation, call, { name });
  async function* parts() {
    const pacer = createPacer(request.signal);
    let part = first;
    yield part.data;
    while (part.next !== null) {
      await pacer.pause();
      part = await read(part.next);
      yield part.data;
    }
  }
  const { bom } = call.input as { readonly bom?: string };
  const source = { parts: parts(), schema: rowSchema(call.input), noun, hasMark: bom === '1' };
  return { name, content: fileContent(source, format) };
}

/** The days that a list was asked for, or else today, as names of files have them. The list has read them, so they are days. */
function daysOf({ input, nowMs }: Call): string {
  const { from, to } = input as { readonly from?: string; readonly to?: string };
  const today = new Date(nowMs).toISOString().slice(0, 10);
  if (from === undefined) return to === undefined ? today : `to-${to}`;
  return `${from}-${to ?? today}`;
}

/** The request as it is stored, if it is to be; null where nobody asked for that, or nothing is written in a workspace. */
function repeatableRequest(
  { method, name }: Operation,
  { scope, repeat, actor, key = null, params = {}, input }: OperationRequest,
): RepeatableRequest | null {
  if (repeat === undefined || scope === null || method !== 'POST') return null;
  return {
    workspaceId: scope.workspaceId,
    caller: key === null ? `user ${actor.userId ?? actor.email}` : `management key ${key.id}`,
    key: checkIdempotencyKey(repeat.key),
    requestHash: hashRequest(name, params, input),
  };
}

/** Tells the caller when a stored response was found. */
function announcing(once: Once, { repeat }: OperationRequest): Once {
  return {
    ...once,
    async takeKey(client) {
      const stored = await once.takeKey(client);
      if (stored !== null) repeat?.onReplay();
      return stored;
    },
  };
}

/** What only reads in a workspace may read from a replica. */
async function execute<Answer>(
  operation: Operation<Answer>,
  call: Call,
  scope: Scope | null,
): Promise<Answer> {
  if (scope === null) return operation.execute(call);
  const { reads } = call.services;
  const { workspaceId } = scope;
  if (operation.method === 'GET') {
    return onReplica(operation, call, scope, (reading) => operation.execute(reading));
  }
  if (isRead(operation)) return operation.execute(call);
  try {
    return await operation.execute(call);
  } finally {
    reads.noteChange(workspaceId);
    call.services.eventNews.emit('written');
  }
}

function onReplica<Answer>(
  { readsPrimary }: Operation,
  call: Call,
  scope: Scope | null,
  read: (call: Call) => Promise<Answer>,
): Promise<Answer> {
  if (scope === null || readsPrimary) return read(call);
  return call.services.reads.run(scope.workspaceId, (pool) => read({ ...call, pool }));
}

function checkedCall(operation: Operation, request: OperationRequest): Call {
  authorize(operation, request);
  const { services, actor, scope, params = {}, session = null, key = null, origin = INSIDE } = request;
  const { nowMs = services.now() } = request;
  return {
    services,
    pool: services.pool,
    actor,
    userId: actor.userId ?? '',
    session,
    key,
    origin,
    once: null,
    scope,
    input: operation.takesInput ? readInput(operation.input, fieldsOf(request.input)) : {},
    nowMs,
    signal: request.signal ?? null,
    onProgress: request.onProgress ?? (() => undefined),
    refuseCancel: request.refuseCancel ?? (async () => undefined),
    id: (name = 'id') => parseId(params[name]) ?? 0,
    text: (name) => storableText(params[name]),
  };
}

/** Returns whether an operation changes nothing, whatever its method is. */
export function isRead({ method, changesNothing }: Operation): boolean {
  return method === 'GET' || changesNothing === true;
}

/** Returns whether a management key asks for an operation on itself that takes no permission then. */
export function isOnOwnKey(
  { isForOwnKey }: Operation,
  { key, params }: Pick<OperationRequest, 'key' | 'params'>,
): boolean {
  return isForOwnKey === true && key != null && parseId(params?.id) === key.id;
}

/**
 * Refuses callers who may not run an operation here: for them its subject does not exist. A caller who lacks only one of the
 * permissions that the operation also needs is told which.
 */
export function authorize(
  operation: Operation,
  request: Pick<OperationRequest, 'scope' | 'actor' | 'key' | 'params'>,
): void {
  const { permission, alsoNeeds = [], refusals } = operation;
  const { scope, actor, key = null } = request;
  if (permission === 'anyone' || isOnOwnKey(operation, request)) return;
  if (permission === 'session') {
    if (actor.userId === null && key === null) throw new RefusedError('authentication_required');
    return;
  }
  const isAllowed =
    permission === 'partner'
      ? scope !== null && scope.partnerId !== null
      : scope?.permissions.includes(permission) === true;
  if (!isAllowed) throw new RefusedError(refusals?.forbidden ?? 'not_found', permission);
  const missing = alsoNeeds.find((needed) => scope?.permissions.includes(needed) !== true);
  if (missing !== undefined) throw new RefusedError('permission_missing', missing);
}

/** No input at all is an empty one: many changes say everything in their path. */
function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
  if (input === undefined || input === null) return {};
  if (!isRecord(input)) throw new RefusedError('body_not_object');
  return input;
}

/** The id of a row as it is written in a path; null when it is not one. */
export function parseId(given: unknown): number | null {
  const text = typeof given === 'number' ? String(given) : given;
  if (typeof text !== 'string' || !/^\d{1,16}$/.test(text)) return null;
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : null;
}

function storableText(given: string | number = ''): string {
  const text = String(given);
  if (!isStorable(text)) throw new RefusedError('not_found');
  return text;
}

/** No file leaves before it is in the security log of its workspace. Contract, second part, 7.2. */
async function recordExport(
  operation: Operation,
  call: Call,
  { name }: Pick<FileAnswer, 'name'>,
): Promise<void> {
  const { services, actor, key, origin } = call;
  const scope = call.scope as Scope | null;
  // What people download of their own is nothing of a workspace.
  if (scope === null) return;
  const { workspaceId, programId } = scope;
  await services.securityLog.recordInWorkspace(
    workspaceId,
    { userId: actor.userId, email: key === null ? actor.email : null, managementKeyId: key?.id ?? null },
    {
      type: 'export.downloaded',
      address: origin.address,
      userAgent: origin.userAgent,
      data: {
        file: name,
        route: operation.path,
        program_id: programId,
        ...(key !== null && { name: key.name, hint: key.hint }),
      },
    },
  );
}
