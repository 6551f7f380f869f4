import { type Command, InvalidArgumentError } from 'commander';
import type { Context } from './context.js';
import { type ListenOptions, listen } from './listen.js';
import { managementConnectionOf } from './management.js';
import { type TriggerOptions, trigger } from './trigger.js';

interface Runner {
  readonly isJson: boolean;
  execute(work: (context: Context) => Promise<unknown>): Promise<void>;
}

function wholeNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number.');
}

/** Adds the commands for building on svc, which use a management key: `listen`, `trigger`, `mcp`. */
export function addEventCommands(program: Command, { isJson, execute }: Runner): void {
  program
    .command('listen')
    .summary('send events of the workspace to an address on this machine, signed like webhooks')
    .requiredOption('--forward-to <url>', 'where to send them, such as http://localhost:3000/webhooks')
    .option('--types <list>', 'only these types, such as sale.created,sale.refunded')
    .option('--after <sequence>', 'begin after this event instead of with new ones', wholeNumber)
    .option('--json', 'print one line of JSON for each event')
    .action((options: ListenOptions) => execute((context) => runListen(context, options, isJson)));
  program
    .command('trigger')
    .argument('<type>', 'such as sale.created or payout.paid')
    .summary('make one event of a type, with test_mode: true')
    .description(
      'Makes a test lead, sale or refund for lead.created, sale.created and sale.refunded, and a sample for every\n' +
        'other type. Earns nobody anything.',
    )
    .option('--program <id>', 'the program of the event, where the workspace has several', wholeNumber)
    .option('--json', 'print the response of the service as JSON')
    .action((type: string, options: TriggerOptions) => execute((context) => trigger(context, type, options)));
  program
    .command('mcp')
    .summary(
      'offer what the management key allows as tools to an agent (Model Context Protocol on stdin and stdout)',
    )
    .option('--read-only', 'offer nothing that changes data')
    .option('--only <groups>', 'offer these groups of tools: reads, daily, partners, money, setup')
    .action(({ readOnly = false, only }: { readOnly?: boolean; only?: string }) =>
      execute((context) => runMcp(context, readOnly ? ['reads', only].filter(Boolean).join(',') : only)),
    );
}

/** Lists each event on a line of its own, until Ctrl-C. */
async function runListen(context: Context, options: ListenOptions, isJson: boolean): Promise<void> {
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
  await listen(context, options, {
    signal: ending.signal,
    onEvent(event, result) {
      if (isJson) process.stdout.write(`${JSON.stringify({ event, ...result })}\n`);
      const outcome = 'status' in result ? String(result.status) : result.error;
      const line = `${event.sequence}  ${event.type}  ${event.id}  → ${outcome}`;
      if ('status' in result && result.status < 300) context.terminal.done(line);
      else context.terminal.warn(line);
    },
  });
}

/** Stdout belongs to the protocol, so nothing else is printed. The protocol is loaded only here. */
async function runMcp(context: Context, only: string | undefined): Promise<void> {
  const connection = await managementConnectionOf(context);
  const { passMessages } = await import('./mcp.js');
  await passMessages(connection, { only });
}
