import type { ImportCounts, ImportKind, ImportProblem, TextEncoding } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { type Checking, checkerOf, emailOf, note } from './check-rows.js';
import { CsvError } from './csv-error.js';
import { type FileRow, type ImportFile, readRows } from './file-rows.js';
import { type ImportProgram, loadPartners } from './known-rows.js';
import { CellError } from './problem.js';
import type { Report } from './read-each.js';
import type { PartnerName, PartnerRecord, Reading } from './records.js';
import type { PartnerSums } from './sums.js';

/** Rows that are compared with the database together. */
const ROWS_AT_ONCE = 250;
const MOST_PROBLEMS = 100;
const NO_COUNTS: ImportCounts = { partners: 0, customers: 0, sales: 0, refunds: 0, commissions: 0 };

/** What files come to, compared with what is in the database. Where there are problems, nothing of it may be imported. */
export interface CheckedFiles {
  readonly program: ImportProgram;
  readonly reading: Reading;
  readonly files: readonly ImportFile[];
  readonly rowsOf: ReadonlyMap<ImportFile, number>;
  /** Partners of the files who are not in the program yet. */
  readonly newPartners: readonly PartnerRecord[];
  /** The email address of the partner that a row names. */
  readonly emailOf: (partner: PartnerName) => string | null;
  readonly sums: ReadonlyMap<string, PartnerSums>;
  readonly fresh: ImportCounts;
  readonly known: ImportCounts;
  readonly notes: readonly string[];
  readonly problems: readonly ImportProblem[];
  readonly problemCount: number;
}

const ORDER: readonly ImportKind[] = ['partners', 'customers', 'sales', 'commissions'];

/** How files are checked. */
export interface CheckOptions {
  /** Rows of all files together; more are a problem. */
  readonly maxRows?: number;
  /** Ends it when it is aborted. */
  readonly signal?: AbortSignal | null;
  /** Called with the rows read so far. */
  readonly onRows?: (rows: number) => void;
}

/**
 * Reads files and compares them with a program; writes nothing. Stops reading with the batch of rows in which it finds the hundredth
 * problem.
 */
export async function checkFiles(
  db: Pool | ClientBase,
  program: ImportProgram,
  given: readonly ImportFile[],
  reading: Reading,
  options: CheckOptions = {},
): Promise<CheckedFiles> {
  const files = ORDER.flatMap((kind) => given.filter((file) => file.kind === kind));
  const checking = await start(db, program, reading);
  const rowsOf = new Map<ImportFile, number>();
  // Where there is a file of sales, sales that commissions name are those.
  const salesOf = files.some(({ kind }) => kind === 'sales') ? 'sales' : 'commissions';
  for (const file of files) {
    if (checking.problemCount >= MOST_PROBLEMS) break;
    rowsOf.set(file, await checkFile(checking, file, salesOf, options));
  }
  const { fresh, known, sums, notes, noteCount, problems, problemCount, byEmail, partners } = checking;
  if (noteCount > notes.length) notes.push(`… and ${noteCount - notes.length} more`);
  return {
    program,
    reading,
    files,
    rowsOf,
    newPartners: [...byEmail.values()].filter(({ email }) => !partners.has(email)),
    emailOf: (partner) => emailOf(checking, partner),
    sums,
    fresh,
    known,
    notes,
    problems,
    problemCount,
  };
}

async function start(db: Pool | ClientBase, program: ImportProgram, reading: Reading): Promise<Checking> {
  const kinds = () => new Map<string, number>();
  return {
    db,
    program,
    reading,
    partners: await loadPartners(db, program),
    byEmail: new Map(),
    byExternalId: new Map(),
    sums: new Map(),
    seen: { partners: kinds(), customers: kinds(), sales: kinds(), commissions: kinds(), links: kinds() },
    customers: new Set(),
    fresh: { ...NO_COUNTS },
    known: { ...NO_COUNTS },
    notes: [],
    noteCount: 0,
    problems: [],
    problemCount: 0,
    rowCount: 0,
  };
}

async function checkFile(
  checking: Checking,
  file: ImportFile,
  salesOf: ImportKind,
  { maxRows = Number.POSITIVE_INFINITY, signal, onRows = () => undefined }: CheckOptions,
): Promise<number> {
  const found: ImportProblem[] = [];
  const report: Report = (line, { column, message }) => {
    checking.problemCount += 1;
    if (checking.problems.length + found.length < MOST_PROBLEMS)
      found.push({ file: file.name, line, column, problem: message });
  };
  const check = checkerOf(file.kind, salesOf);
  let rows = 0;
  let hasNotedLoss = false;
  let batch: FileRow[] = [];
  try {
    for await (const row of readRows(file, checking.reading.mapping, noteEncoding(checking, file))) {
      rows += 1;
      if (row.hasLostLetters && !hasNotedLoss) {
        hasNotedLoss = true;
        note(
          checking,
          `${file.name}, line ${row.line}: letters were lost (�) before the file came here. ${AS_UTF8}`,
        );
      }
      checking.rowCount += 1;
      if (checking.rowCount > maxRows) {
        batch = [];
        report(row.line, new CellError(null, tooManyRows(maxRows)));
        break;
      }
      batch.push(row);
      if (batch.length < ROWS_AT_ONCE) continue;
      signal?.throwIfAborted();
      await check(checking, batch, report);
      batch = [];
      onRows(checking.rowCount);
      if (checking.problemCount >= MOST_PROBLEMS) break;
    }
    await check(checking, batch, report);
  } catch (error) {
    if (error instanceof CsvError) report(error.line, new CellError(null, error.message));
    else if (error instanceof CellError) report(1, error);
    else throw error;
  }
  checking.problems.push(...found.sort((a, b) => a.line - b.line));
  return rows;
}

const AS_UTF8 = 'Save it as CSV in UTF-8';

/** Notes that a file is in an encoding in which no file names itself. */
function noteEncoding(checking: Checking, { name, encoding = null }: ImportFile) {
  return (detected: TextEncoding) => {
    if ((encoding ?? detected) === 'windows-1252')
      note(
        checking,
        `${name} is not UTF-8 and was read as Windows-1252: look at names with other letters than a to z`,
      );
  };
}

function tooManyRows(maxRows: number): string {
  const count = maxRows.toLocaleString('en');
  return `the files have more than ${count} rows: split them, or use svc-server import-csv`;
}
