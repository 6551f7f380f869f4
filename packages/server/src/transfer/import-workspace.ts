import { statSync } from 'node:fs';
import type { ClientBase, Pool, PoolClient } from 'pg';
import type { Engine } from '../database/open.js';
import { allowLongStatements } from '../database/silence.js';
import { withTransaction } from '../database/transaction.js';
import { ensureClickPartitions } from '../features/clicks/ensure-click-partitions.js';
import { beginInserting, endInserting } from '../features/seals/sealed-rows.js';
import { SEALED_TABLES } from '../features/seals/sealed-tables.js';
import { addRows, createDigest, type Digest } from './digest.js';
import type { TransferProgress } from './export-workspace.js';
import { insertRows, type Rows } from './insert-rows.js';
import { createLineReader, type End, FORMAT_VERSION, type Header, type Line } from './lines.js';
import { readGzipLines } from './read-file.js';
import { refuseForeignRows } from './refuse-foreign-rows.js';
import { findScope } from './scope.js';
import { type Scope, TRIGGERS_OFF, WORKSPACE_TABLES, type WorkspaceTable } from './tables.js';
import { TransferError } from './transfer-error.js';

const ROWS_AT_ONCE = 2_000;
const CHARACTERS_AT_ONCE = 1_000_000;
/** Between two transactions the embedded engine writes checkpoints by itself; within this one it has to be told. */
const CHECKPOINT_EVERY_CHARACTERS = 200_000_000;
/** Row ids are taken in blocks of 1,000, and have to be exact as numbers of JavaScript. */
const LAST_OF_SEQUENCES = 9_000_000_000_000;
/** Clicks of no service are older. */
const OLDEST_CLICK_MS = Date.UTC(2000, 0, 1);

export interface ImportOptions {
  readonly file: string;
  readonly engine: Engine;
  readonly onProgress?: (progress: TransferProgress) => void;
}

/** What was imported. */
export interface ImportReport {
  readonly workspace: string;
  readonly exportedAt: string;
  readonly rows: number;
  readonly digest: string;
  /** See `Header`. */
  readonly secretId: string | null;
}

/**
 * Imports a file of `exportWorkspace` into a migrated database that no process serves: all of it in one transaction, or nothing. Rows
 * keep their ids, and new ones continue behind them. Accounts that the service has already stay as they are. Before it commits, it refuses rows that are
 * not of the workspace, and makes the digest of what it has written, which has to be that of the file. Throws `TransferError`, which names the line: the file is no such file, is of another version, was cut off
 * or changed, or contains what is in the database already. Contract 2 section 15.
 */
export async function importWorkspace(pool: Pool, options: ImportOptions): Promise<ImportReport> {
  const { file, engine, onProgress = () => undefined } = options;
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let bytes = 0;
  const lines = readLines(file, (read) => {
    bytes = read;
  });
  try {
    if (engine === 'postgres') await refuseOtherProcesses(pool);
    const header = await readFirst(lines);
    await checkHeader(pool, header);
    await makeMonths(pool, header);
    const report = await withTransaction(pool, async (client) => {
      await prepare(client);
      const onRows = (table: string, rows: number) =>
        onProgress({ done: size === 0 ? 0 : bytes / size, table, rows });
      const digest = createDigest();
      const { end, inserted } = await insertAll(client, lines, { engine, onRows, digest });
      await finish(client, header, { end, inserted, digest });
      await disconnectAccounts(client, header.workspace.id);
      const rows = Object.values(end.rows).reduce((sum, count) => sum + count, 0);
      return { rows, digest: end.digest };
    });
    await pool.query('analyze');
    const { workspace, exported_at: exportedAt, secret_id: secretId } = header;
    return { workspace: workspace.name, exportedAt, secretId, ...report };
  } finally {
    await lines.return(undefined);
  }
}

interface NumberedLine {
  readonly number: number;
  readonly line: Line;
}
type Lines = AsyncGenerator<NumberedLine, void>;

async function* readLines(file: string, onBytes: (bytes: number) => void): Lines {
  const parse = createLineReader();
  for await (const texts of readGzipLines(file, onBytes))
    for (const { number, text } of texts) yield { number, line: parse(text) };
}

async function readFirst(lines: Lines): Promise<Header> {
  const { value } = await lines.next();
  if (value?.line.kind !== 'header') throw new TransferError('The file is empty');
  return value.line.header;
}

