import { Buffer } from 'node:buffer';
import { ImportCreate, type ImportMapping, ImportReport, type ImportSystem } from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Static } from 'typebox';
import { withClient } from '../../database/transaction.js';
import { unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { checkFiles } from './check-files.js';
import type { ImportFile } from './file-rows.js';
import { importFiles, reportOf } from './import-files.js';
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
  // Before the transaction, which would keep an embedded database for itself.
  prepare: (call) => withClient(call.pool, (client) => check(client, call)),
  async run({ client, services, input, actor, onProgress, prepared }) {
    const { program, reading, files, checked } = prepared;
    if (input.preview === true) return unchanged(reportOf(checked, null));
    const total = [...checked.rowsOf.values()].reduce((sum, rows) => sum + rows, 0);
    let written = 0;
    const onRows = (rows: number) => {
      written += rows;
      onProgress(written, total);
    };
    const request = { program, reading, files, checked, by: actor.email, onRows };
    return importFiles(client, services.tracking.ids, request).catch(refuseProblems);
  },
});

interface ImportCall {
  readonly scope: { readonly workspaceId: number; readonly programId: number };
  readonly input: Static<typeof ImportCreate>;
  readonly nowMs: number;
  readonly signal: AbortSignal | null;
  onProgress(done: number, total: number | null): void;
}

/** Reads the files and compares them with what is there. */
async function check(
  client: ClientBase,
  { scope: { workspaceId, programId }, input, nowMs, signal, onProgress }: ImportCall,
) {
  const program = { workspaceId, programId };
  const mapping = mappingOf(input.mapping);
  const reading: Reading = { mapping, programCurrency: await readProgramCurrency(client, programId), nowMs };
  const files = input.files.map(fileOf);
  const onRows = (rows: number) => onProgress(rows, null);
  const options = { maxRows: MAX_ROWS, signal, onRows };
  return { program, reading, files, checked: await checkFiles(client, program, files, reading, options) };
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
