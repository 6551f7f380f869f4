import { Command, CommanderError } from 'commander';
import { systemNow } from './clock.js';
import { prepareEngine } from './database/embedded/engine-thread.js';
import { explainDatabaseError } from './database/explain-error.js';
import { readVersion } from './service/built-files.js';
import { readConfig } from './service/config.js';
import { environmentHelp } from './service/environment.js';
import { createLogger, redactText } from './service/logger.js';

const EXIT_CODES = `
Exit codes: 0 done, 1 failed or refused, 2 wrong use.`;

const CONFIGURED = `
The database is the one of DATABASE_URL, or the embedded one in SVC_DATA_DIR (./data), which only one process can have
open at a time. All variables: svc-server --help`;

/** Errors whose message says everything; for others the place in the program helps too. */
const PLAIN_ERRORS = [
  'DataDirectoryError',
  'DirectoryInUseError',
  'UnfinishedRestoreError',
  'DatabaseUnusableError',
  'SchemaTooNewError',
  'MigrationChangedError',
  'ListenError',
  'ReconcileError',
  'TransferError',
  'BackupError',
  'FileExistsError',
  'SealFileError',
  'RefusedError',
];

// What this process makes is for its user alone: database, secret, mails. It holds for the whole process, which does
// nothing else.
process.umask(0o077);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** One line for each problem on stderr. */
function printError(error: unknown): void {
  const problems = (error as { problems?: readonly string[] }).problems;
  const lines = problems ?? [describe(error)];
  for (const line of lines) process.stderr.write(`svc-server: ${line}\n`);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return redactText(String(error));
  const isPlain = PLAIN_ERRORS.includes(error.name);
  return redactText(
    explainDatabaseError(error) ?? (isPlain ? error.message : (error.stack ?? error.message)),
  );
}

/** Runs a command's work; false or an error make the exit code 1. */
async function execute(work: () => Promise<boolean>): Promise<void> {
  try {
    if (!(await work())) process.exitCode = 1;
  } catch (error) {
    printError(error);
    process.exitCode = 1;
  }
}

/** For commands that only touch the database: the secret is not needed. */
function databaseContext() {
  const config = readConfig(process.env, { requireSecret: false });
  if (config.databaseUrl === null) prepareEngine();
  return { config, logger: createLogger(), print, now: systemNow };
}

function addCommands(program: Command): void {
  program
    .command('serve')
    .summary('run the service')
    .description(
      'Runs the service: opens and migrates the database, applies SVC_PROVISION_FILE, then listens on HOST and PORT.\n' +
        'SIGTERM or SIGINT shuts it down after accepted requests are finished and stored. It logs JSON lines to stderr.',
    )
    .addHelpText('after', `\n${environmentHelp()}\n${EXIT_CODES}`)
    .action(() =>
      execute(async () => {
        const context = { config: readConfig(process.env), logger: createLogger(), print, now: systemNow };
        if (context.config.databaseUrl === null) prepareEngine();
        await (await import('./service/serve.js')).serve(context);
        return true;
      }),
    );
  program
    .command('migrate')
    .summary('update the database schema')
    .description(
      'Updates the database schema to this version and creates the monthly click tables in advance.\n' +
        '`serve` does the same at startup. Several processes can run it at once.',
    )
    .addHelpText('after', `${CONFIGURED}\n${EXIT_CODES}`)
    .action(() =>
      execute(async () => {
        const context = databaseContext();
        return (await import('./service/commands.js')).runMigrate(context);
      }),
    );
  program
    .command('provision')
    .summary('apply a provision file')
    .description(
      'Creates and updates workspaces, members, programs, partners, links and keys from a JSON file, in one\n' +
        'transaction. Applying the same file again changes nothing. Objects that the file does not mention are kept,\n' +
        'and so is anything that was changed, removed, archived or revoked in the dashboard since: one line names\n' +
        'each. Passwords are set for new accounts only. Unknown keys and invalid values are rejected, each with its\n' +
        'position in the file. A generated API key is printed once.',
    )
    .argument('<file>', 'path of the JSON file')
    .option('--force', 'overwrite later changes and restore what was removed, archived or revoked', false)
    .addHelpText('after', `${CONFIGURED}\n${EXIT_CODES}`)
    .action((path: string, { force: isForced }: { force: boolean }) =>
      execute(async () => {
        const context = databaseContext();
        return (await import('./service/commands.js')).runProvision(context, { path, isForced });
      }),
    );
  addVerify(program);
  addReplay(program);
  addReconcile(program);
  addSendTestEmail(program);
  addTransfer(program);
  addImportCsv(program);
  addBackup(program);
}