async function checkHeader(pool: Pool, header: Header): Promise<void> {
  const { version, schema, workspace, tables } = header;
  const { rows } = await pool.query<{ schema: number }>('select max(version) as schema from schema_versions');
  const ours = rows[0]?.schema ?? 0;
  if (version > FORMAT_VERSION || schema > ours)
    throw new TransferError(
      `The file was written by a newer program (format ${version}, schema ${schema}; this one has format ${FORMAT_VERSION}, ` +
        `schema ${ours}): import it with that version of svc-server`,
    );
  if (version < FORMAT_VERSION || schema < ours)
    throw new TransferError(
      `The file was written by an older program (format ${version}, schema ${schema}; this one has format ${FORMAT_VERSION}, ` +
        `schema ${ours}): update the service it comes from, and export again`,
    );
  const missing = WORKSPACE_TABLES.find(({ name }, index) => tables[index] !== name);
  if (missing !== undefined || tables.length !== WORKSPACE_TABLES.length)
    throw new TransferError(`Line 1: the file has other tables than this program, such as ${missing?.name}`);
  await refuseKnownWorkspace(pool, workspace);
  await refuseUnsealedBooks(pool);
}

async function refuseKnownWorkspace(pool: Pool, { id, name }: Header['workspace']): Promise<void> {
  const { rows } = await pool.query<{ id: number; name: string }>(
    'select id, name from workspaces where id = $1 or name = $2',
    [id, name],
  );
  const [known] = rows;
  if (known === undefined) return;
  const what =
    known.name === name ? 'it has a workspace of this name' : `its workspace ${known.name} has the same id`;
  throw new TransferError(
    `The workspace ${JSON.stringify(name)} can only be imported into a service that is empty, and this one is not: ${what}`,
  );
}

/** What was written before there were seals, in transaction 0, could not be told from rows of the file that are sealed. */
async function refuseUnsealedBooks(pool: Pool): Promise<void> {
  const hasRows = SEALED_TABLES.map(({ name }) => `exists (select 1 from ${name} where written_in = 0)`).join(
    ' or ',
  );
  const { rows } = await pool.query<{ is_unsealed: boolean }>(
    `select sealed is null and (${hasRows}) as is_unsealed from seal_progress`,
  );
  if (rows[0]?.is_unsealed)
    throw new TransferError(
      'The books of this service are not sealed yet: start it once, wait for a minute, stop it, then import',
    );
}

