import type { ErrorCode } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import type { Static, TObject, TSchema } from 'typebox';
import type { Actor, Change, Place } from './change.js';
import type { Page, PageRequest, SortColumns } from './keyset.js';
import type { Permission, Role } from './permissions.js';
import type { Origin, Services } from './services.js';
import type { Once } from './stored-responses.js';

/**
 * What an operation requires of its caller: a permission in the workspace; `session`: to be signed in; `partner`: to take
 * part in the program as a partner; `anyone`: nothing.
 */
export type OperationPermission = Permission | 'session' | 'partner' | 'anyone';

/** Where an operation runs, and what its caller may do there. */
export interface Scope extends Place {
  /** Whatever they come from: the operation asks for one of these, never for a role. */
  readonly permissions: readonly Permission[];
  /** The caller's role as a member of the workspace; null: they are none. Shown to them, and decides nothing. */
  readonly role: Role | null;
  /** Who the caller is as a partner, for operations of partners. */
  readonly partnerId: number | null;
}

/** The scope that an operation is sure to have, as follows from its route and permission. */
export type ScopeOf<Route extends string, Required extends OperationPermission> = Required extends
  | 'anyone'
  | 'session'
  ? null
  : Required extends 'partner'
    ? Scope & { readonly programId: number; readonly partnerId: number }
    : Route extends `${string}/:programId${string}`
      ? Scope & { readonly programId: number }
      : Scope;

/** The session of a person who is signed in. */
export interface CallerSession {
  readonly id: string;
  readonly user: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly hasTwoFactor: boolean;
  };
}

/** The management key that a program presented. Contract 2 section 8. */
export interface CallerKey {
  readonly id: number;
  readonly name: string;
  /** Its last four characters. */
  readonly hint: string;
  /** null: it does not expire. */
  readonly expiresAtMs: number | null;
  /** The person whose it is; null: unknown. */
  readonly creatorId: string | null;
}

/** What `run` is given: the caller is authorized and the input fits its schema. */
export interface Call<CallScope = unknown, Input = unknown> {
  readonly services: Services;
  readonly pool: Pool;
  readonly actor: Actor;
  /** The id of the person signed in; empty where nobody is. */
  readonly userId: string;
  readonly session: CallerSession | null;
  /** The management key of the caller; null for people. */
  readonly key: CallerKey | null;
  readonly origin: Origin;
  /** What keeps the response for repeats of this very request; null where its caller named no `Idempotency-Key`. */
  readonly once: Once | null;
  readonly scope: CallScope;
  readonly input: Input;
  readonly nowMs: number;
  /**
   * Aborted when the caller is gone, or the work is cancelled; null where nobody would notice, or the operation neither waits nor
   * takes long.
   */
  readonly signal: AbortSignal | null;
  /** Says how much of how much is done; `total` null while that is not known. */
  onProgress(done: number, total: number | null): void;
  /** Resolves when the work can no longer be cancelled, before it writes what belongs together; rejects where it was before. */
  refuseCancel(): Promise<void>;
  /** A number in the path; 0, which nothing has, where it is not a number. */
  id(name?: string): number;
  /** Text in the path; refused as unknown where the database could not store it. */
  text(name: string): string;
}

/** The call of an operation that writes: inside its transaction, with what `prepare` gave. */
export type WriteCall<CallScope, Input, Prepared> = Call<CallScope, Input> & {
  readonly client: ClientBase;
  readonly prepared: Prepared;
};

/** A file as the answer of an operation. */
export interface FileAnswer {
  readonly name: string;
  readonly content: string | Buffer;
  /** Its own type, where the operation gives files of several. */
  readonly type?: string;
  /** Its address names its content, and pages of anybody may show it: it can be kept for ever. */
  readonly isPublic?: boolean;
}

/**
 * What takes long: `file` draws a file, and counts towards the files that an account may have a minute; `preview` computes an answer
 * and changes nothing; `import` writes.
 */
export type LongKind = 'file' | 'preview' | 'import';

/** What all operations declare. Over HTTP, `input` is the query of a GET and the body of every other method. */
interface Declared<Route extends string, Required extends OperationPermission, Input extends TObject> {
  /** Verb and noun, as the exported constant is called; the `operationId` of the description. */
  readonly name: string;
  /** Method and path, such as `POST /api/programs/:programId/links`. */
  readonly route: Route;
  readonly permission: Required;
  /** Permissions that a caller needs beside `permission`, because the operation reaches what they protect. */
  readonly alsoNeeds?: readonly Permission[];
  /** A management key runs it on itself, named as `id` in the path, whatever its permissions and program are. */
  readonly isForOwnKey?: true;
  /** A POST that changes nothing: its input is too large for an address. */
  readonly changesNothing?: true;
  readonly summary: string;
  /** The name of the operation that shows what this one would change. */
  readonly preview?: string;
  readonly input?: Input;
  /** Fields of the input that are sent in a header, because addresses end up in logs: field to header name. */
  readonly inputHeaders?: Readonly<Record<string, string>>;
  /** Of the answer; one that is a `Buffer` is its JSON text already, because writing it at once would keep clicks waiting. */
  readonly output: TSchema;
  /**
   * The type of a file: the answer is a `FileAnswer`, and the security log records who got it. `application/octet-stream`: files that
   * people uploaded for others to have, of types of their own, and not in that log.
   */
  readonly file?: 'text/csv' | 'application/pdf' | 'application/octet-stream';
  /** It takes long: it waits in the queue of such work, and answers 202 with a job where a request would wait too long. */
  readonly long?: LongKind;
  /** How long its body may be, where that is more than usual; read only after the caller was authorized. */
  readonly maxBodyBytes?: number;
  /** Errors of its own, besides those of permission and input. */
  readonly errors?: readonly ErrorCode[];
  /** It takes the browser session of a person, so that no management key opens it whatever it may do. */
  readonly needsSession?: true;
  /** Of operations for anyone: the caller may be signed in, and `session` has their session then. */
  readonly takesSession?: true;
  /** Of partners: not for members of the team who view the portal of one. */
  readonly isPrivate?: true;
  /** Where a failed access has a text of its own; `not_found` otherwise. */
  readonly refusals?: AccessRefusals;
}

