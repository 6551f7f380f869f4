import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { ClientBase, Pool } from 'pg';
import { readRows } from '../database/read-rows.js';
import { inSnapshot } from '../database/snapshot.js';
import { exportedRow, loadProgress } from '../features/seals/sealed-rows.js';
import { createDigest } from './digest.js';
import { createLineWriter, FORMAT_VERSION, type Header } from './lines.js';
import { writeNewFile } from './new-file.js';
import { findScope } from './scope.js';
import { type Scope, WORKSPACE_TABLES } from './tables.js';
import { TransferError } from './transfer-error.js';

/** How far an export or import is. */
export interface TransferProgress {
  /** From 0 to 1. */
  readonly done: number;
  readonly table: string;
  /** Rows of all tables so far. */
  readonly rows: number;
}

export interface ExportOptions {
  /** Name of the workspace. */
  readonly workspace: string;
  /** Where the file is made; nothing may be there. */
  readonly file: string;
  /** See `Header`. */
  readonly secretId: string | null;
  readonly onProgress?: (progress: TransferProgress) => void;
}

/** What is in the file. */
export interface ExportReport {
  readonly rows: number;
  readonly digest: string;
}

/**
 * Writes everything that belongs to a workspace to a new file: gzip, one JSON object on each line, from one state of the database,
 * beside whatever else writes to it. Memory does not grow with the workspace. Throws `TransferError`: there is no such
 * workspace; `FileExistsError`. Contract 2 section 15.
 */
export async function exportWorkspace(pool: Pool, options: ExportOptions): Promise<ExportReport> {
  const { workspace, file } = options;
  return writeNewFile(file, (unfinished) =>
    inSnapshot(pool, async (client) => {
      const scope = await findScope(client, workspace);
      if (scope === null) throw new TransferError(await describeMissing(client, workspace));
      const report = { rows: 0, digest: '' };
      await pipeline(
        Readable.from(writeLines(client, scope, options, report)),
        createGzip(),
        createWriteStream(unfinished, { flags: 'r+' }),
      );
      return report;
    }),
  );
}

async function describeMissing(client: ClientBase, workspace: string): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from workspaces order by name');
  const names = rows.map(({ name }) => JSON.stringify(name)).join(', ') || 'none';
  return `There is no workspace ${JSON.stringify(workspace)}; there are: ${names}`;
}

async function* writeLines(
  client: ClientBase,
  scope: Scope,
  { workspace, secretId, onProgress = () => undefined }: ExportOptions,
  report: { rows: number; digest: string },
): AsyncGenerator<string> {
  const write = createLineWriter();
  const digest = createDigest();
  const counts: Record<string, number> = {};
  yield write.header(await readHeader(client, scope, workspace, secretId));
  const sealing = await loadProgress(client);
  for (const [index, { name, where, orderBy }] of WORKSPACE_TABLES.entries()) {
    counts[name] = 0;
    const row = exportedRow(name, sealing) ?? name;
    for await (const rows of readRows(client, { table: name, where: where(scope), orderBy, row })) {
      digest.add(name, rows);
      counts[name] += rows.length;
      report.rows += rows.length;
      onProgress({ done: index / WORKSPACE_TABLES.length, table: name, rows: report.rows });
      yield rows.map((row) => write.row(name, row)).join('');
    }
  }
  report.digest = digest.finish();
  yield write.end({ rows: counts, digest: report.digest });
}

async function readHeader(
  client: ClientBase,
  scope: Scope,
  workspace: string,
  secretId: string | null,
): Promise<Header> {
  const { rows } = await client.query<{
    schema: number;
    now: Date;
    from_ms: number | null;
    to_ms: number | null;
  }>(
    `select (select max(version) from schema_versions) as schema, now() as now,
            min(clicked_ms) as from_ms, max(clicked_ms) as to_ms
       from clicks where program_id = any($1::bigint[])`,
    [scope.programIds],
  );
  const [facts] = rows;
  if (facts === undefined) throw new Error('an aggregate gave no row');
  // Not of the snapshot but later, which does no harm: no id in the snapshot is beyond.
  const { rows: sequences } = await client.query<{ name: string; last: number }>(
    `select sequencename::text as name, last_value as last from pg_sequences
      where schemaname = current_schema() and last_value is not null order by sequencename`,
  );
  const { from_ms, to_ms } = facts;
  return {
    format: 'svc-export',
    version: FORMAT_VERSION,
    schema: facts.schema,
    exported_at: facts.now.toISOString(),
    workspace: { id: scope.workspaceId, name: workspace },
    secret_id: secretId,
    tables: WORKSPACE_TABLES.map(({ name }) => name),
    clicks: from_ms === null || to_ms === null ? null : { from_ms, to_ms },
    sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
  };
}
