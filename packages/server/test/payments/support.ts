import { randomInt } from 'node:crypto';
import { eventReasonText } from '@svc/contract/event-reasons';
import { createMerchant, type LAYOUTS, type ProcessorEvent } from '@svc/stand-in';
import type { Pool } from 'pg';
import Stripe from 'stripe';
import type { Engine } from '../../src/database/open.js';
import { providersById } from '../../src/payments/provider.js';
import { createStripe } from '../../src/providers/stripe/stripe.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { clickOf, leadOf } from '../support/commands.js';
import { connectPlatform } from '../support/connections.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { type RunningService, type ServiceOptions, startService } from '../support/service.js';
import { until } from '../support/service-process.js';
import { sharedAndVerified } from '../support/shared.js';

export const SECRET = 'whsec_test_of_the_day';

/** Stripe without credentials: its events are read, and nothing is asked. */
export const stripe = createStripe({ secretKey: null, clientId: null, apiBase: null, connectBase: null });
export const providers = providersById(stripe);

/** The service with webhooks configured. */
export async function startProcessorService(
  engine: Engine,
  options: ServiceOptions['processor'] = {},
): Promise<RunningService> {
  return startService(engine, { processor: { webhookSecrets: [SECRET], ...options } });
}

/** The service with webhooks configured, for all tests of a suite; `verify` must find nothing in the end. */
export function processorService(engine: Engine): RunningService {
  return sharedAndVerified(() => startProcessorService(engine));
}

/** A program whose workspace is connected, with a customer that its partner brought. */
export interface Shop extends SeededProgram {
  readonly account: string;
  readonly customerKey: string;
  readonly clickId: string;
}

/** Connects a workspace with an account of its own. */
export async function connectAccount(pool: Pool, workspaceId: number, status = 'connected'): Promise<string> {
  return connectPlatform(pool, workspaceId, { status });
}

/** A connected workspace with a program and one customer. */
export async function openShop(service: Pick<RunningService, 'pool' | 'tracking'>): Promise<Shop> {
  const program = await seedProgram(service.pool);
  const account = await connectAccount(service.pool, program.workspaceId);
  const click = await service.tracking.submit(clickOf(program));
  if (click.kind !== 'click') throw new Error('the click was refused');
  const customerKey = uniqueName('user');
  await service.tracking.submit(leadOf(program, { clickId: click.clickId, customerKey }));
  return { ...program, account, customerKey, clickId: click.clickId };
}

/** A body with the header that the processor would send with it. */
export function sign(body: string, options: { secret?: string; atMs?: number } = {}): string {
  return Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: options.secret ?? SECRET,
    timestamp: Math.floor((options.atMs ?? Date.now()) / 1000),
  });
}

export interface Answer {
  readonly status: number;
  readonly body: { readonly error?: string; readonly received?: boolean };
}

/** Delivers a body as the processor does; without `header` it is signed. */
export async function deliverBody(
  service: Pick<RunningService, 'baseUrl'>,
  body: string | Buffer,
  header: string | null = sign(String(body)),
): Promise<Answer> {
  const response = await fetch(`${service.baseUrl}/webhooks/processor`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(header && { 'stripe-signature': header }),
    },
    body,
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** Delivers an event; it has to be taken. */
export async function deliver(service: Pick<RunningService, 'baseUrl'>, event: object): Promise<void> {
  const { status, body } = await deliverBody(service, JSON.stringify(event, null, 2));
  if (status !== 200) throw new Error(`an event was turned away: ${status} ${JSON.stringify(body)}`);
}

/** Resolves when every event of an account has been processed. */
export async function settled({ pool }: Pick<RunningService, 'pool'>, account: string): Promise<void> {
  await until(async () => {
    const { rows } = await pool.query<{ left: number }>(
      `select count(*)::int as left from processor_events e join work_items d on d.key = e.id and d.kind = 'provider_event'
         left join processor_outcomes o on o.id = e.id
        where e.account_id = $1 and o.status is distinct from 'ignored'`,
      [account],
    );
    return rows[0]?.left === 0;
  }, 2);
}

/** Whatever of an account's events is to be tried again some time is to be tried again now. */
export async function makeDue(pool: Pool, account: string): Promise<void> {
  await pool.query(
    `update work_items d set due_at = now() from processor_events e
      where e.id = d.key and d.kind = 'provider_event' and e.account_id = $1`,
    [account],
  );
}

/** Delivers events one after the other, each processed before the next. */
export async function deliverInOrder(
  service: RunningService,
  account: string,
  events: readonly object[],
): Promise<void> {
  for (const event of events) {
    await deliver(service, event);
    await settled(service, account);
  }
}

/** What the books say of a workspace: its sales with their names, and what is left of their commissions. */
export async function booksOf(pool: Pool, workspaceId: number) {
  const { rows } = await pool.query<{
    id: string;
    amount: number;
    currency: string;
    tax: number;
    refunded: number;
    test: boolean;
    names: string[];
    commission: string | null;
  }>(
    `select s.transaction_id as id, s.amount_cents as amount, s.currency, s.tax_cents as tax,
            s.refunded_cents as refunded, s.test_mode as test,
            array(select r.reference from sale_references r where r.sale_id = s.id order by r.reference) as names,
            c.amount_cents || ' ' || c.status as commission
       from sales s left join commissions c on c.sale_id = s.id
      where s.workspace_id = $1 order by s.transaction_id`,
    [workspaceId],
  );
  return rows;
}

/** Status and reason of each event of an account, by event id. */
export async function fatesOf(pool: Pool, account: string): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ event_id: string; status: string; code: string; parameters: unknown }>(
    `select e.event_id, o.status, o.reason_code as code, o.reason_parameters as parameters from processor_events e join processor_outcomes o on o.id = e.id
      where e.account_id = $1 order by e.id`,
    [account],
  );
  return Object.fromEntries(rows.map((row) => [row.event_id, `${row.status}: ${eventReasonText(row)}`]));
}

/** What verify finds. */
export async function differences(pool: Pool): Promise<readonly unknown[]> {
  return (await verifyBooks(pool)).differences;
}

/** A suffix that makes the ids of one test its own. */
export function uniqueSuffix(): string {
  return randomInt(36 ** 8).toString(36);
}

type Layout = (typeof LAYOUTS)[number];

/** API layout of its events, and whether it takes real money; the newest and true when not given. */
export type MerchantOptions = [layout?: Layout, livemode?: boolean];

/** A shop and its merchant, whose events are collected to be delivered. */
export async function openMerchant(
  service: RunningService,
  layout: Layout = '2026-10-28.endive',
  livemode = true,
) {
  const shop = await openShop(service);
  const events: ProcessorEvent[] = [];
  const merchant = createMerchant({
    account: shop.account,
    layout,
    livemode,
    emit: (one) => events.push(one),
  });
  const metadata = { program_id: String(shop.programId), svc_customer_key: shop.customerKey };
  const arrive = async () => {
    await deliverInOrder(service, shop.account, events.splice(0));
    return booksOf(service.pool, shop.workspaceId);
  };
  const fate = async () => Object.values(await fatesOf(service.pool, shop.account)).at(-1);
  return { shop, merchant, metadata, events, arrive, fate };
}
