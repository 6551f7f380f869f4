import type { CliStatusAnswer } from '@svc/contract';
import type { Context } from './context.js';
import { describeCommission } from './money.js';
import { createService } from './service.js';
import { connectionOf, readVariables } from './settings.js';
import type { Terminal } from './terminal.js';

/** `svc status`: shows the progress of the integration. Contract section 2. */
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
  showNextStep(terminal, answer);
  return answer;
}

/** The three steps, each with the facts behind its status. */
function showSteps(terminal: Terminal, { steps, statistics, test_link }: CliStatusAnswer): void {
  const describeCount = ({ testEventCount }: { testEventCount: number }, what: string) =>
    `${testEventCount}${testEventCount === 10 ? ' or more' : ''} test ${what}${testEventCount === 1 ? '' : 's'}`;
  const { pageview, referrals, payments } = statistics;
  const account = payments.processorAccountId === null ? '' : ` (${payments.processorAccountId})`;
  const stepRow = (name: keyof typeof steps, why: string) => {
    const text = `${name.padEnd(12)}${steps[name].padEnd(10)}${why}`;
    if (steps[name] === 'complete') terminal.done(text);
    else terminal.info(text);
  };
  stepRow('pageview', describeCount(pageview, 'click'));
  stepRow('referrals', describeCount(referrals, 'lead'));
  stepRow('payments', `Stripe: ${payments.processorConnectionStatus.replaceAll('_', ' ')}${account}`);
  if (test_link === null) {
    terminal.warn(
      'No approved partner has a link yet, so there is nothing to click: add a link for a partner first.',
    );
  }
}

/** What to do next, according to the service. */
export function showNextStep(terminal: Terminal, { next_step }: Pick<CliStatusAnswer, 'next_step'>): void {
  if (next_step === null) terminal.end('All three steps are complete.');
  else terminal.end(`Next: ${next_step.command}\n${next_step.why}`);
}
