import type { Pool } from 'pg';
import { deriveKey, loadSecret } from '../crypto/secret.js';
import { migrate } from '../database/migrate.js';
import type { Database } from '../database/open.js';
import { exportWorkspace, type TransferProgress } from '../transfer/export-workspace.js';
import { type ImportReport, importWorkspace } from '../transfer/import-workspace.js';
import { type CommandContext, refuseOldSchema, withDatabase, withExistingDatabase } from './commands.js';
import type { Config } from './config.js';
import { createStatusLine, drawBar, type StatusLine } from './status-line.js';
import { describeSpeed } from './verify-texts.js';

/** Progress as one line: `[####................] sales: 1,234,567 rows in 42 s (29,400 rows/s)`. */
export function describeTransfer({ done, table, rows }: TransferProgress, ms: number): string {
  return `${drawBar(done)} ${table}: ${describeSpeed(rows, ms)}`;
}

function showProgress(status: StatusLine): (progress: TransferProgress) => void {
  const startedMs = performance.now();
  return (progress) => status.show(describeTransfer(progress, performance.now() - startedMs));
}

/** Tells two secrets apart, and nothing about them. */
function idOfSecret(secret: string): string {
  return deriveKey(secret, 'export: id of the secret').slice(0, 16);
}

/** Ids of the secrets that open what is encrypted, the one in use first; none: no secret is known here. */
async function idsOfSecrets({
  secret,
  previousSecrets,
  databaseUrl,
  dataDir,
}: Config): Promise<readonly string[]> {
  const kept = secret === null && databaseUrl === null ? await loadSecret(dataDir) : secret;
  return [...(kept === null ? [] : [kept]), ...previousSecrets].map(idOfSecret);
}

/** Writes everything of a workspace to a file. Contract 2 section 15. */
export async function runExport(
  context: CommandContext,
  { workspace, file }: { readonly workspace: string; readonly file: string },
  status: StatusLine = createStatusLine(process.stderr),
): Promise<boolean> {
  const { config, print } = context;
  const [secretId = null] = await idsOfSecrets(config);
  return withExistingDatabase(
    context,
    async ({ pool }) => {
      await refuseOldSchema(pool);
      const startedMs = performance.now();
      const onProgress = showProgress(status);
      const options = { workspace, file, secretId, onProgress };
      const { rows, digest } = await exportWorkspace(pool, options).finally(status.clear);
      print(describeSpeed(rows, performance.now() - startedMs));
      print(`digest ${digest}  ${workspace}`);
      print(`exported to ${file}`);
      return true;
    },
    { writes: false },
  );
}

/** Reads a file of `runExport` into an empty service. Contract 2 section 15. */
export async function runImport(
  context: CommandContext,
  { file }: { readonly file: string },
  status: StatusLine = createStatusLine(process.stderr),
): Promise<boolean> {
  const { config, print } = context;
  const run = async ({ pool, engine }: Database): Promise<boolean> => {
    await migrate(pool);
    const startedMs = performance.now();
    const onProgress = showProgress(status);
    const report = await importWorkspace(pool, { file, engine, onProgress }).finally(status.clear);
    print(describeSpeed(report.rows, performance.now() - startedMs));
    print(`digest ${report.digest}  ${report.workspace}`);
    print(`imported ${report.workspace} as it was at ${report.exportedAt}`);
    for (const line of await describeSecret(pool, report, await idsOfSecrets(config))) print(line);
    return true;
  };
  // The one transaction of the import would keep that waiting; it analyzes everything at the end.
  return withDatabase(context, run, { cleansItself: false });
}

/** What to do where the secrets of this service do not open what is encrypted in the file. */
async function describeSecret(
  pool: Pool,
  { secretId }: ImportReport,
  known: readonly string[],
): Promise<readonly string[]> {
  if (secretId !== null && known.includes(secretId)) return [];
  const { rows } = await pool.query<{ found: boolean }>(
    `select exists (select 1 from partner_payout_details where encrypted is not null)
         or exists (select 1 from two_factors) or exists (select 1 from webhooks) as found`,
  );
  if (rows[0]?.found !== true) return [];
  return [
    'Payout details, two-factor secrets and webhook secrets in it are encrypted with the secret of the service it comes from.',
    'Start this service with that secret in SVC_SECRET, or in SVC_PREVIOUS_SECRETS beside another one in SVC_SECRET.',
  ];
}
