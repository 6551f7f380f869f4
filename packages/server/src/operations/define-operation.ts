import type { ErrorCode } from '@svc/contract';
import Type, { type Static, type TObject, type TSchema } from 'typebox';
import { runChange, unchanged } from './change.js';
import type { PageRequest, SortColumns } from './keyset.js';
import { LIST_FORMATS } from './list-file.js';
import type {
  AnswerWithoutAfter,
  Call,
  ListDefinition,
  Operation,
  OperationPermission,
  ReadDefinition,
  Scope,
  ScopeOf,
  WriteCall,
  WriteDefinition,
} from './operation.js';
import { pageAnswer, readPageRequest } from './page-request.js';
import { RefusedError } from './refused-error.js';

type NoInput = TObject<Record<never, never>>;
const NO_INPUT = Type.Object({});
const LIST_ERRORS: readonly ErrorCode[] = ['limit_invalid', 'cursor_invalid'];

const FORMAT = Type.Optional(
  Type.Enum(Object.keys(LIST_FORMATS), {
    description:
      'All rows as a file instead of a page: CSV, a workbook for spreadsheets, or one JSON object a line. `limit` and `cursor` do not count then. The header `Accept` with `text/csv`, `application/vnd.openxmlformats-officedocument.spreadsheetml.sheet` or `application/x-ndjson` asks for the same.',
  }),
);
const MARK = Type.Optional(
  Type.Enum(['0', '1'], {
    description: '`1` puts a byte order mark before CSV, by which some spreadsheets know that it is UTF-8.',
  }),
);
/** Query of what can be downloaded in the formats of lists. */
const FILE_QUERY = { format: FORMAT, bom: MARK };

/** Method and path out of a route such as `GET /api/me`, and the input. */
function partsOf({
  route,
  input = NO_INPUT,
  file,
}: Pick<Operation, 'file'> & { readonly route: string; readonly input?: TObject }) {
  const [method, path = ''] = route.split(' ');
  const isCsv = file === 'text/csv';
  return {
    method: method as Operation['method'],
    path,
    input: isCsv ? Type.Object({ ...input.properties, bom: MARK }) : input,
    ...(isCsv && { takesInput: true }),
  };
}

/** Defines an operation that reads. */
export function defineRead<
  const Route extends string,
  const Required extends OperationPermission,
  Answer,
  Input extends TObject = NoInput,
>(definition: ReadDefinition<Route, Required, Input, Answer>): Operation<Answer> {
  const { table } = definition;
  const run = (call: Call) => definition.run(call as Call<ScopeOf<Route, Required>, Static<Input>>);
  const parts = partsOf(definition);
  return {
    ...definition,
    takesInput: definition.input !== undefined,
    audit: null,
    ...parts,
    execute: run,
    ...(table !== undefined && {
      input: Type.Object({ ...parts.input.properties, ...FILE_QUERY }),
      takesInput: true,
      rowSchema: table.schema,
      readPart: async (call: Call) => ({
        data: table.rows(await run(call), call.input as Static<Input>),
        next: null,
      }),
    }),
  };
}

/** Defines a list. Its answer is one page: `{ data, next_cursor }`. */
export function defineList<
  const Route extends string,
  const Required extends OperationPermission,
  Item,
  Input extends TObject = NoInput,
>(definition: ListDefinition<Route, Required, Input, Item>) {
  const { name, sorts, search, tieLength, errors = [] } = definition;
  const run = (call: Call, page: PageRequest) =>
    definition.run(call as Call<ScopeOf<Route, Required>, Static<Input>>, page);
  const parts = partsOf(definition);
  const operation = {
    ...definition,
    ...parts,
    input: listInput(parts.input, sorts, search),
    errors: [...LIST_ERRORS, ...errors],
    takesInput: true,
    audit: null,
    rowSchema: () => itemOf(definition.output),
    async execute(call: Call) {
      const paged = { name: listName(name, call), sorts, ...(tieLength !== undefined && { tieLength }) };
      return pageAnswer(await run(call, readPageRequest(call.input, paged)), paged);
    },
    readPart(call: Call, { limit, after }: Pick<PageRequest, 'limit' | 'after'>) {
      return run(call, {
        ...readPageRequest(
          { ...(call.input as object), limit: undefined, cursor: undefined },
          { name, sorts },
        ),
        limit,
        after,
      });
    },
  };
  return operation satisfies Operation as Operation<Awaited<ReturnType<typeof operation.execute>>>;
}

/** Defines a list that is short enough to be answered whole: `{ data, next_cursor: null }`. Its files are those of other lists. */
export function defineWholeList<
  const Route extends string,
  const Required extends OperationPermission,
  Item,
  Input extends TObject = NoInput,
