import type { Caller, ClickCommand, Command, LeadCommand, RefundCommand, SaleCommand } from '@svc/core';
import type { ClickState, ProgramState, SaleState } from './model.js';
import type { World } from './world.js';

const DAY_MS = 24 * 3600 * 1000;
const KEYS_PER_WORKSPACE = 400;
/** Random picks are of the latest, so that things meet while they matter. */
const LATEST = 150;

type ServerCaller = Extract<Caller, { mode: 'server' }>;

/** What the commands of a batch so far are about, for those after them to be about the same. */
interface Batch {
  readonly commands: Command[];
  readonly transactionIds: string[];
}

/** Commands that arrive at the same time. */
export function generateBatch(world: World, size: number): Command[] {
  const batch: Batch = { commands: [], transactionIds: [] };
  while (batch.commands.length < size) {
    const isRepeat = batch.commands.length > 0 && world.random.chance(0.08);
    batch.commands.push(isRepeat ? world.random.pick(batch.commands) : generate(world, batch));
  }
  // A click's id is never given twice; a repeated click is another click.
  return batch.commands.map((command) =>
    command.kind === 'click' ? { ...command, key: clickKey(world) } : command,
  );
}

function generate(world: World, batch: Batch): Command {
  const program = world.random.pick(world.model.programs);
  switch (world.random.weighted({ click: 28, lead: 20, sale: 30, refund: 22 })) {
    case 'click':
      return generateClick(world, program);
    case 'lead':
      return generateLead(world, program);
    case 'sale':
      return generateSale(world, program, batch);
    case 'refund':
      return generateRefund(world, program, batch);
  }
}

function clickKey({ random, nowMs }: World): ClickCommand['key'] {
  return { number: random.int(2 ** 40, 2 ** 47), clickedMs: nowMs };
}

function callerOfProgram({ id: programId, workspaceId }: ProgramState): ServerCaller {
  return { mode: 'server', programId, workspaceId };
}

/** Mostly a key of the program that is meant. */
function keyHolder({ random, model }: World, program: ProgramState): ServerCaller {
  return callerOfProgram(random.chance(0.95) ? program : random.pick(model.programs));
}

function anyCaller(world: World, program: ProgramState): Caller {
  const { random } = world;
  if (random.chance(0.6)) return keyHolder(world, program);
  const origins = [...program.origins, ...program.origins, 'https://both.test', 'https://nobody.test', null];
  return { mode: 'browser', origin: random.pick(origins) };
}

function generateClick(world: World, program: ProgramState): ClickCommand {
  const { random, model } = world;
  const ofProgram = model.links.filter(({ enrollment }) => enrollment?.program === program);
  const link = random.pick(random.chance(0.95) ? ofProgram : model.links);
  return {
    kind: 'click',
    caller: anyCaller(world, program),
    key: clickKey(world),
    shortLinkKey: random.chance(0.97) ? link.key : 'no-such-link',
    affiliateUrl: `${link.affiliateUrl}${random.chance(0.4) ? `&sub1=${random.pick(['a', 'b', 'c'])}` : ''}`,
    redirectClickId: null,
    visitor: random.chance(0.9) ? random.int(1, 20) : null,
    referrer: random.chance(0.2) ? 'https://blog.test/' : null,
    testMode: random.chance(0.05),
    bot: random.chance(0.05),
    additionalData: null,
  };
}

/** The id of a click that a visitor of the program may hold. */
function clickId(world: World, program: ProgramState): string | null {
  const { random, model } = world;
  const kind = random.weighted({ latest: 70, any: 10, unknown: 4, malformed: 4, none: 12 });
  if (kind === 'none') return null;
  if (kind === 'unknown') return `cust_${random.int(1, 1e9)}_${world.nowMs}`;
  if (kind === 'malformed') return 'cust_007_1';
  const clicks: ClickState[] = [...model.clicks.values()].slice(kind === 'latest' ? -LATEST : 0);
  const own = random.chance(0.95)
    ? clicks.filter(({ enrollment }) => enrollment.program === program)
    : clicks;
  return own.length === 0 ? null : random.pick(own).id;
}

function customerKey({ random, model }: World, program: ProgramState): string {
  const known = model.customers.slice(-LATEST).filter((one) => one.program === program && one.key !== null);
  const key = known.length > 0 && random.chance(0.5) ? random.pick(known).key : null;
  return key ?? `customer-${random.int(1, KEYS_PER_WORKSPACE)}`;
}

function generateLead(world: World, program: ProgramState): LeadCommand {
  const { random } = world;
  return {
    kind: 'lead',
    code: null,
    occurredAtMs: null,
    caller: anyCaller(world, program),
    clickId: clickId(world, program),
    customerKey: random.chance(0.75) ? customerKey(world, program) : null,
    email: random.chance(0.3) ? 'someone@shop.test' : null,
    programId: random.chance(0.3) ? random.pick(world.model.programs).id : null,
    testMode: random.chance(0.05),
    additionalData: null,
    atMs: world.nowMs,
  };
}

function randomAmount({ random }: World): number {
  const digits = random.weighted({ 2: 1, 4: 6, 6: 3, 11: 1 });
  return random.int(1, 10 ** Number(digits));
}

function generateSale(world: World, program: ProgramState, batch: Batch): SaleCommand {
  const { random, model, nowMs } = world;
  const number = world.nextNumber++;
  const latest = model.sales.slice(-LATEST);
  const used = latest.length > 0 && random.chance(0.08) ? random.pick(random.pick(latest).references) : null;
  const transactionId = used ?? `txn-${number}`;
  const isProcessor = random.chance(0.2);
  const amountCents = randomAmount(world);
  batch.transactionIds.push(transactionId);
  return {
    kind: 'sale',
    code: null,
    discountIds: [],
    caller: keyHolder(world, program),
    transactionId,
    references: isProcessor ? [`in_${number}`, `pi_${random.chance(0.9) ? number : number - 1}`] : [],
    amountCents,
    taxCents: random.chance(0.3) ? random.int(0, amountCents) : 0,
    items: null,
    currency: random.chance(0.25) ? random.pick(['USD', 'EUR', 'JPY']) : null,
    customerKey: random.chance(0.75) ? customerKey(world, program) : null,
    clickId: random.chance(0.5) ? clickId(world, program) : null,
    testMode: random.chance(0.05),
    source: isProcessor ? 'processor' : 'api',
    additionalData: null,
    occurredAtMs: random.chance(0.2) ? nowMs - random.int(0, 90 * DAY_MS) : null,
    atMs: nowMs,
  };
}

function generateRefund(world: World, program: ProgramState, batch: Batch): RefundCommand {
  const { random, model, nowMs } = world;
  const latest = model.sales.slice(-LATEST);
  const sale: SaleState | null = latest.length === 0 ? null : random.pick(latest);
  const left = sale === null ? 1 : Number(sale.cents - sale.refundedCents);
  const ofBatch = batch.transactionIds.length > 0 && random.chance(0.2);
  const transactionId = ofBatch
    ? random.pick(batch.transactionIds)
    : sale === null || random.chance(0.03)
      ? 'no-such-sale'
      : random.pick(sale.references);
  return {
    kind: 'refund',
    occurredAtMs: null,
    caller: keyHolder(world, ofBatch ? program : (sale?.program ?? program)),
    transactionId,
    amountCents: random.chance(0.3) ? null : random.int(1, Math.max(1, Math.ceil(left * 0.6) + 1)),
    refundKey: random.chance(0.4) ? `refund-${random.int(1, 4)}` : null,
    source: 'api',
    atMs: nowMs,
  };
}
