import { readFileSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import type { Context } from './context.js';
import { addEventCommands } from './event-commands.js';
import { EXIT, Failure } from './failure.js';
import { type InitOptions, init } from './init.js';
import { setupProcessor } from './setup-processor.js';
import type { Outcome } from './simulate/run-scenario.js';
import { status } from './status.js';
import { createInteractiveTerminal, createPlainTerminal, silentTerminal } from './terminal.js';
import { type TestEvent, testEvents } from './test-events.js';
import { type VerifyStatementOptions, verifyStatement } from './verify-statement.js';
import { watch } from './watch.js';

const SETTINGS = `
Settings are read from .svc/.env in this folder, and from the environment, which takes precedence:
  SVC_API_KEY, SVC_PROGRAM_ID, PROCESSOR_CONNECTED_ACCOUNT_ID, SVC_BASE_URL,
  SVC_MANAGEMENT_KEY (for listen, trigger and mcp)

Exit codes: 0 success, 1 refused or failed, 2 wrong usage.`;

const DEFAULT_TIMEOUT_SECONDS = 600;

const isInteractive = process.stdin.isTTY === true && process.stdout.isTTY === true;
/** Read by hand, because it also decides how to report wrong usage, when nothing has been parsed. */
const isJson = process.argv.includes('--json');

function createTerminal() {
  if (isJson) return silentTerminal;
  if (!isInteractive) return createPlainTerminal(process.stdout, process.stderr);
  return createInteractiveTerminal({ input: process.stdin, output: process.stdout });
}

/** Runs a command to its end; its result is what --json prints. */
async function execute<Value>(
  work: (context: Context) => Promise<Value>,
  exitCodeOf: (result: Value) => number = () => EXIT.done,
): Promise<void> {
  const context = { folder: process.cwd(), environment: process.env, terminal: createTerminal() };
  try {
    const result = await work(context);
    if (isJson && result !== undefined) printJson(result);
    process.exitCode = exitCodeOf(result);
  } catch (error) {
    const failure = error instanceof Failure ? error : unexpected(error);
    context.terminal.fail(failure.message, failure.fix);
    if (isJson) printJson({ error: failure.message, fix: failure.fix });
    process.exitCode = failure.exitCode;
  }
}

/** A bug in this program. */
function unexpected(error: unknown): Failure {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new Failure(`This should not have happened: ${what}`, 'Please report it, with the lines above.');
}

function printJson(value: unknown): void {
  process.stdout.write(`${printable(JSON.stringify(value, null, 2))}\n`);
}

/** For programs that read line by line. */
function printLine(value: unknown): void {
  process.stdout.write(`${printable(JSON.stringify(value))}\n`);
}

/** JSON escapes most control characters by itself. */
function printable(json: string): string {
  return json.replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function seconds(text: string): number {
  const value = Number(text);
  if (Number.isFinite(value) && value > 0 && value <= 86_400) return value;
  throw new InvalidArgumentError('It must be a number of seconds, above 0 and at most 86400.');
}

function addCommands(program: Command): void {
  program
    .command('init')
    .summary('set up a project: .svc with key, settings and a guide for your coding agent')
    .description(
      'Checks the API key with the service and writes .svc/.env (secret, ignored by git), .svc/.env.example,\n' +
        '.svc/AGENTS.md and .svc/skills.md (the same guide twice). Asks for missing values. Files that you have\n' +
        'changed are never replaced without asking; with --yes they are kept.',
    )
    .option('--base-url <url>', 'address of the service')
    .option('--api-key <key>', 'API key of the program (better: SVC_API_KEY in the environment)')
    .option('--program-id <id>', 'refuse a key of another program')
    .option('-y, --yes', 'ask nothing')
    .option('--json', 'ask nothing, and print what was written as JSON')
    .action((options: InitOptions) => execute((context) => init(context, options)));
  program
    .command('status')
    .summary('show the progress of the integration, and what to do next')
    .option('--json', 'print the response of the service as JSON')
    .option('--check', 'exit with 1 unless nothing is left to do')
    .action(({ check }: { check?: boolean }) =>
      execute(status, ({ next_step }) => (check && next_step !== null ? EXIT.failed : EXIT.done)),
    );
  program
    .command('watch')
    .summary('show clicks, leads, sales and refunds as they arrive, and what is refused')
    .option('--json', 'print one line of JSON for each')
    .option('--timeout <seconds>', 'end after this time, for scripts and agents', seconds)
    .action(({ timeout }: { timeout?: number }) =>
      execute((context) =>
        watch(context, { timeoutSeconds: timeout, onItem: isJson ? printLine : () => {} }),
      ),
    );
  const setup = program.command('setup').summary('connect other services');
  setup
    .command('processor')
    .summary('connect your Stripe account, so that payments are attributed')
    .option('--no-browser', 'only print the address to open')
    .option('--timeout <seconds>', 'how long to wait for you', seconds, DEFAULT_TIMEOUT_SECONDS)
    .action(({ browser, timeout }: { browser: boolean; timeout: number }) =>
      execute((context) => setupProcessor(context, { isBrowserOpened: browser, timeoutSeconds: timeout })),
    );
  program
    .command('verify-statement')
    .summary('check that a statement of a partner is genuine and adds up')
    .argument('<file>', 'a statement that was downloaded')
    .option('--base-url <url>', 'address of the service that issued it, whose key is asked for')
    .option('--key <file>', 'file with the key of the service, to check it offline')
    .option('--json', 'print the result as JSON')
    .action((file: string, options: VerifyStatementOptions) =>
      execute(
        (context) => verifyStatement(context, file, options),
        (result) => (result.is_genuine && result.adds_up ? EXIT.done : EXIT.failed),
      ),
    );
  addTestCommands(program);
  addEventCommands(program, { isJson, execute });
  addSimulate(program);
}

function addSimulate(program: Command): void {
  program
    .command('simulate')
    .argument('<file>', 'a scenario: a program, its partners, and what happens, as JSON')
    .summary('run a scenario on a service in memory, and print the books')
    .description(
      'Runs months of clicks, sales, renewals, refunds, disputes and payouts in seconds, on the service itself with a\n' +
        'clock of its own, and prints what each partner has and why. Nothing is sent to your service, and nothing is kept.\n' +
        'Needs @svc/testing. Exits with 1 unless the books are what the scenario expects.',
    )
    .option('--json', 'print the books as JSON')
    .action(async (file: string) => {
      const { isAsExpected, simulate } = await import('./simulate/simulate.js');
      await execute(
        async (context) => {
          const outcome = await simulate(context, file);
          if (!isJson) process.stdout.write(await booksText(outcome));
          return outcome;
        },
        (outcome) => (isAsExpected(outcome) ? EXIT.done : EXIT.failed),
      );
    });
}

async function booksText(outcome: Outcome): Promise<string> {
  const { printOutcome } = await import('./simulate/print-outcome.js');
  const { columns = 80, hasColors } = process.stdout;
  return printOutcome(outcome, { columns, hasColor: process.stdout.isTTY === true && hasColors() });
}

function addTestCommands(program: Command): void {
  const events: Readonly<Record<TestEvent, string>> = {
    click: 'send a test click on a referral link of the program',
    lead: 'send a test lead, after the click it needs',
    sale: 'send a test sale, after the click and the lead it needs',
  };
  const test = program.command('test').summary('send test events, which earn no commission');
  for (const [event, summary] of Object.entries(events) as [TestEvent, string][]) {
    test
      .command(event)
      .summary(summary)
      .option('--json', 'print the requests and responses as JSON')
      .action(() => execute((context) => testEvents(context, event)));
  }
}

/** Help, exit codes and wording that all commands share. */
function withHelp(command: Command): Command {
  command
    .helpOption('-h, --help', 'show help')
    .configureHelp({ helpWidth: 110 })
    .showHelpAfterError('(run svc --help for a list of commands)')
    .exitOverride();
  if (isJson) command.configureOutput({ writeErr: () => {} });
  for (const child of command.commands) withHelp(child);
  return command;
}

function createCommands(): Command {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const program = new Command('svc')
    .description('Sets up and tests the integration of a project with the affiliate service.')
    .version(version, '-V, --version', 'print the version')
    .helpCommand('help [command]', 'show help for a command')
    .addHelpText('after', SETTINGS);
  addCommands(program);
  return withHelp(program);
}

// The reader may close the pipe early, as `head` does; the command still completes.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

try {
  await createCommands().parseAsync();
} catch (error) {
  // Commander has printed what is wrong, or the help that was asked for.
  if (!(error instanceof CommanderError)) throw error;
  const isHelp = error.exitCode === 0;
  process.exitCode = isHelp ? EXIT.done : EXIT.wrongUse;
  if (isJson && !isHelp)
    printJson({
      error: error.message.replace(/^error: /, ''),
      fix: 'Run svc --help for a list of commands.',
    });
}