function addVerify(program: Command): void {
  program
    .command('verify')
    .summary('recompute the books and report differences')
    .description(
      'Recomputes every commission, balance and total from the recorded events, checks the seals,\n' +
        'and prints each difference. Changes nothing.',
    )
    .option('--digest', 'also print one digest for each workspace, of its ledger and what explains it', false)
    .addHelpText(
      'after',
      `${CONFIGURED}\n\nExit codes: 0 no difference, 1 differences or failed, 2 wrong use.`,
    )
    .option('--seals <file>', 'compare with seals that were kept elsewhere (JSON or NDJSON)')
    .action(({ digest: printsDigests, seals }: { digest: boolean; seals?: string }) =>
      execute(async () => {
        const context = databaseContext();
        const { runVerify } = await import('./service/commands.js');
        return runVerify(context, { printsDigests, sealsFile: seals ?? null });
      }),
    );
}

function addBackup(program: Command): void {
  const configured = `
The data directory is SVC_DATA_DIR (./data). With DATABASE_URL, both say which programs of PostgreSQL to use instead.`;
  program
    .command('backup')
    .summary('write a backup of the embedded database to a file')
    .description(
      'Writes the embedded database and its generated secret to a new file, readable by this user only. While the\n' +
        'service runs, it writes the backup and goes on recording; run this as the same user or as root. The data\n' +
        'directory needs room for the file. What was answered until the time that is printed at the end is in it.',
    )
    .argument('<file>', 'file to write, such as svc-backup.tar.gz; it must not exist')
    .addHelpText('after', `${configured}\n${EXIT_CODES}`)
    .action((file: string) =>
      execute(async () => {
        const context = databaseContext();
        return (await import('./service/backup-commands.js')).runBackup(context, { file });
      }),
    );
  program
    .command('restore')
    .summary('restore a backup into an empty data directory')
    .description(
      'Restores a file of `svc-server backup` into a data directory that is empty or does not exist: all of it, or\n' +
        'nothing. A file that was cut off or damaged is refused. Needs the version of svc that made the backup, or one\n' +
        'with the same database engine.',
    )
    .argument('<file>', 'path of the backup')
    .addHelpText('after', `${configured}\n${EXIT_CODES}`)
    .action((file: string) =>
      execute(async () => {
        const context = databaseContext();
        return (await import('./service/backup-commands.js')).runRestore(context, { file });
      }),
    );
}

function addTransfer(program: Command): void {
  program
    .command('export')
    .summary('write everything of a workspace to a file')
    .description(
      'Writes everything that belongs to a workspace to a new file, from one state of the database: one JSON object\n' +
        'on each line, compressed with gzip, readable by this user only. `svc-server import` makes the same workspace\n' +
        'of it again, on either kind of database. Passwords and keys are in it as hashes; payout details, two-factor\n' +
        'secrets and webhook secrets stay encrypted with SVC_SECRET. People sign in again after the move.',
    )
    .requiredOption('--workspace <name>', 'name of the workspace')
    .requiredOption('--out <file>', 'file to write, such as acme.ndjson.gz; it must not exist')
    .addHelpText('after', `${CONFIGURED}\n${EXIT_CODES}`)
    .action(({ workspace, out: file }: { workspace: string; out: string }) =>
      execute(async () => {
        const context = databaseContext();
        return (await import('./service/transfer-commands.js')).runExport(context, { workspace, file });
      }),
    );
  program
    .command('import')
    .summary('read a workspace from a file of `export`')
    .description(
      'Reads a file of `svc-server export` into an empty service that is not running: all of it, or nothing. Ids stay\n' +
        'the same, and new ones continue behind them. A file that was cut off or changed is refused, with the line.\n' +
        'A service is empty when nothing in it has an id, name, short link or key of the file. So the workspaces of\n' +
        'one service can be imported into another one after the other. Both must have the same version.',
    )
    .argument('<file>', 'path of the file')
    .addHelpText('after', `${CONFIGURED}\n${EXIT_CODES}`)
    .action((file: string) =>
      execute(async () => {
        const context = databaseContext();
        return (await import('./service/transfer-commands.js')).runImport(context, { file });
      }),
    );
}

