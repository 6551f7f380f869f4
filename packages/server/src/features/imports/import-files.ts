import type { ImportReport } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import type { IdSource } from '../../ingest/ids.js';
import type { Actor, AuditEntry } from '../../operations/change.js';
import { insertLink } from '../links/insert-link.js';
import { shortLinkKeyOf } from '../links/short-link-key.js';
import { enrollPartner } from '../partners/enroll-partner.js';
import type { CheckedFiles } from './check-files.js';
import { endImport, filesOf, findUnfinished, noCounts, type Writing, writePart } from './import-part.js';
import { type ImportProgram, loadLinks, loadPartners } from './known-rows.js';
import { describeProblem, ImportError } from './problem.js';
import type { PartnerRecord } from './records.js';
import { partnerOf, totalsOf } from './sums.js';
import { writeRows } from './write-import.js';

/** Partners of one transaction; each takes several statements. */
const PARTNERS_AT_ONCE = 10;
/** Partners that a report lists. */
const MOST_PARTNERS = 2000;

/** Files to import that were checked, and who imports them. */
export interface ImportRequest {
  readonly checked: CheckedFiles;
  readonly actor: Actor;
  readonly now: () => number;
  /** Ends the import when it is aborted; importing the same files again completes it. */
  readonly signal?: AbortSignal | null;
  /** Called with the number of rows of each part that was written. */
  readonly onRows?: (rows: number) => void;
}

/** What files come to, as it is shown before and after they are imported. */
export function reportOf(checked: CheckedFiles, importId: number | null): ImportReport {
  const { reading, sums, fresh, known, notes, problems, problemCount } = checked;
  const partners = [...sums.values()].sort((a, b) => (a.email < b.email ? -1 : 1));
  const unlisted = partners.length - MOST_PARTNERS;
  return {
    system: reading.mapping.system,
    import_id: importId,
    files: filesOf(checked),
    new: fresh,
    known,
    partners: partners.slice(0, MOST_PARTNERS).map(partnerOf),
    totals: totalsOf(partners),
    notes:
      unlisted > 0
        ? [...notes, `${unlisted} more partners are in the totals, and not in this list`]
        : [...notes],
    problems: [...problems],
    problem_count: problemCount,
  };
}

/**
 * Imports files in short transactions, between which others read and write. What is here already stays as it is, so that importing the
 * same files again changes nothing, and completes an import that ended in the middle. Throws `ImportError` with each bad row, before
 * anything is written.
 */
export async function importFiles(pool: Pool, ids: IdSource, request: ImportRequest): Promise<ImportReport> {
  const { checked, actor, now, signal = null, onRows = () => undefined } = request;
  if (checked.problemCount > 0) throw new ImportError(linesOf(checked));
  const importId = await findUnfinished(pool, checked);
  if (importId === null && !hasNewRows(checked)) return reportOf(checked, null);
  const written = noCounts();
  const writing: Writing = { pool, ids, checked, actor, signal, now, onRows, importId, written };
  await writePartners(writing);
  await writeRows(writing);
  await endImport(writing);
  return reportOf({ ...checked, fresh: written }, writing.importId);
}

/** Returns whether files bring anything that is not here. */
export function hasNewRows({ fresh }: CheckedFiles): boolean {
  return Object.values(fresh).some((count) => count > 0);
}

function linesOf({ problems, problemCount }: CheckedFiles): string[] {
  const lines = problems.map(describeProblem);
  const more = problemCount - problems.length;
  return more > 0 ? [...lines, `… and ${more} more problems`] : lines;
}

async function writePartners(writing: Writing): Promise<void> {
  const { newPartners, program } = writing.checked;
  for (let at = 0; at < newPartners.length; at += PARTNERS_AT_ONCE) {
    const records = newPartners.slice(at, at + PARTNERS_AT_ONCE);
    await writePart(writing, new Map(), async ({ client, counts, entries, events }) => {
      const known = await loadPartners(
        client,
        program,
        records.map(({ email }) => email),
      );
      for (const record of records) {
        if (known.has(record.email)) continue;
        const made = await enrollPartner(client, program, record);
        counts.partners += 1;
        entries.push(...made.entries.map((entry) => ({ ...entry, action: 'partner.create' })));
        events.push(...(made.events ?? []));
        entries.push(...(await writeLink(client, program, made.answer.id, record)));
      }
    });
    writing.onRows(records.length);
  }
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
