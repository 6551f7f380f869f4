import type { SvcError } from '@svc/node';
import { EXIT, Failure, failureOf } from '../failure.js';
import { type Books, checkLedger, type LedgerCheck, readBooks } from './books.js';
import { compareBooks, type Expectation, type Mismatch } from './expectation.js';
import { refused, type Scenario } from './scenario.js';
import type { SimulatedDispute, SimulatedPayment, SimulatedSubscription, Simulation } from './simulation.js';
import type { PaymentFields, PaymentName, PlacedStep, Step } from './steps.js';

/** How a scenario ended. */
export interface Outcome extends Books {
  readonly name: string;
  readonly started_at: string;
  readonly ended_at: string;
  readonly ledger: LedgerCheck;
  /** `checked`: how many values were compared with the scenario. */
  readonly expectations: { readonly checked: number; readonly mismatches: readonly Mismatch[] };
}

type CreateSimulation = Awaited<ReturnType<typeof import('./simulation.js').loadSimulation>>;

interface World {
  readonly simulation: Simulation;
  readonly origin: string;
  readonly partners: readonly { readonly id: number; readonly email: string; readonly name: string }[];
  /** What the service calls a click, by what the scenario calls it. */
  readonly clicks: Map<string, string>;
  readonly payments: Map<string, SimulatedPayment>;
  readonly subscriptions: Map<string, SimulatedSubscription>;
  readonly disputes: Map<string, SimulatedDispute>;
  checked: number;
  readonly mismatches: Mismatch[];
}

const USER_AGENT = 'Mozilla/5.0 (simulation) Firefox/140.0';
const PROCESSOR = { status: 'connected', account_id: 'acct_simulation', charges_enabled: true };

/**
 * Runs a scenario on a service of its own; `onStep` hears of each step before it is done. Throws a `Failure` that names the step which
 * could not be done.
 */
export async function runScenario(
  create: CreateSimulation,
  scenario: Scenario,
  file: string,
  onStep: (step: PlacedStep, index: number) => void = () => undefined,
): Promise<Outcome> {
  const simulation = await start(create, scenario, file);
  try {
    const partners = await preparePartners(simulation, scenario);
    const world: World = {
      ...{ simulation, origin: scenario.origin, partners, checked: 0, mismatches: [] },
      ...{ clicks: new Map(), payments: new Map(), subscriptions: new Map(), disputes: new Map() },
    };
    for (const [index, step] of scenario.steps.entries()) {
      onStep(step, index);
      await at(step.path, step.type, () => runStep(world, step));
    }
    await simulation.settle();
    const books = await readBooks(simulation, partners);
    if (scenario.expect !== null) compare(world, scenario.expect, books);
    const { checked, mismatches } = world;
    return {
      name: scenario.name,
      started_at: new Date(scenario.nowMs).toISOString(),
      ended_at: simulation.now().toISOString(),
      ...books,
      ledger: await checkLedger(simulation),
      expectations: { checked, mismatches },
    };
  } finally {
    await simulation.close();
  }
}

async function start(
  create: CreateSimulation,
  { nowMs, program }: Scenario,
  file: string,
): Promise<Simulation> {
  const workspace = { name: 'Simulation', processor: PROCESSOR, programs: [program] };
  try {
    return await create({ now: nowMs, provision: { workspaces: [workspace] } });
  } catch (error) {
    const { name, problems } = error as { readonly name?: unknown; readonly problems?: readonly string[] };
    if (name !== 'ProvisionError' || problems === undefined) throw error;
    throw refused(
      file,
      problems.map((problem) => problem.replace('workspaces[0].programs[0]', 'program')),
    );
  }
}

async function preparePartners(
  { management, programId }: Simulation,
  { codes }: Scenario,
): Promise<World['partners']> {
  const partners: { id: number; email: string; name: string }[] = [];
  const path = { programId };
  for await (const { id, email, name } of management.list('/api/programs/{programId}/partners', {
    path,
    query: {},
  }))
    partners.unshift({ id, email, name });
  for (const { path: place, email, body } of codes) {
    const partner = partners.find((one) => one.email === email.toLowerCase());
    await at(place, 'code', () =>
      management.post('/api/programs/{programId}/codes', {
        path,
        body: { ...(body as { code: string }), partner_id: partner?.id ?? 0 },
      }),
    );
  }
  return partners;
}

/** Does something, and names its place when that fails. */
async function at<Value>(path: string, what: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const known = isAnswer(error) ? failureOf({ ...error, error: error.message }) : error;
    if (known instanceof Failure)
      throw new Failure(`${path} (${what}): ${known.message}`, known.fix, EXIT.failed);
    if (error instanceof RangeError || error instanceof TypeError)
      throw new Failure(`${path} (${what}): ${error.message}`, 'Correct the step, and run it again.');
    throw error;
  }
}

/** The client belongs to the simulation, whose class of errors is not the one that this package has. */
function isAnswer(error: unknown): error is SvcError {
  return error instanceof Error && error.name === 'SvcError';
}