function addImportCsv(program: Command): void {
  program
    .command('import-csv')
    .summary('import the history of another system from its CSV files')
    .description(
      'Reads files of partners, customers, sales and commissions, prints what they come to by partner, and imports all of\n' +
        'it, or nothing: a bad row is named with its line and column. Imported sales earn nothing; what imported customers\n' +
        'pay later earns by the rule. What is here already stays as it is, so the same files can be imported again.\n' +
        'What a file has rows of follows from its name, or is put before it: sales=report.csv',
    )
    .argument('[files...]', 'partners.csv, customers.csv, sales.csv, commissions.csv; one or more of them')
    .option('--program <id>', 'id of the program')
    .option(
      '--mapping <name or file>',
      'rewardful, firstpromoter, tolt, dub, partnerstack, or a JSON file of your own',
    )
    .option('--dry-run', 'only print what would be imported', false)
    .option('--yes', 'import without asking', false)
    .option('--print-mapping <name>', 'print a mapping that is ready, to be changed and used as a file')
    .addHelpText('after', `${CONFIGURED}\n${EXIT_CODES}`)
    .action((files: string[], given: ImportCsvOptions, command: Command) => {
      const { program: programId, mapping, printMapping: printed } = given;
      if (printed !== undefined)
        return execute(async () => {
          print((await import('./service/import-csv-command.js')).printMapping(printed));
          return true;
        });
      if (programId === undefined) command.error("error: required option '--program <id>' not specified");
      if (mapping === undefined)
        command.error("error: required option '--mapping <name or file>' not specified");
      if (files.length === 0) command.error("error: missing required argument 'files'");
      const request = {
        program: programId,
        mapping,
        files,
        isDryRun: given.dryRun,
        isConfirmed: given.yes,
      };
      return execute(async () => {
        const context = databaseContext();
        return (await import('./service/import-csv-command.js')).runImportCsv(context, request);
      });
    });
}

interface ImportCsvOptions {
  readonly program?: string;
  readonly mapping?: string;
  readonly dryRun: boolean;
  readonly yes: boolean;
  readonly printMapping?: string;
}

function addReplay(program: Command): void {
  program
    .command('replay')
    .summary('decide all recorded leads and sales once more')
    .description(
      'Replays every click, lead and sale of a program under the policy that was in force, and prints each sale that\n' +
        'would be credited to another partner or earn another amount. Changes nothing.',
    )
    .requiredOption('--program <id>', 'id of the program')
    .addHelpText(
      'after',
      `${CONFIGURED}\n\nExit codes: 0 no difference, 1 differences or failed, 2 wrong use.`,
    )
    .action(({ program: given }: { program: string }) =>
      execute(async () => {
        const context = databaseContext();
        return (await import('./service/replay-command.js')).runReplay(context, given);
      }),
    );
}

function addReconcile(program: Command): void {
  program
    .command('reconcile')
    .summary('compare sales with the payment provider')
    .description(
      'Compares the sales of a workspace with the payments of its Stripe account: missing sales, duplicate sales,\n' +
        'different amounts and missing refunds. --apply records missing sales and refunds, as events do.\n' +
        'Requires PROCESSOR_SECRET_KEY.',
    )
    .requiredOption('--workspace <name>', 'name of the workspace')
    .option('--since <date>', 'start date, such as 2026-01-31 (default: 30 days ago)')
    .option('--apply', 'record missing sales and refunds', false)
    .addHelpText(
      'after',
      `${CONFIGURED}\n\nExit codes: 0 nothing differs, or all of it was applied, 1 differences or failed, 2 wrong use.`,
    )
    .action((given: { workspace: string; since?: string; apply: boolean }) =>
      execute(async () => {
        const context = databaseContext();
        const { workspace, since = null, apply } = given;
        return (await import('./service/commands.js')).runReconcile(context, { workspace, since, apply });
      }),
    );
}

function addSendTestEmail(program: Command): void {
  program
    .command('send-test-email')
    .summary('send an email to check SMTP_URL and MAIL_FROM')
    .description(
      'Sends an email to the address through the server of SMTP_URL, and prints whether the server took it, or why not\n' +
        'and which setting helps. Needs no database.',
    )
    .argument('<address>', 'who gets the email')
    .action((address: string) =>
      execute(async () => {
        const { mail } = readConfig(process.env, { requireSecret: false });
        return (await import('./service/send-test-email.js')).sendTestEmail({ mail, address, print });
      }),
    );
}

function createProgram(): Command {
  const program = new Command('svc-server')
    .description('Affiliate attribution and tracking service.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .showHelpAfterError('(run `svc-server --help` for help)')
    .configureHelp({ helpWidth: 110 })
    .exitOverride();
  addCommands(program);
  for (const command of program.commands) command.helpOption('-h, --help', 'show help').exitOverride();
  return program.addHelpText('after', `\n${environmentHelp()}\n${EXIT_CODES}`);
}

try {
  await createProgram().parseAsync();
} catch (error) {
  // Commander has printed what is wrong, or the help that was asked for.
  if (!(error instanceof CommanderError)) throw error;
  process.exitCode = error.exitCode === 0 ? 0 : 2;
}
