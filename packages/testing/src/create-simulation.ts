import { randomBytes } from 'node:crypto';
import { Svc, SvcManagement } from '@svc/node';
import { startStandIn } from '@svc/stand-in';
import { type SimulatedService, simulateService } from '../../server/src/service/simulate.js';
import { readBooks } from './books.js';
import { createProcessor, type Renewals } from './processor.js';
import { later, readTime } from './time.js';
import type { ProvisionFile, Simulation, SimulationOptions } from './types.js';

const ACCOUNT = 'acct_simulation';
const ORIGIN = 'https://acme.test';
const PATIENCE_MS = 10_000;

const DEFAULT_FILE = {
  workspaces: [
    {
      name: 'Acme',
      processor: { status: 'connected', account_id: ACCOUNT, charges_enabled: true },
      programs: [
        {
          name: 'Acme Partners',
          domain: 'acme.test',
          currency: 'USD',
          allowed_origins: [ORIGIN],
          commission: { type: 'percent', basis_points: 3000, duration_months: 12 },
          hold_days: 30,
          partners: [
            {
              email: 'jane@blog.test',
              name: 'Jane',
              status: 'approved',
              links: [{ short_link: 'jane', destination_url: `${ORIGIN}/` }],
            },
          ],
        },
      ],
    },
  ],
} satisfies ProvisionFile;

/**
 * Starts the whole service in this process: HTTP on a free port of the loopback interface, a database in memory, jobs, webhooks, and a
 * stand-in for Stripe. Its time begins at `now` and stands still until `advance` moves it. Any number may run side by side; `close`
 * each of them.
 */
export async function createSimulation(options: SimulationOptions = {}): Promise<Simulation> {
  const nowMs = readTime(options.now ?? Date.now(), 'now');
  const webhook = { url: '', secret: `whsec_${randomBytes(16).toString('hex')}` };
  let now = () => nowMs;
  const standIn = await startStandIn({ webhook, now: () => now() });
  let service: SimulatedService | null = null;
  try {
    const apiBase = standIn.baseUrl;
    service = await simulateService({
      nowMs,
      processor: { apiBase, connectBase: apiBase, webhookSecrets: [webhook.secret] },
    });
    webhook.url = `${service.baseUrl}/webhooks/processor`;
    now = service.now;
    const place = await provisionFirst(service, options.provision ?? DEFAULT_FILE);
    const account = await accountOf(service, place.workspaceId);
    const { settle } = service;
    const { processor, renewals } = createProcessor({
      standIn,
      account,
      now,
      settle,
      programId: place.programId,
    });
    const managementKey = await service.createManagementKey(place.workspaceId);
    const clock = createClock(service, renewals);
    return simulationOf({ ...place, service, processor, managementKey, clock, standIn });
  } catch (error) {
    await service?.close();
    await standIn.close();
    throw error;
  }
}

interface Parts {
  readonly workspaceId: number;
  readonly programId: number;
  readonly apiKey: string;
  readonly managementKey: string;
  readonly service: SimulatedService;
  readonly standIn: Awaited<ReturnType<typeof startStandIn>>;
  readonly processor: Simulation['processor'];
  readonly clock: Pick<Simulation, 'advance' | 'advanceTo'>;
}

function simulationOf(parts: Parts): Simulation {
  const { workspaceId, programId, apiKey, managementKey, service, standIn, processor, clock } = parts;
  const { baseUrl, mails, settle } = service;
  const clientOptions = { baseUrl, timeoutMs: PATIENCE_MS };
  let closing: Promise<void> | undefined;
  async function closeAll(): Promise<void> {
    await service.close();
    await standIn.close();
  }
  function close(): Promise<void> {
    closing ??= closeAll();
    return closing;
  }
  return {
    workspaceId,
    programId,
    baseUrl,
    apiKey,
    api: new Svc(apiKey, clientOptions),
    management: new SvcManagement(managementKey, clientOptions),
    processor,
    mails,
    now: () => new Date(service.now()),
    ...clock,
    settle,
    click: (shortLink, { origin = ORIGIN } = {}) => click(baseUrl, shortLink, origin),
    provision: async (file) => void (await service.provision(file)),
    books: () => readBooks(service.pool, workspaceId),
    verify: () => service.verify(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Moves the time from one moment at which something happens to the next. */
function createClock(
  service: SimulatedService,
  renewals: Renewals,
): Pick<Simulation, 'advance' | 'advanceTo'> {
  let turn: Promise<unknown> = Promise.resolve();

  async function move(untilMs: number): Promise<void> {
    await service.settle();
    while (service.now() < untilMs) {
      const renewalMs = renewals.nextMs() ?? untilMs;
      const limitMs = Math.min(renewalMs, untilMs);
      const nextMs = (await service.nextMoment(limitMs)) ?? limitMs;
      await service.moveTo(nextMs, nextMs === untilMs);
      await service.settle();
      await renewals.run();
    }
  }

  /** One after the other, whatever became of the ones before. */
  function inTurn(run: () => Promise<void>): Promise<void> {
    const done = turn.then(run);
    turn = done.catch(() => undefined);
    return done;
  }

  return {
    advance: (by) => inTurn(() => move(later(service.now(), by))),
    advanceTo: (time) =>
      inTurn(async () => {
        const untilMs = readTime(time, 'time');
        if (untilMs < service.now())
          throw new RangeError(`${String(time)} has passed: time does not go back`);
        await move(untilMs);
      }),
  };
}

async function provisionFirst(service: SimulatedService, file: ProvisionFile) {
  const [program] = (await service.provision(file)).programs;
  if (program === undefined) throw new TypeError('provision must have a workspace with a program');
  const { rows } = await service.pool.query<{ workspace_id: number }>(
    'select workspace_id from programs where id = $1',
    [program.id],
  );
  const apiKey = program.apiToken ?? givenKey(file);
  return { programId: program.id, workspaceId: rows[0]?.workspace_id ?? 0, apiKey };
}

/** The key that a file gives its first program; only generated ones are reported. */
function givenKey({ workspaces: [workspace] }: ProvisionFile): string {
  const [program] = (workspace?.programs ?? []) as { readonly api_token?: string }[];
  if (program?.api_token === undefined) throw new TypeError('the first program has no API key');
  return program.api_token;
}

async function accountOf({ pool }: SimulatedService, workspaceId: number): Promise<string> {
  const { rows } = await pool.query<{ account_id: string | null }>(
    'select account_id from payment_connections where workspace_id = $1',
    [workspaceId],
  );
  return rows[0]?.account_id ?? ACCOUNT;
}

async function click(baseUrl: string, shortLink: string, origin: string): Promise<string> {
  const response = await fetch(`${baseUrl}/track/click`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin,
      'user-agent': 'Mozilla/5.0 (simulation) Firefox/140.0',
    },
    body: JSON.stringify({ affiliate_url: `${origin}/?aff=${encodeURIComponent(shortLink)}` }),
  });
  const answer = (await response.json()) as { readonly click_id?: string; readonly error?: string };
  if (answer.click_id === undefined)
    throw new Error(`The click was refused: ${answer.error ?? response.status}`);
  return answer.click_id;
}
