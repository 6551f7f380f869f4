import type { CliStatusAnswer } from '@svc/contract';
import type { Context } from './context.js';
import { describeCommission } from './money.js';
import { runnable } from './runnable.js';
import { createService } from './service.js';
import { connectionOf, readVariables } from './settings.js';
import type { Terminal } from './terminal.js';

/** `svc status`: shows the progress of the integration. Contract section 2; contract 2, section 17. */
export async function status(context: Context): Promise<CliStatusAnswer> {
  const { terminal } = context;
  const variables = await readVariables(context.folder, context.environment);
  const connection = connectionOf(variables);
  terminal.start('svc status');
  const answer = await terminal.waiting('Asking the service', () => createService(connection).status());
  const { program } = answer;
  terminal.done(
    [
      `${program.name}, program ${program.id}`,
      `domain      ${program.domain}`,
      `commission  ${describeCommission(program.commission, program.currency)}`,
      `cookie      ${program.cookie_window_days} days`,
      `leads       ${program.lead_source === 'server' ? 'from servers only' : 'from pages and servers'}`,
      `service     ${connection.baseUrl}`,
    ].join('\n'),
  );
  const claimed = variables.SVC_PROGRAM_ID;
  if (claimed !== undefined && claimed !== String(program.id)) {
    terminal.warn(
      `SVC_PROGRAM_ID is ${claimed}, but the key belongs to program ${program.id}: run svc init.`,
    );
  }
  showSteps(terminal, answer);
  showLive(terminal, answer);
  showPaymentEvents(terminal, answer);
  showNextStep(context, answer);
  return answer;
}

/** The three steps, which test events complete, each with the facts behind its status. */
function showSteps(terminal: Terminal, answer: CliStatusAnswer): void {
  const { steps, statistics, test_link, payments_reported: isReported = false } = answer;
  const describeCount = ({ testEventCount }: { testEventCount: number }, what: string) =>
    `${testEventCount}${testEventCount === 10 ? ' or more' : ''} test ${what}${testEventCount === 1 ? '' : 's'}`;
  const { pageview, referrals, payments } = statistics;
  const account = payments.processorAccountId === null ? '' : ` (${payments.processorAccountId})`;
  const stepRow = (name: keyof typeof steps, state: string, why: string) => {
    const text = `${name.padEnd(12)}${state.padEnd(10)}${why}`;
    if (state === 'pending') terminal.info(text);
    else terminal.done(text);
  };
  stepRow('pageview', steps.pageview, describeCount(pageview, 'click'));
  stepRow('referrals', steps.referrals, describeCount(referrals, 'lead'));
  const stripe = `Stripe: ${payments.processorConnectionStatus.replaceAll('_', ' ')}${account}`;
  const isDone = steps.payments === 'complete' || !isReported;
  stepRow(
    'payments',
    isDone ? steps.payments : 'reported',
    isReported ? `sales are reported by API; ${stripe}` : `no real sale has come by API; ${stripe}`,
  );
  if (test_link === null) {
    terminal.warn(
      'No approved partner has a link yet, so there is nothing to click: add a link for a partner first.',
    );
  }
}

/** What real visitors did, and what of it was refused. Services from before this have no figures. */
function showLive(terminal: Terminal, answer: CliStatusAnswer): void {
  const { program } = answer;
  const { live } = answer as Partial<CliStatusAnswer>;
  if (live === undefined) return;
  const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;
  const figures = [count(live.clicks, 'click'), count(live.leads, 'lead'), count(live.sales, 'sale')].join(
    ', ',
  );
  const last = live.last_event_at === null ? 'none yet' : `${figures}; the last ${live.last_event_at}`;
  terminal.info(
    `live        ${last}\n            real events of the last 7 days; no tests and no bots; headless browsers only from localhost`,
  );
  const refused = (what: string, { count: times, last_at: at }: { count: number; last_at: string }) =>
    `${what}: refused ${times === 1 ? 'once' : `${times} times`}, last ${at}`;
  if (live.refused_origins.length > 0) {
    const lines = live.refused_origins.map((one) => refused(one.origin, one));
    terminal.warn(
      `Pages of these origins are refused:\n${lines.join('\n')}\n` +
        `If they are yours, add them to the allowed origins of the program (now ${program.allowed_origins.join(', ') || 'none'}). ` +
        'http and https, ports, localhost and 127.0.0.1 are all different origins.',
    );
  }
  if (live.unknown_aff.length > 0) {
    const lines = live.unknown_aff.map((one) => refused(`aff=${one.value}`, one));
    terminal.warn(
      `Visitors came with an aff that is not known:\n${lines.join('\n')}\n` +
        'Correct the address where it stands, create a link with this name, or approve its partner.',
    );
  }
  // Services from before this do not count them.
  const { ignored_test_mode: ignored = [] } = live as Partial<typeof live>;
  if (ignored.length > 0) {
    const lines = ignored.map(
      ({ value, count: times, last_at: at }) => `test_mode ${value}: ${count(times, 'event')}, last ${at}`,
    );
    terminal.warn(
      `Real events were sent with a test_mode that is not true:\n${lines.join('\n')}\n` +
        'They count and earn commissions. For test events, send "additional_data": {"test_mode": true}.',
    );
  }
}

/** Prints payment events that had no effect, with what to do. Older services do not report them. */
function showPaymentEvents(terminal: Terminal, answer: CliStatusAnswer): void {
  const { attention = [] } = answer as Partial<CliStatusAnswer>;
  for (const { count, latest_at: at, message, fix } of attention) {
    const events = `${count} payment event${count === 1 ? '' : 's'} of the last 7 days, last ${at}`;
    terminal.warn([`${events}:`, message, ...(fix === null ? [] : [fix])].join('\n'));
  }
}

/** What to do next, according to the service. */
export function showNextStep(context: Context, { next_step }: Pick<CliStatusAnswer, 'next_step'>): void {
  const { terminal } = context;
  if (next_step === null) terminal.end('Nothing is left to do.');
  else terminal.end(`Next: ${runnable(next_step.command, context)}\n${next_step.why}`);
}
