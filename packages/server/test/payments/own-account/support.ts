import { type ApiKey, type StandIn, startStandIn } from '@svc/stand-in';
import { type Logger, pino } from 'pino';
import type { Engine } from '../../../src/database/open.js';
import type { EndpointStep } from '../../../src/payments/connections/endpoint.js';
import type { WebhookEndpoint } from '../../../src/payments/provider.js';
import { startRunner } from '../../../src/work/runner.js';
import { type Answer, ask, signInAs } from '../../support/management.js';
import { type SeededProgram, seedProgram, uniqueName } from '../../support/seed.js';
import { type RunningService, startService } from '../../support/service.js';
import { until } from '../../support/service-process.js';

/** Public address of the service; the stand-in delivers to the loopback interface instead. */
export const BASE_URL = 'https://svc.acme.test';

/** A service and the payment provider beside it. */
export interface Place {
  readonly service: RunningService;
  readonly standIn: StandIn;
  /** Called after each step of creating and removing endpoints. */
  atStep: (step: EndpointStep) => void | Promise<void>;
  /** How far the clocks of the service and of the provider are ahead of the machine. */
  aheadMs: number;
  close(): Promise<void>;
}

export interface PlaceOptions {
  readonly baseUrl?: string;
  /** Secrets of the endpoint of the platform, which is not configured unless a test is about it. */
  readonly webhookSecrets?: readonly string[];
  readonly webhooks?: readonly WebhookEndpoint[];
  readonly logger?: Logger;
}

/** Starts a stand-in of the provider, and a service that uses it. */
export async function startPlace(
  engine: Engine,
  { baseUrl = BASE_URL, ...options }: PlaceOptions = {},
): Promise<Place> {
  let reached = '';
  const place: Pick<Place, 'atStep' | 'aheadMs'> = { atStep: () => undefined, aheadMs: 0 };
  const now = () => Date.now() + place.aheadMs;
  const standIn = await startStandIn({ now, reach: (url) => url.replace(baseUrl, reached) });
  const service = await startService(engine, {
    now,
    http: { baseUrl },
    processor: { apiBase: standIn.baseUrl, webhookSecrets: options.webhookSecrets ?? [] },
    webhooks: options.webhooks ?? [],
    ...(options.logger && { logger: options.logger }),
    connections: { atStep: (step) => place.atStep(step) },
  });
  reached = service.baseUrl;
  return Object.assign(place, {
    service,
    standIn,
    async close() {
      await service.close();
      await standIn.close();
    },
  });
}

/** A workspace with its owner, and its account at the provider. */
export interface Company extends SeededProgram {
  readonly cookie: string;
  readonly account: string;
  /** Path of its connections. */
  readonly path: string;
}

export async function openCompany({ service }: Place): Promise<Company> {
  const program = await seedProgram(service.pool);
  const cookie = await signInAs(service, program.workspaceId, 'owner');
  const path = `/api/workspaces/${program.workspaceId}/payment-connections`;
  return { ...program, cookie, path, account: `acct_${uniqueName('').replaceAll(/\W/g, '')}` };
}

/** Connects the account of a company by a key. */
export function connect(
  { service }: Place,
  { path, cookie }: Pick<Company, 'path' | 'cookie'>,
  { key }: Pick<ApiKey, 'key'>,
  more: object = {},
): Promise<Answer> {
  const body = { provider: 'stripe', api_key: key, ...more };
  return ask(service, path, { method: 'POST', cookie, body });
}

/** Runs the work of connections that is due, as the jobs of a service do, until nothing is. */
export async function runWork({ service }: Place): Promise<void> {
  const logger = pino({ level: 'silent' });
  const { pool, connections } = service;
  await pool.query(
    `update work_items set due_at = now(), leased_until = null where kind = 'payment_connection'`,
  );
  const runner = startRunner({ pool, handlers: [connections.handler], logger, lookEveryMs: null });
  await runner.runDue();
  await runner.stop();
}

/** Resolves when every event that arrived at endpoints of accounts was processed once. */
export async function processed({ service, standIn }: Place): Promise<void> {
  await standIn.untilDelivered();
  await until(async () => {
    const { rows } = await service.pool.query<{ left: number }>(
      `select count(*)::int as left from processor_events e left join processor_outcomes o on o.id = e.id where o.id is null`,
    );
    return rows[0]?.left === 0;
  });
}

/** The endpoints of an account at the provider. */
export function endpointsOf({ standIn }: Place, { account }: Pick<Company, 'account'>) {
  return standIn.endpoints.all.filter((one) => one.account === account);
}
