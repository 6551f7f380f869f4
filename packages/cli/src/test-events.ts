import { randomUUID } from 'node:crypto';
import type { ClickAnswer, CliStatusAnswer } from '@svc/contract';
import { isSettled, type LeadData, type Result, type SaleData, Svc } from '@svc/node';
import type { Context } from './context.js';
import { Failure, failureOf, unreachable } from './failure.js';
import { formatAmount } from './money.js';
import { createService, type Service, TIMEOUT_MS } from './service.js';
import { type Connection, connectionOf, readVariables } from './settings.js';
import { showNextStep } from './status.js';

export type TestEvent = 'click' | 'lead' | 'sale';

/** The response to a sale, or what is known without it. */
type RecordedSale = SaleData | Pick<SaleData, 'success' | 'transaction_id' | 'amount_cents' | 'test_mode'>;

/** The requests and responses, and the status of the integration afterwards. */
export interface TestReport {
  readonly ok: true;
  readonly click: ClickAnswer & { readonly affiliate_url: string };
  readonly lead?: LeadData;
  readonly sale?: RecordedSale;
  readonly steps: CliStatusAnswer['steps'];
  readonly next_step: CliStatusAnswer['next_step'];
}

/** In the smallest unit of the program's currency. */
const TEST_AMOUNT = 4900;

/** `svc test click|lead|sale`: sends a test event and the events it depends on. Contract section 6. */
export async function testEvents(context: Context, last: TestEvent): Promise<TestReport> {
  const { terminal } = context;
  const connection = connectionOf(await readVariables(context.folder, context.environment));
  terminal.start(`svc test ${last}`);
  const service = createService(connection);
  const click = await terminal.waiting('Sending a test click', () => sendClick(service));
  terminal.done(`Click recorded: ${click.click_id}\non ${click.affiliate_url}`);
  const events = last === 'click' ? {} : await sendAsServer(context, connection, click.click_id, last);
  const { steps, next_step } = await service.status();
  showNextStep(context, { next_step });
  return { ok: true, click, ...events, steps, next_step };
}

async function sendClick(service: Service): Promise<TestReport['click']> {
  const { test_link: affiliate_url } = await service.status();
  if (affiliate_url === null) {
    throw new Failure(
      'The program has no referral link that works, so there is nothing to click on',
      'Approve a partner of the program and give it a link; then repeat the command.',
    );
  }
  return { affiliate_url, ...(await service.testClick(affiliate_url)) };
}

/** Lead and sale are sent through the server library, as in an integration. */
async function sendAsServer(
  { terminal }: Context,
  connection: Connection,
  clickId: string,
  last: 'lead' | 'sale',
): Promise<Pick<TestReport, 'lead' | 'sale'>> {
  const svc = new Svc(connection.apiKey, {
    baseUrl: connection.baseUrl,
    timeoutMs: TIMEOUT_MS,
    maxRetries: 1,
  });
  const customerExternalId = `svc-test-${randomUUID()}`;
  const leadResult = await terminal.waiting('Sending a test lead', () =>
    svc.trackLead({ customerExternalId, clickId, testMode: true }),
  );
  const lead = dataOf(leadResult);
  terminal.done(`Lead recorded: customer ${customerExternalId}, credited to the partner of the click`);
  if (last === 'lead') return { lead };
  const invoiceId = `test_txn_${randomUUID()}`;
  const saleResult = await terminal.waiting('Sending a test sale', () =>
    svc.trackSale({ customerExternalId, amount: TEST_AMOUNT, invoiceId, testMode: true }),
  );
  const sale = recordedSale(saleResult, invoiceId);
  const amount = 'currency' in sale ? `, ${formatAmount(sale.amount_cents, sale.currency)}` : '';
  terminal.done(`Sale recorded: ${sale.transaction_id}${amount}\nNo commission, because it is a test`);
  return { lead, sale };
}

/** A sale refused as a duplicate is our own, whose first response was lost: its id is unique. */
function recordedSale(result: Result<SaleData>, invoiceId: string): RecordedSale {
  if (result.ok || result.status !== 409 || !isSettled(result)) return dataOf(result);
  return { success: true, transaction_id: invoiceId, amount_cents: TEST_AMOUNT, test_mode: true };
}

function dataOf<Data>(result: Result<Data>): Data {
  if (result.ok) return result.data;
  throw result.status === 0 ? unreachable(result.error) : failureOf(result);
}