async function runStep(world: World, step: PlacedStep): Promise<void> {
  const { simulation } = world;
  switch (step.type) {
    case 'click':
      return runClick(world, step);
    case 'lead':
    case 'sale':
    case 'refund':
      await track(world, step, `/api/v1/track/${step.type}`, withClick(world, step.body));
      return;
    case 'payment':
      world.payments.set(step.id, await simulation.processor.pay(paymentInput(world, step.input)));
      return;
    case 'subscription': {
      const { every, renewals } = step.input;
      const input = { ...paymentInput(world, step.input), ...given({ every, renewals }) };
      world.subscriptions.set(step.id, await simulation.processor.subscribe(input));
      return;
    }
    case 'cancel':
      return world.subscriptions.get(step.id)?.cancel();
    case 'refund_payment':
      return findPayment(world, step.payment).refund(step.amountCents);
    case 'dispute':
      world.disputes.set(keyOf(step.payment), await findPayment(world, step.payment).dispute());
      return;
    case 'dispute_close':
      return findDispute(world, step.payment).close(step.status);
    case 'rule':
      return changeRule(world, step);
    case 'payout_run':
      return runPayouts(world, step);
    case 'advance':
      return step.by === null ? simulation.advanceTo(step.toMs ?? 0) : simulation.advance(step.by);
    case 'expect':
      await simulation.settle();
      return compare(world, step.expect, await readBooks(simulation, world.partners));
  }
}

function compare(world: World, expectation: Expectation, books: Books): void {
  const { checked, mismatches } = compareBooks(expectation, books);
  world.checked += checked;
  world.mismatches.push(...mismatches);
}

type StepOf<Type extends Step['type']> = Extract<PlacedStep, { readonly type: Type }>;

async function runClick(world: World, step: StepOf<'click'>): Promise<void> {
  const { short_link: link, click_id: name, referrer } = step.body;
  const body = {
    affiliate_url: `${world.origin}/?aff=${encodeURIComponent(String(link))}`,
    ...given({ referrer }),
  };
  const answer = await track(world, step, '/track/click', body);
  if (typeof name === 'string' && typeof answer.click_id === 'string')
    world.clicks.set(name, answer.click_id);
}

/** Reports something as a site does. Throws a `Failure` unless the service answers as the step says. */
async function track(
  { simulation, origin }: World,
  { error: expected }: StepOf<'click' | 'lead' | 'sale' | 'refund'>,
  path: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const isPage = path === '/track/click';
  const response = await fetch(`${simulation.baseUrl}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(isPage ? { origin, 'user-agent': USER_AGENT } : { authorization: `Bearer ${simulation.apiKey}` }),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as Readonly<Record<string, unknown>>;
  const code = response.ok ? null : response.headers.get('svc-error-code');
  if (expected === null && !response.ok)
    throw failureOf({ status: response.status, error: String(answer.error), code });
  if (expected !== null && code !== expected) {
    const instead = response.ok ? 'accepted it' : `answered ${code ?? response.status}`;
    throw new Failure(
      `The service ${instead} instead of refusing it with ${expected}`,
      'Correct the step, and run it again.',
    );
  }
  return answer;
}

function withClick({ clicks }: World, body: Readonly<Record<string, unknown>>) {
  return typeof body.click_id === 'string' ? { ...body, click_id: clicks.get(body.click_id) } : body;
}

function paymentInput({ clicks }: World, fields: PaymentFields) {
  const {
    customer_key: customerKey,
    click_id: click,
    amount_cents: amountCents,
    tax_cents: taxCents,
    currency,
  } = fields;
  const clickId = click === undefined ? undefined : clicks.get(click);
  return { amountCents, ...given({ customerKey, clickId, taxCents, currency }) };
}

type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** The fields that have a value. */
function given<Fields extends object>(fields: Fields): Given<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>;
}

const keyOf = (payment: PaymentName) => JSON.stringify(payment);

function findPayment({ payments, subscriptions }: World, name: PaymentName): SimulatedPayment {
  if ('payment_id' in name) return payments.get(name.payment_id) as SimulatedPayment;
  const made = subscriptions.get(name.subscription_id)?.payments ?? [];
  const payment = made[name.payment - 1];
  if (payment !== undefined) return payment;
  throw new Failure(
    `${name.subscription_id} has made ${made.length} payment${made.length === 1 ? '' : 's'} so far, not ${name.payment}`,
    'Advance the time first, or name an earlier payment.',
  );
}

function findDispute({ disputes }: World, name: PaymentName): SimulatedDispute {
  const dispute = disputes.get(keyOf(name));
  if (dispute !== undefined) return dispute;
  throw new Failure('The payment is not disputed', 'Put a dispute step with the same payment before it.');
}

const idOf = ({ partners }: World, email: string) =>
  partners.find((partner) => partner.email === email.toLowerCase())?.id ?? 0;

async function changeRule(world: World, { email, commission }: StepOf<'rule'>): Promise<void> {
  const { management, programId } = world.simulation;
  const body = { commission } as never;
  if (email === null) await management.post('/api/programs/{programId}/rules', { path: { programId }, body });
  else
    await management.post('/api/programs/{programId}/partners/{id}/rules', {
      path: { programId, id: idOf(world, email) },
      body,
    });
}

async function runPayouts(world: World, { body, emails, reference }: StepOf<'payout_run'>): Promise<void> {
  const { management, programId, settle } = world.simulation;
  await settle();
  const partnerIds = emails?.map((email) => idOf(world, email));
  const run = await management.post('/api/programs/{programId}/payout-runs', {
    path: { programId },
    body: { ...body, ...given({ partner_ids: partnerIds }) },
  });
  if (reference === null) return;
  await management.post('/api/programs/{programId}/payout-runs/{id}/pay', {
    path: { programId, id: run.id },
    body: { reference },
  });
}