>(definition: ReadDefinition<Route, Required, Input, readonly Item[]>) {
  const run = (call: Call) => definition.run(call as Call<ScopeOf<Route, Required>, Static<Input>>);
  const parts = partsOf(definition);
  const operation = {
    ...definition,
    ...parts,
    input: Type.Object({ ...parts.input.properties, ...FILE_QUERY }),
    takesInput: true,
    audit: null,
    rowSchema: () => itemOf(definition.output),
    execute: async (call: Call) => ({ data: await run(call), next_cursor: null }),
    readPart: async (call: Call) => ({ data: await run(call), next: null }),
  };
  return operation satisfies Operation as Operation<Awaited<ReturnType<typeof operation.execute>>>;
}

/** The query of a list: its own fields, and those of all lists. */
function listInput(own: TObject, sorts: SortColumns, search: string | null): TObject {
  const [standard] = Object.keys(sorts);
  return Type.Object({
    ...own.properties,
    ...(search !== null && {
      q: Type.Optional(
        Type.String({
          maxLength: 255,
          description: `Only rows with this text, in any case, in: ${search}. Spaces around it do not count.`,
        }),
      ),
    }),
    sort: Type.Optional(
      Type.Enum(
        Object.keys(sorts).flatMap((column) => [column, `-${column}`]),
        {
          description: `The column to sort by; descending with a minus sign before it. Default: \`-${standard}\`.`,
        },
      ),
    ),
    ...FILE_QUERY,
  });
}

/** The schema of the rows of a page. */
function itemOf(output: TSchema): TObject {
  const { data } = (output as TObject).properties as { data: { items: TObject } };
  return data.items;
}

/** A cursor belongs to one list: in this scope, of this parent, narrowed down in this way. */
function listName(name: string, { scope, input, userId, ...call }: Call): string {
  const narrowed = Object.entries(input as object).filter(
    ([field]) => !['limit', 'cursor', 'format', 'bom'].includes(field),
  );
  const { workspaceId, programId } = (scope ?? {}) as Partial<Scope>;
  const owner = scope === null ? userId : `${workspaceId} ${programId ?? ''} ${call.id()}`;
  return narrowed.length === 0 ? `${name} ${owner}` : `${name} ${owner} ${JSON.stringify(narrowed)}`;
}

/** Defines an operation that writes. Without `after` it answers what `run` does. */
export function defineOperation<
  const Route extends string,
  const Required extends OperationPermission,
  Written,
  Input extends TObject = NoInput,
  Prepared = undefined,
  Answer = Written,
>(
  definition: WriteDefinition<Route, Required, Input, Written, Prepared, Answer> &
    AnswerWithoutAfter<Route, Required, Written, Answer>,
): Operation<Answer> {
  type OwnScope = ScopeOf<Route, Required>;
  const { audit, answerWithoutAfter = (written: Written) => written as unknown as Answer } = definition;
  return {
    ...definition,
    takesInput: true,
    ...partsOf(definition),
    async execute(anyCall) {
      const call = anyCall as Call<OwnScope, Static<Input>>;
      const { pool, once } = call;
      const prepared = (await definition.prepare?.(call)) as Prepared;
      const actor = definition.actorOf?.({ ...call, prepared }) ?? call.actor;
      const by = { actor, action: audit, place: call.scope };
      const outcome = await runChange<Outcome<Written>>(pool, by, async (client) => {
        const stored = await once?.takeKey(client);
        if (stored) return unchanged({ stored: stored.answer });
        const writeCall = { ...call, client, prepared } as WriteCall<OwnScope, Static<Input>, Prepared>;
        const { answer: written, ...recorded } = await definition.run(writeCall);
        await once?.store(client, answerWithoutAfter(written));
        return { answer: { written }, ...recorded };
      });
      if ('stored' in outcome) return outcome.stored as Answer;
      const { written } = outcome;
      if (definition.after === undefined) return written as unknown as Answer;
      return storeAfter(call, definition.after(call, written));
    },
  };
}

type Outcome<Written> = { readonly written: Written } | { readonly stored: unknown };

/** Stores what `after` answers in place of the answer without it; nothing is left stored of a request that it refuses. */
async function storeAfter<Answer>({ pool, once }: Call, after: Promise<Answer>): Promise<Answer> {
  try {
    const answer = await after;
    // Where this fails, the answer without `after` is what a repeated request gets.
    await once?.store(pool, answer).catch(() => undefined);
    return answer;
  } catch (error) {
    if (error instanceof RefusedError) await once?.releaseKey(pool);
    throw error;
  }
}

/** For `after` of a change of programs, partners, links or keys, of which processes remember something. */
export async function forgetConfiguration<Written>({ services }: Call, written: Written): Promise<Written> {
  services.forgetConfiguration();
  return written;
}
