import { Buffer } from 'node:buffer';
import { ImportCreate, type ImportMapping, ImportReport, type ImportSystem } from '@svc/contract';
import type { Static } from 'typebox';
import { unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import type { Call } from '../../operations/operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { type CheckedFiles, checkFiles } from './check-files.js';
import type { ImportFile } from './file-rows.js';
import { hasNewRows, importFiles, reportOf } from './import-files.js';
import type { ImportProgram } from './known-rows.js';
import { readMapping } from './mapping.js';
import { ImportError } from './problem.js';
import { readProgramCurrency } from './read-program-currency.js';
import type { Reading } from './records.js';
import { MAPPINGS } from './systems/index.js';

/** Files of more than this are imported by the command. */
const MAX_BODY_BYTES = 20 * 1024 * 1024;
const MAX_ROWS = 200_000;

/** Imports history of another system from its files, or says what that would come to. Contract 2 section 15. */
export const createImport = defineOperation({
  name: 'createImport',
  route: 'POST /api/programs/:programId/imports',
  permission: 'commission:write',
  summary:
    'Import partners, customers and history of another system; with `preview`, only say what would be imported',
  input: ImportCreate,
  output: ImportReport,
  errors: ['import_invalid', 'program_archived'],
  audit: 'import.create',
  maxBodyBytes: MAX_BODY_BYTES,
  long: 'import',
  // Outside of the transaction of the operation: what an import writes is in short ones of its own.
  prepare: (call) => runImport(call).catch(refuseProblems),
  run: async ({ prepared }) => unchanged(prepared),
});

type ImportCall = Pick<
  Call<ImportProgram, Static<typeof ImportCreate>>,
  'pool' | 'services' | 'scope' | 'input' | 'actor' | 'nowMs' | 'signal' | 'onProgress' | 'refuseCancel'
>;

async function runImport(call: ImportCall): Promise<ImportReport> {
  const { pool, services, input, actor, nowMs, signal, onProgress } = call;
  const startedMs = services.now();
  const checked = await check(call);
  if (input.preview === true) return reportOf(checked, null);
  const total = [...checked.rowsOf.values()].reduce((sum, rows) => sum + rows, 0);
  let written = 0;
  const onRows = (rows: number) => {
    written += rows;
    onProgress(Math.min(written, total), total);
  };
  if (checked.problemCount === 0 && hasNewRows(checked)) await call.refuseCancel();
  const now = () => nowMs + services.now() - startedMs;
  const request = { checked, actor, now, signal, onRows };
  return importFiles(pool, services.tracking.ids, request);
}

/** Reads the files and compares them with what is there. */
async function check({ pool, scope, input, nowMs, signal, onProgress }: ImportCall): Promise<CheckedFiles> {
  const { workspaceId, programId } = scope;
  const mapping = mappingOf(input.mapping);
  const programCurrency = await readProgramCurrency(pool, programId);
  const reading: Reading = { mapping, programCurrency, nowMs };
  const onRows = (rows: number) => onProgress(rows, null);
  const options = { maxRows: MAX_ROWS, signal, onRows };
  return checkFiles(pool, { workspaceId, programId }, input.files.map(fileOf), reading, options);
}

function mappingOf(given: ImportMapping | ImportSystem): ImportMapping {
  if (typeof given === 'string') return MAPPINGS[given];
  try {
    return readMapping(given);
  } catch (error) {
    return refuseProblems(error);
  }
}

function fileOf({ kind, name, text, encoding }: Static<typeof ImportCreate>['files'][number]): ImportFile {
  return {
    kind,
    name,
    encoding: encoding ?? null,
    async *open() {
      yield Buffer.from(text);
    },
  };
}

function refuseProblems(error: unknown): never {
  if (!(error instanceof ImportError)) throw error;
  throw new RefusedError('import_invalid', error.problems[0]);
}