/** The errors of a path that is not a number, of a program that does not exist, and of a missing permission. */
export interface AccessRefusals {
  readonly malformed: ErrorCode;
  readonly unknown: ErrorCode;
  readonly forbidden: ErrorCode;
  /** The error of a failure that is not the caller's. */
  readonly failure: ErrorCode;
}

/** An operation that changes nothing. */
export interface ReadDefinition<
  Route extends string,
  Required extends OperationPermission,
  Input extends TObject,
  Answer,
> extends Declared<Route, Required, Input>,
    HowToRead {
  run(call: Call<ScopeOf<Route, Required>, Static<Input>>): Promise<Answer>;
  /** Rows of its answer, which are downloaded in the formats of lists. */
  readonly table?: AnswerTable<Answer, Static<Input>>;
}

/** What of an answer is a table, and how its rows look. */
export interface AnswerTable<Answer, Input> {
  schema(input: Input): TObject;
  rows(answer: Answer, input: Input): readonly object[];
}

/** What only some reads declare. */
interface HowToRead {
  /** It may not read a replica, which can be behind. */
  readonly readsPrimary?: boolean;
  /** It may wait for something to happen, until its `signal` is aborted. */
  readonly waits?: boolean;
}

/**
 * A list that is read page by page, or whole as a file. Fields of its input narrow it down; those of all lists, such as `sort`, are
 * added to them.
 */
export interface ListDefinition<
  Route extends string,
  Required extends OperationPermission,
  Input extends TObject,
  Item,
> extends Declared<Route, Required, Input> {
  /** What it can be sorted by. */
  readonly sorts: SortColumns;
  /** In which words of a row `q` searches, for people; null: it cannot be searched. */
  readonly search: string | null;
  /** As in `PagedList`. */
  readonly tieLength?: number;
  run(call: Call<ScopeOf<Route, Required>, Static<Input>>, page: PageRequest): Promise<Page<Item>>;
}

/** An operation that changes something: what `run` writes, its audit entries and its events are one transaction. */
export interface WriteDefinition<
  Route extends string,
  Required extends OperationPermission,
  Input extends TObject,
  Written,
  Prepared,
  Answer,
> extends Declared<Route, Required, Input> {
  /** The action of its audit entries. */
  readonly audit: string;
  /** What has to be done before the transaction, because it is slow. */
  prepare?(call: Call<ScopeOf<Route, Required>, Static<Input>>): Promise<Prepared>;
  /** Who acts, where nobody is signed in. */
  actorOf?(
    call: Call<ScopeOf<Route, Required>, Static<Input>> & { readonly prepared: NoInfer<Prepared> },
  ): Actor;
  /** May run again from the beginning, so what it does outside of the database belongs into `after`. */
  run(call: WriteCall<ScopeOf<Route, Required>, Static<Input>, NoInfer<Prepared>>): Promise<Change<Written>>;
  /**
   * The answer to a repeated request whose first run ended before `after` did: as much as is certain by then. Stored with the
   * change.
   */
  answerWithoutAfter?(written: NoInfer<Written>): NoInfer<Answer>;
  /** What happens once the change is on disk: mails, caches. Gives the answer. Not run for a repeated request. */
  after?(call: Call<ScopeOf<Route, Required>, Static<Input>>, written: NoInfer<Written>): Promise<Answer>;
}

/** Makes `answerWithoutAfter` required of each POST that takes an `Idempotency-Key` and does not answer what it wrote. */
export type AnswerWithoutAfter<
  Route extends string,
  Required,
  Written,
  Answer,
> = Route extends `POST ${string}`
  ? Required extends 'anyone' | 'session'
    ? unknown
    : [Written] extends [Answer]
      ? unknown
      : { answerWithoutAfter(written: Written): Answer }
  : unknown;

/**
 * One thing that people and programs can ask of the service. Its callers are the HTTP interface and whatever else walks
 * the list of operations; it knows none of them.
 */
export interface Operation<Answer = unknown>
  extends Omit<Declared<string, OperationPermission, TObject>, 'route'>,
    HowToRead {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters as `:name`. */
  readonly path: string;
  readonly input: TObject;
  readonly takesInput: boolean;
  /** The action of its audit entries; null: it writes nothing. */
  readonly audit: string | null;
  /** Runs it for a call that was checked; `runOperation` is the way in. */
  execute(call: Call): Promise<Answer>;
  /** Only of what can be downloaded as lists are: one part of all rows, with the filters and the order of the call's input. */
  readPart?(call: Call, part: Pick<PageRequest, 'limit' | 'after'>): Promise<Page<unknown>>;
  /** Of the same: the schema of its rows. */
  rowSchema?(input: unknown): TObject;
}
