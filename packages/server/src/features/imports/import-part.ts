import type { ImportCounts } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import type { ProgramEvent } from '../../events/append-events.js';
import type { IdSource } from '../../ingest/ids.js';
import { type Actor, type AuditEntry, runChange } from '../../operations/change.js';
import { refuseArchived } from '../programs/refuse-archived.js';
import type { CheckedFiles } from './check-files.js';
import type { KnownPartner } from './known-rows.js';

/** Counts of rows that a part or an import has written. */
export type WrittenCounts = { -readonly [Field in keyof ImportCounts]: ImportCounts[Field] };

/** No rows. */
export function noCounts(): WrittenCounts {
  return { partners: 0, customers: 0, sales: 0, refunds: 0, commissions: 0 };
}

/** An import that is being written. */
export interface Writing {
  readonly pool: Pool;
  readonly ids: IdSource;
  readonly checked: CheckedFiles;
  readonly actor: Actor;
  /** Ends the import between two parts when it is aborted. */
  readonly signal: AbortSignal | null;
  readonly now: () => number;
  readonly onRows: (rows: number) => void;
  /** The id of the first part, which is that of the import; null: nothing has been written. */
  importId: number | null;
  readonly written: WrittenCounts;
}

/** One transaction of an import. */
export interface Part {
  readonly writing: Writing;
  readonly client: ClientBase;
  readonly id: number;
  /** When the part is written, in epoch milliseconds. */
  readonly nowMs: number;
  /** All partners of the program, by email. */
  readonly partners: ReadonlyMap<string, KnownPartner>;
  readonly counts: WrittenCounts;
  readonly entries: AuditEntry[];
  readonly events: ProgramEvent[];
}

/**
 * Runs `write` in a transaction of its own, with a row in `imports` for what it wrote. Parts of concurrent imports into the program take
 * turns, and what one reads holds until it ends.
 */
export async function writePart(
  writing: Writing,
  partners: ReadonlyMap<string, KnownPartner>,
  write: (part: Part) => Promise<void>,
): Promise<void> {
  writing.signal?.throwIfAborted();
  const { pool, actor, checked, written } = writing;
  const by = { actor, action: 'import.create', place: checked.program };
  const done = await runChange(pool, by, async (client) => {
    await refuseArchived(client, checked.program.programId);
    const { rows } = await client.query<{ id: number }>(
      `select nextval(pg_get_serial_sequence('imports', 'id')) as id`,
    );
    if (rows[0] === undefined) throw new Error('the sequence of imports gave no id');
    const about = { writing, client, id: rows[0].id, nowMs: writing.now(), partners };
    const part: Part = { ...about, counts: noCounts(), entries: [], events: [] };
    await write(part);
    const { id, counts, entries, events } = part;
    const isEmpty = Object.values(counts).every((count) => count === 0) && entries.length === 0;
    if (isEmpty) return { answer: null, entries: [] };
    await insertPart(part, false);
    if (writing.importId === null) entries.push(entryOf(checked, id));
    return { answer: { id, counts }, entries, events };
  });
  if (done === null) return;
  writing.importId ??= done.id;
  for (const kind of Object.keys(written) as (keyof WrittenCounts)[]) written[kind] += done.counts[kind];
}

/**
 * The import of these very files into the program that ended in the middle, or is being written; null: there is none. What is left of the
 * files becomes parts of it.
 */
export async function findUnfinished(pool: Pool, checked: CheckedFiles): Promise<number | null> {
  const { program, reading } = checked;
  const { rows } = await pool.query<{ id: number }>(
    `select i.id from imports i
      where i.program_id = $1 and i.part_of is null and not i.ends and i.system = $2 and i.files = $3::jsonb
        and not exists (select 1 from imports p where p.part_of = i.id and p.ends)
      order by i.id desc limit 1`,
    [program.programId, reading.mapping.system, JSON.stringify(filesOf(checked))],
  );
  return rows[0]?.id ?? null;
}

/** Marks the import as whole, after its last part. */
export async function endImport({ pool, checked, importId, actor, now }: Writing): Promise<void> {
  if (importId === null) return;
  await pool.query(
    INSERT,
    valuesOf(
      { checked, by: actor.email, nowMs: now() },
      { id: null, partOf: importId, ends: true, counts: noCounts() },
    ),
  );
}

const INSERT = `insert into imports (id, workspace_id, program_id, system, files, partners, customers, sales, refunds, commissions, imported_by,
                      created_at, part_of, ends)
   values (coalesce($1::bigint, nextval(pg_get_serial_sequence('imports', 'id'))), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
           to_timestamp($12::float8 / 1000), $13, $14)`;

async function insertPart({ client, writing, id, nowMs, counts }: Part, ends: boolean): Promise<void> {
  const { checked, actor, importId } = writing;
  await client.query(
    INSERT,
    valuesOf({ checked, by: actor.email, nowMs }, { id, partOf: importId, ends, counts }),
  );
}

interface PartRow {
  readonly id: number | null;
  readonly partOf: number | null;
  readonly ends: boolean;
  readonly counts: ImportCounts;
}

function valuesOf(
  { checked, by, nowMs }: { readonly checked: CheckedFiles; readonly by: string; readonly nowMs: number },
  { id, partOf, ends, counts }: PartRow,
): unknown[] {
  const { program, reading } = checked;
  const { partners, customers, sales, refunds, commissions } = counts;
  const files = JSON.stringify(partOf === null ? filesOf(checked) : []);
  const place = [program.workspaceId, program.programId, reading.mapping.system, files];
  return [id, ...place, partners, customers, sales, refunds, commissions, by, nowMs, partOf, ends];
}

/** The files of an import, with the rows that each has. */
export function filesOf({ files, rowsOf }: CheckedFiles) {
  return files.map((file) => ({ name: file.name, kind: file.kind, rows: rowsOf.get(file) ?? 0 }));
}

/** The entry of the whole import, with what it is going to bring. */
function entryOf(checked: CheckedFiles, id: number): AuditEntry {
  const { reading, fresh } = checked;
  const after = { system: reading.mapping.system, files: filesOf(checked), ...fresh };
  return { on: 'import', id, before: null, after };
}