/** Another process may hold ids that it has taken and not used yet, which the rows of the file have. */
async function refuseOtherProcesses(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*) as count from pg_stat_activity
      where datname = current_database() and application_name = 'svc' and pid <> pg_backend_pid()`,
  );
  if ((rows[0]?.count ?? 0) > 0)
    throw new TransferError('The service is running on this database: stop all its processes, then import');
}

/**
 * Disconnects the workspace's own accounts at payment providers until their keys are given again: the service that was exported may still
 * be running, and two services would look after one endpoint.
 */
async function disconnectAccounts(client: ClientBase, workspaceId: number): Promise<void> {
  await client.query(
    `update payment_connections
        set status = 'disconnected', api_key = null, api_key_hash = null, endpoint_id = null, endpoint_status = 'missing',
            endpoint_request = null, endpoint_requested_at = null
      where workspace_id = $1 and kind = 'key' and removed_at is null`,
    [workspaceId],
  );
}

/** Clicks go to the partition of their month. An empty one is no harm when the import fails later. */
async function makeMonths(pool: Pool, { clicks, exported_at }: Header): Promise<void> {
  if (clicks === null) return;
  const fromMs = Math.max(clicks.from_ms, OLDEST_CLICK_MS);
  const toMs = Math.min(clicks.to_ms, Date.parse(exported_at));
  await ensureClickPartitions(pool, { fromMs, toMs });
}

async function prepare(client: PoolClient): Promise<void> {
  await allowLongStatements(client);
  for (const [table, trigger] of TRIGGERS_OFF)
    await client.query(`alter table ${table} disable trigger ${trigger}`);
  await client.query('create temp table users_before_import on commit drop as select id from users');
  await beginInserting(client);
}

interface Inserting {
  readonly engine: Engine;
  readonly onRows: (table: string, rows: number) => void;
  /** Of the file; takes the rows of tables in which rows of the service may stay instead of those of the file. */
  readonly digest: Digest;
}

interface Inserted {
  readonly end: End;
  /** Rows that were inserted, by table. */
  readonly inserted: Readonly<Record<string, number>>;
}

/** Inserts all rows, and gives the last line, after which nothing may come. */
async function insertAll(
  client: ClientBase,
  lines: Lines,
  { engine, onRows, digest }: Inserting,
): Promise<Inserted> {
  const inserted: Record<string, number> = {};
  const counts: Record<string, number> = Object.fromEntries(WORKSPACE_TABLES.map(({ name }) => [name, 0]));
  let total = 0;
  let sinceCheckpoint = 0;
  let end: End | null = null;
  const insert = async ({ characters, ...rows }: Batch) => {
    const { name } = rows.table;
    inserted[name] = (inserted[name] ?? 0) + (await insertRows(client, rows));
    if (name === 'users') await refuseOtherAddresses(client, rows);
    if (isFromFile(rows.table)) digest.add(name, rows.texts);
    total += rows.texts.length;
    counts[name] = (counts[name] ?? 0) + rows.texts.length;
    sinceCheckpoint += characters;
    onRows(name, total);
    if (engine === 'postgres' || sinceCheckpoint < CHECKPOINT_EVERY_CHARACTERS) return;
    sinceCheckpoint = 0;
    await client.query('checkpoint');
  };
  for await (const item of batches(lines)) {
    if (end !== null) throw new TransferError('The file goes on after its end');
    if ('texts' in item) await insert(item);
    else end = item;
  }
  if (end === null) throw new TransferError('The file ends too early: its last line is missing');
  for (const { name } of WORKSPACE_TABLES)
    if (end.rows[name] !== counts[name])
      throw new TransferError(
        `The file has ${counts[name]} rows of ${name}, and should have ${end.rows[name]}`,
      );
  return { end, inserted };
}

/** Whether the digest takes rows of a table from the file: the service may keep rows of its own instead. */
function isFromFile({ keptBy, leftOut }: WorkspaceTable): boolean {
  return keptBy !== undefined || leftOut !== undefined;
}

/** An account that the service has already is that of the file only if it has the same address. */
async function refuseOtherAddresses(client: ClientBase, { texts }: Rows): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    `select u.id from json_populate_recordset(null::users, $1) r join users u on u.id = r.id where u.email <> r.email limit 1`,
    [`[${texts.join(',')}]`],
  );
  if (rows[0] !== undefined)
    throw new TransferError(`users: this service has the account ${rows[0].id} with another email address`);
}

interface Batch extends Rows {
  readonly characters: number;
}

/** Rows of the same table together, as many as one statement takes; then the end. */
async function* batches(lines: Lines): AsyncGenerator<Batch | End> {
  let place = 0;
  let batch: { table: WorkspaceTable; firstLine: number; texts: string[]; characters: number } | null = null;
  for await (const { number, line } of lines) {
    const isFull =
      batch !== null && (batch.texts.length >= ROWS_AT_ONCE || batch.characters >= CHARACTERS_AT_ONCE);
    if (batch !== null && (isFull || line.kind !== 'row' || line.table !== batch.table.name)) {
      yield batch;
      batch = null;
    }
    if (line.kind === 'end') yield line.end;
    if (line.kind !== 'row') continue;
    if (batch === null) {
      place = WORKSPACE_TABLES.findIndex(({ name }, index) => index >= place && name === line.table);
      const table = WORKSPACE_TABLES[place];
      if (table === undefined)
        throw new TransferError(`Line ${number}: rows of ${line.table} do not belong here`);
      batch = { table, firstLine: number, texts: [], characters: 0 };
    }
    batch.texts.push(line.row);
    batch.characters += line.row.length;
  }
  if (batch !== null) yield batch;
}

async function finish(
  client: ClientBase,
  { workspace, sequences }: Header,
  { end, inserted, digest }: Inserted & { readonly digest: Digest },
): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    if (!Number.isInteger(last) || last > LAST_OF_SEQUENCES)
      throw new TransferError(`Line 1: the sequence ${name} is beyond what a service can have used`);
  for (const [table, trigger] of TRIGGERS_OFF)
    await client.query(`alter table ${table} enable trigger ${trigger}`);
  await endInserting(client);
  const scope = await findScope(client, workspace.name);
  if (scope === null) throw new TransferError('The file has no workspace');
  await refuseForeignRows(client, scope, inserted);
  await addRows(
    client,
    scope,
    digest,
    WORKSPACE_TABLES.filter((table) => !isFromFile(table)),
  );
  const found = digest.finish();
  if (found !== end.digest)
    throw new TransferError(`The rows have the digest ${found}, and should have ${end.digest}`);
  await unverifyKnownAddresses(client, scope);
  await client.query('insert into first_run (id) values (1) on conflict do nothing');
  // Sequences keep what they are set to when the transaction is rolled back, which only leaves numbers out.
  await client.query(
    `select setval(format('%I.%I', s.schemaname, s.sequencename)::regclass, greatest(s.last_value, given.value::bigint))
       from pg_sequences s join json_each_text($1) as given (key, value) on given.key = s.sequencename
      where s.schemaname = current_schema()`,
    [JSON.stringify(sequences)],
  );
}

/**
 * An account that came with the file has proven its address to another service. Where other workspaces of this one know the address, it counts
 * here only once its owner proves it again.
 */
async function unverifyKnownAddresses(client: ClientBase, { workspaceId }: Scope): Promise<void> {
  await client.query(
    `update users u set email_verified = false
      where u.email_verified and not exists (select 1 from users_before_import b where b.id = u.id)
        and (exists (select 1 from partners p where p.email = u.email and p.workspace_id <> $1)
          or exists (select 1 from invitations i where i.email = u.email and i.workspace_id <> $1))`,
    [workspaceId],
  );
}
