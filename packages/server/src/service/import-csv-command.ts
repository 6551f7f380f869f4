import { createReadStream } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline/promises';
import {
  IMPORT_KINDS,
  IMPORT_SYSTEMS,
  type ImportKind,
  type ImportMapping,
  type ImportSystem,
  importKindOf,
} from '@svc/contract';
import type { Pool } from 'pg';
import { type CheckedFiles, checkFiles } from '../features/imports/check-files.js';
import type { ImportFile } from '../features/imports/file-rows.js';
import { importFiles, reportOf } from '../features/imports/import-files.js';
import type { ImportProgram } from '../features/imports/known-rows.js';
import { readMapping } from '../features/imports/mapping.js';
import { ImportError } from '../features/imports/problem.js';
import { readProgramCurrency } from '../features/imports/read-program-currency.js';
import type { Reading } from '../features/imports/records.js';
import { MAPPINGS } from '../features/imports/systems/index.js';
import { createIdSource } from '../ingest/ids.js';
import { type CommandContext, refuseOldSchema, withExistingDatabase } from './commands.js';
import { describeImport, describeProblems } from './import-texts.js';
import { createStatusLine, type StatusLine } from './status-line.js';
import { describeSpeed } from './verify-texts.js';

/** How audit entries name who imported. */
const COMMAND = 'svc-server import-csv';

/** What is asked of the command. */
export interface ImportCsvRequest {
  readonly program: string;
  /** A name of `IMPORT_SYSTEMS`, or the path of a mapping. */
  readonly mapping: string;
  readonly files: readonly string[];
  readonly isDryRun: boolean;
  /** Nobody is asked whether to go on. */
  readonly isConfirmed: boolean;
}

/** Prints a mapping that is ready, to be changed and given as a file. */
export function printMapping(name: string): string {
  return JSON.stringify(MAPPINGS[systemOf(name) ?? refuseMapping(name)], null, 2);
}

/**
 * Imports files of another system into a program: shows what they come to first, and writes all of it or nothing. false: a row is bad, or
 * somebody said no. Contract 2 section 15.
 */
export async function runImportCsv(
  context: CommandContext,
  request: ImportCsvRequest,
  status: StatusLine = createStatusLine(process.stderr),
): Promise<boolean> {
  const { now, print } = context;
  const mapping = await loadMapping(request.mapping);
  const files = await Promise.all(request.files.map(openFile));
  return withExistingDatabase(context, async ({ pool }) => {
    await refuseOldSchema(pool);
    const program = await findProgram(pool, request.program);
    const programCurrency = await readProgramCurrency(pool, program.programId);
    const reading: Reading = { mapping, programCurrency, nowMs: now() };
    status.show('reading the files');
    const checked = await checkFiles(pool, program, files, reading).finally(status.clear);
    const report = reportOf(checked, null);
    for (const line of describeImport(report, process.stdout.columns ?? 110)) print(line);
    if (report.problem_count > 0) {
      for (const line of describeProblems(report)) print(line);
      return false;
    }
    if (request.isDryRun) {
      print('dry run: nothing was written');
      return true;
    }
    if (!request.isConfirmed && !(await confirm())) {
      print('nothing was written');
      return false;
    }
    return write(context, { pool, checked, status });
  });
}

async function write(
  { print, now }: CommandContext,
  input: {
    readonly pool: Pool;
    readonly checked: CheckedFiles;
    readonly status: StatusLine;
  },
): Promise<boolean> {
  const { pool, checked, status } = input;
  const startedMs = performance.now();
  let rows = 0;
  const onRows = (more: number) => {
    rows += more;
    status.show(`importing: ${describeSpeed(rows, performance.now() - startedMs)}`);
  };
  const actor = { userId: null, email: COMMAND };
  const report = await importFiles(pool, createIdSource(), { checked, actor, now, onRows }).finally(
    status.clear,
  );
  print(
    report.import_id === null
      ? 'everything was here already; nothing was written'
      : `imported as import ${report.import_id}`,
  );
  return true;
}

/** Asks a person at a terminal; a script has decided by running the command. */
async function confirm(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question('Import this? [y/N] ')).trim());
  } finally {
    terminal.close();
  }
}

function systemOf(name: string): ImportSystem | null {
  return IMPORT_SYSTEMS.find((system) => system === name.toLowerCase()) ?? null;
}

function refuseMapping(name: string): never {
  throw new ImportError([
    `--mapping ${name}: there is no such file, and no mapping of this name; there are ${IMPORT_SYSTEMS.join(', ')}`,
  ]);
}

async function loadMapping(given: string): Promise<ImportMapping> {
  const system = systemOf(given);
  if (system !== null) return MAPPINGS[system];
  const text = await readFile(given, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return refuseMapping(given);
    throw error;
  });
  try {
    return readMapping(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) throw new ImportError([`${given} is not JSON: ${error.message}`]);
    throw error;
  }
}

/** What a file has rows of follows from its name, or stands before it: `sales=report.csv`. */
async function openFile(given: string): Promise<ImportFile> {
  const [, before, after] = /^([a-z]+)=(.+)$/s.exec(given) ?? [];
  const kind = IMPORT_KINDS.find((one) => one === before) ?? kindOfName(given);
  const path = kind === before && after !== undefined ? after : given;
  await access(path).catch(() => {
    throw new ImportError([`${path}: there is no such file, or it cannot be read`]);
  });
  return { kind, name: basename(path), open: () => createReadStream(path) as AsyncIterable<Buffer> };
}

function kindOfName(path: string): ImportKind {
  const kind = importKindOf(basename(path));
  if (kind !== null) return kind;
  throw new ImportError([
    `${path}: its name does not say what it has rows of; put it before the path, as in sales=${path} (${IMPORT_KINDS.join(', ')})`,
  ]);
}

async function findProgram(pool: Pool, given: string): Promise<ImportProgram> {
  const { rows } = await pool.query<{ workspace_id: number }>(
    'select workspace_id from programs where id = $1',
    [/^[1-9]\d{0,14}$/.test(given) ? Number(given) : 0],
  );
  if (rows[0] === undefined) throw new ImportError([`There is no program ${given}`]);
  return { workspaceId: rows[0].workspace_id, programId: Number(given) };
}
