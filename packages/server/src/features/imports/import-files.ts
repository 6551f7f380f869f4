import type { ImportReport } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { ProgramEvent } from '../../events/append-events.js';
import type { IdSource } from '../../ingest/ids.js';
import { type AuditEntry, type Change, unchanged } from '../../operations/change.js';
import { insertLink } from '../links/insert-link.js';
import { shortLinkKeyOf } from '../links/short-link-key.js';
import { enrollPartner } from '../partners/enroll-partner.js';
import { refuseArchived } from '../programs/refuse-archived.js';
import { type CheckedFiles, checkFiles } from './check-files.js';
import type { ImportFile } from './file-rows.js';
import { type ImportProgram, loadLinks, loadPartners } from './known-rows.js';
import { describeProblem, ImportError } from './problem.js';
import type { PartnerRecord, Reading } from './records.js';
import { partnerOf, totalsOf } from './sums.js';
import { writeRows } from './write-import.js';

/** Files to import, and who imports them. */
export interface ImportRequest {
  readonly program: ImportProgram;
  readonly reading: Reading;
  readonly files: readonly ImportFile[];
  readonly by: string;
  readonly onRows?: (rows: number) => void;
  /** What checking the files came to, where that was done before the transaction. */
  readonly checked?: CheckedFiles;
}

/** What files come to, as it is shown before and after they are imported. */
export function reportOf(checked: CheckedFiles, importId: number | null): ImportReport {
  const { reading, files, rowsOf, sums, fresh, known, notes, problems, problemCount } = checked;
  const partners = [...sums.values()].sort((a, b) => (a.email < b.email ? -1 : 1));
  return {
    system: reading.mapping.system,
    import_id: importId,
    files: files.map((file) => ({ name: file.name, kind: file.kind, rows: rowsOf.get(file) ?? 0 })),
    new: fresh,
    known,
    partners: partners.map(partnerOf),
    totals: totalsOf(partners),
    notes: [...notes],
    problems: [...problems],
    problem_count: problemCount,
  };
}

/**
 * Imports files in the caller's transaction: all rows, or none. What is here already stays as it is, so that importing the same files
 * again changes nothing. Throws `ImportError` with each bad row. Contract 2 section 15.
 */
export async function importFiles(
  client: ClientBase,
  ids: IdSource,
  request: ImportRequest,
): Promise<Change<ImportReport>> {
  const { program, reading, files, by, onRows = () => undefined } = request;
  await refuseArchived(client, program.programId);
  const checked = request.checked ?? (await checkFiles(client, program, files, reading));
  if (checked.problemCount > 0) throw new ImportError(linesOf(checked));
  const { fresh } = checked;
  if (Object.values(fresh).every((count) => count === 0)) return unchanged(reportOf(checked, null));
  const { entries, events } = await writePartners(client, checked);
  const importId = await insertImport(client, checked, by);
  const partners = await loadPartners(client, program);
  await writeRows({ client, ids, checked, importId, partners, by, entries, onRows });
  await compareCounts(client, checked, importId);
  const { mapping } = reading;
  const after = { system: mapping.system, files: reportOf(checked, importId).files, ...fresh };
  entries.push({ on: 'import', id: importId, before: null, after });
  return { answer: reportOf(checked, importId), entries, events };
}

function linesOf({ problems, problemCount }: CheckedFiles): string[] {
  const lines = problems.map(describeProblem);
  const more = problemCount - problems.length;
  return more > 0 ? [...lines, `… and ${more} more problems`] : lines;
}

async function writePartners(
  client: ClientBase,
  { program, newPartners }: CheckedFiles,
): Promise<{ readonly entries: AuditEntry[]; readonly events: ProgramEvent[] }> {
  const entries: AuditEntry[] = [];
  const events: ProgramEvent[] = [];
  const known = await loadPartners(client, program);
  for (const record of newPartners) {
    if (known.has(record.email)) continue;
    const made = await enrollPartner(client, program, record);
    entries.push(...made.entries.map((entry) => ({ ...entry, action: 'partner.create' })));
    events.push(...(made.events ?? []));
    entries.push(...(await writeLink(client, program, made.answer.id, record)));
  }
  return { entries, events };
}

/** Only partners who are approved have links; the others get theirs when they are. */
async function writeLink(
  client: ClientBase,
  { programId }: ImportProgram,
  partnerId: number,
  { link, status }: PartnerRecord,
): Promise<readonly AuditEntry[]> {
  if (link === null || status !== 'approved') return [];
  if ((await loadLinks(client, [shortLinkKeyOf(link)])).size > 0) return [];
  const made = await insertLink(client, { programId, partnerId, shortLink: link, destinationUrl: null });
  return made.entries.map((entry) => ({ ...entry, action: 'link.create' }));
}

async function insertImport(client: ClientBase, checked: CheckedFiles, by: string): Promise<number> {
  const { program, reading, fresh } = checked;
  const { rows } = await client.query<{ id: number }>(
    `insert into imports (workspace_id, program_id, system, files, partners, customers, sales, refunds, commissions, imported_by,
                          created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, to_timestamp($11::float8 / 1000)) returning id`,
    [
      program.workspaceId,
      program.programId,
      reading.mapping.system,
      JSON.stringify(reportOf(checked, null).files),
      fresh.partners,
      fresh.customers,
      fresh.sales,
      fresh.refunds,
      fresh.commissions,
      by,
      reading.nowMs,
    ],
  );
  if (rows[0] === undefined) throw new Error('the import was not written');
  return rows[0].id;
}

/** As many rows were written as the files have new ones; otherwise somebody else recorded some meanwhile, and nothing is kept. */
async function compareCounts(client: ClientBase, { fresh }: CheckedFiles, importId: number): Promise<void> {
  const { rows } = await client.query<{
    customers: number;
    sales: number;
    refunds: number;
    commissions: number;
  }>(
    `select (select count(*) from imported_customers where import_id = $1)::integer as customers,
            (select count(*) from imported_sales where import_id = $1)::integer as sales,
            (select count(*) from imported_sales i join refunds r on r.sale_id = i.sale_id where i.import_id = $1)::integer as refunds,
            (select count(*) from imported_commissions where import_id = $1)::integer as commissions`,
    [importId],
  );
  for (const [what, count] of Object.entries(rows[0] ?? {})) {
    const promised = fresh[what as keyof typeof fresh];
    if (count !== promised)
      throw new ImportError([
        `${promised} ${what} of the files were new when they were read, and ${count} are now: import them again`,
      ]);
  }
}
