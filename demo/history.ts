import type { Caller, Command, SaleCommand } from '@svc/core';
import { addMonths } from '@svc/core';
import { CAST, type Cast, castOrigin, emailOf, type Part } from './cast.js';
import { createRandom, type Random } from './random.js';

export const HISTORY_DAYS = 90;
export const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export type ServerCaller = Extract<Caller, { mode: 'server' }>;

export interface HistoryOptions {
  readonly seed: string;
  /** Midnight (UTC) of the first day. */
  readonly startMs: number;
  /** Nothing happens after this. */
  readonly endMs: number;
  /** The programs as they are stored, by name. */
  readonly callers: ReadonlyMap<string, ServerCaller>;
}

/** One program's story while it is written down. */
interface Scene {
  readonly program: Cast;
  readonly caller: ServerCaller;
  readonly random: Random;
  readonly startMs: number;
  readonly endMs: number;
  readonly commands: Command[];
  readonly count: { customers: number; sales: number };
}

/** A visitor who may become a customer. */
interface Visitor {
  readonly clickId: string;
  readonly clickedMs: number;
  readonly part: Part;
}

/** When a command happens, in epoch milliseconds. */
export function timeOf(command: Command): number {
  return command.kind === 'click' ? command.key.clickedMs : command.atMs;
}

/**
 * Ninety days of a plausible business in the order of time, as commands for the pipeline: partners who bring much or
 * little, weekdays and weekends, growth, trials, renewals, refunds, bots, test events, and customers nobody brought.
 * The same seed and times give the same history.
 */
export function generateHistory({ seed, startMs, endMs, callers }: HistoryOptions): Command[] {
  const commands = CAST.flatMap((program) => {
    const caller = callers.get(program.name);
    if (caller === undefined) throw new Error(`the program ${program.name} is missing`);
    const count = { customers: 1000, sales: 5000 };
    const random = createRandom(`${seed} ${program.name}`);
    const scene: Scene = { program, caller, random, startMs, endMs, commands: [], count };
    sendTestEvents(scene);
    signUpWithoutPartner(scene);
    for (const part of program.parts) {
      bringVisitors({ ...scene, random: createRandom(`${seed} ${part.link}`) }, part);
    }
    refundFirstBuyer(scene);
    if (program.business === 'plans') buyByOwnLink(scene);
    return scene.commands.filter((command) => timeOf(command) <= endMs);
  });
  return commands.sort((a, b) => timeOf(a) - timeOf(b));
}

/** How busy a day is: its weekday, and growth to three times as much with an ebb and flow of three weeks. */
function trafficOn(program: Cast, day: number, dayMs: number): number {
  const growth = 0.5 + day / HISTORY_DAYS;
  const tide = 1 + 0.15 * Math.sin((day / 21) * 2 * Math.PI);
  return growth * tide * (program.week[new Date(dayMs).getUTCDay()] ?? 1);
}

/** A time of day around the busiest hour, seldom at night. */
function timeOfDayMs({ random, program }: Scene): number {
  const hour = program.peakHour - 9 + 6 * (random.next() + random.next() + random.next());
  return Math.floor(((hour + 24) % 24) * HOUR_MS);
}

function bringVisitors(scene: Scene, part: Part): void {
  const { random, startMs, program } = scene;
  const days = Math.min(part.suspendedOnDay ?? HISTORY_DAYS, HISTORY_DAYS);
  for (let day = 0; day < days; day++) {
    const dayMs = startMs + day * DAY_MS;
    const visits = random.poisson(part.clicksPerDay * trafficOn(program, day, dayMs));
    for (let visit = 0; visit < visits; visit++) {
      const bot = random.chance(0.05);
      const visitor = addClick(scene, part, dayMs + timeOfDayMs(scene), { bot, testMode: false });
      if (!bot && random.chance(part.leadShare / 100)) BUSINESS[program.business](scene, visitor);
    }
  }
}

const BUSINESS = { plans: subscribe, goods: orderGoods, boxes: orderBoxes } as const;

const PLANS = [1900, 1900, 4900, 4900, 4900, 9900];

/** Signs up, tries for two weeks, and then pays every month for as long as it pleases. */
function subscribe(scene: Scene, visitor: Visitor): void {
  const { random, endMs } = scene;
  const leadMs = visitor.clickedMs + 3 * MINUTE_MS + random.waiting(10 * HOUR_MS);
  const customerKey = signUp(scene, { clickId: visitor.clickId, atMs: leadMs, byPage: true });
  if (!random.chance(0.5)) return;
  const amountCents = random.pick(PLANS);
  const firstMs = Math.round(leadMs + 14 * DAY_MS + random.waiting(5 * HOUR_MS));
  for (let month = 0; addMonths(firstMs, month) <= endMs; month++) {
    addPurchase(scene, { atMs: addMonths(firstMs, month), amountCents, customerKey, clickId: null });
    if (random.chance(0.08)) return;
  }
}

/** Orders at once, often without signing up first; some come back. A fifth of the price is VAT. */
function orderGoods(scene: Scene, visitor: Visitor): void {
  const { random } = scene;
  const orderMs = visitor.clickedMs + 8 * MINUTE_MS + random.waiting(4 * HOUR_MS);
  const isGuest = random.chance(0.35);
  const customerKey = isGuest
    ? newCustomerKey(scene)
    : signUp(scene, { clickId: visitor.clickId, atMs: orderMs - 2 * MINUTE_MS, byPage: true });
  const code = isGuest ? visitor.part.code : undefined;
  const order = () => random.integer(29, 240) * 100 - 10;
  addPurchase(scene, {
    atMs: orderMs,
    amountCents: order(),
    taxShare: 0.2 / 1.2,
    customerKey,
    clickId: isGuest && code === undefined ? visitor.clickId : null,
    code,
  });
  if (!random.chance(0.25)) return;
  const againMs = orderMs + (12 + random.waiting(20)) * DAY_MS;
  addPurchase(scene, {
    atMs: againMs,
    amountCents: order(),
    taxShare: 0.2 / 1.2,
    customerKey,
    clickId: null,
  });
}

const BOXES = [1800, 2400, 2400, 3600, 4800];

/** Signs up and orders a box, and most months another. */
function orderBoxes(scene: Scene, visitor: Visitor): void {
  const { random, endMs } = scene;
  const leadMs = visitor.clickedMs + 5 * MINUTE_MS + random.waiting(6 * HOUR_MS);
  const customerKey = signUp(scene, { clickId: visitor.clickId, atMs: leadMs, byPage: false });
  const amountCents = random.pick(BOXES);
  let atMs = leadMs + 10 * MINUTE_MS + random.waiting(12 * HOUR_MS);
  while (atMs <= endMs) {
    addPurchase(scene, { atMs, amountCents, taxShare: 0.08 / 1.08, customerKey, clickId: null });
    if (random.chance(0.3)) return;
    atMs += (26 + random.waiting(8)) * DAY_MS;
  }
}

/** Test events of the integrator, from the first day and again recently. */
function sendTestEvents(scene: Scene): void {
  const { program, startMs, endMs } = scene;
  const part = program.parts[0];
  // The third program was connected only in part: its status shows what is left to do.
  const isFinished = program.business !== 'boxes';
  if (part === undefined) return;
  for (const atMs of [startMs + 9 * HOUR_MS, endMs - 2 * DAY_MS]) {
    const { clickId } = addClick(scene, part, atMs, { bot: false, testMode: true });
    if (!isFinished) continue;
    const customerKey = signUp(scene, { clickId, atMs: atMs + MINUTE_MS, byPage: false, testMode: true });
    addPurchase(scene, {
      atMs: atMs + 2 * MINUTE_MS,
      amountCents: 1000,
      customerKey,
      clickId: null,
      testMode: true,
    });
  }
}

/** Customers who came by themselves: recorded, credited to nobody. */
function signUpWithoutPartner(scene: Scene): void {
  const { random, startMs } = scene;
  for (let day = random.integer(1, 5); day < HISTORY_DAYS; day += random.integer(5, 15)) {
    signUp(scene, { clickId: null, atMs: startMs + day * DAY_MS + timeOfDayMs(scene), byPage: false });
  }
}

const SOURCES = ['', '', 'blog.', 'blog.', 'newsletter.', 'video.'];
const PAGES = ['', '', '', 'pricing', 'start', 'new'];
const POSTS = ['', 'newsletter', 'podcast', 'review'];
/** So many visitors, that some click twice a day. */
const VISITORS = 40_009;
const TEST_DATA = JSON.stringify({ test_mode: true });

function addClick(
  { program, random, commands }: Scene,
  part: Part,
  clickedMs: number,
  { bot, testMode }: { readonly bot: boolean; readonly testMode: boolean },
): Visitor {
  const key = {
    clickedMs,
    number: Math.floor(random.next() * 2 ** 21) * 2 ** 32 + random.integer(0, 2 ** 32 - 1),
  };
  const source = random.pick(SOURCES);
  const post = POSTS[key.number % POSTS.length] ?? '';
  commands.push({
    kind: 'click',
    caller: { mode: 'browser', origin: castOrigin(program) },
    key,
    shortLinkKey: part.link,
    affiliateUrl: `${castOrigin(program)}/${random.pick(PAGES)}?aff=${part.link}${post && `&utm_campaign=${post}`}`,
    redirectClickId: null,
    visitor: key.number % VISITORS,
    referrer: source === '' ? null : `https://${source}${part.link}.test/`,
    testMode,
    bot,
    additionalData: testMode ? TEST_DATA : null,
  });
  return { clickId: `cust_${key.number}_${key.clickedMs}`, clickedMs, part };
}

function newCustomerKey({ program, count }: Scene): string {
  count.customers += 1;
  return `${program.domain.replace('.test', '')}-user-${count.customers}`;
}

interface SignUp {
  readonly clickId: string | null;
  readonly atMs: number;
  /** Sent by the program's page with its origin, not by its server with the key. */
  readonly byPage: boolean;
  readonly testMode?: boolean;
  /** Left out: most have one of their own. */
  readonly email?: string;
}

function signUp(scene: Scene, { clickId, atMs, byPage, testMode = false, email }: SignUp): string {
  const { program, caller, commands, random } = scene;
  const customerKey = newCustomerKey(scene);
  commands.push({
    kind: 'lead',
    code: null,
    occurredAtMs: null,
    caller: byPage ? { mode: 'browser', origin: castOrigin(program) } : caller,
    clickId,
    customerKey,
    email: email ?? (random.chance(0.8) ? `${customerKey}@mail.test` : null),
    programId: null,
    testMode,
    additionalData: testMode ? TEST_DATA : null,
    atMs: Math.floor(atMs),
  });
  return customerKey;
}

interface Purchase {
  readonly atMs: number;
  readonly amountCents: number;
  readonly taxShare?: number;
  readonly customerKey: string;
  readonly clickId: string | null;
  readonly code?: string | undefined;
  readonly testMode?: boolean;
}

function addPurchase(scene: Scene, purchase: Purchase): void {
  const { program, caller, commands, count } = scene;
  const { amountCents, taxShare = 0, customerKey, clickId, code = null, testMode = false } = purchase;
  count.sales += 1;
  const sale: SaleCommand = {
    kind: 'sale',
    code,
    discountIds: [],
    caller,
    transactionId: `${program.domain.replace('.test', '')}-order-${count.sales}`,
    references: [],
    amountCents,
    taxCents: Math.round(amountCents * taxShare),
    items: null,
    currency: null,
    customerKey,
    clickId,
    testMode,
    source: 'api',
    additionalData: testMode ? TEST_DATA : null,
    occurredAtMs: null,
    atMs: Math.floor(purchase.atMs),
  };
  commands.push(sale);
  if (!testMode) maybeRefund(scene, sale);
}

/** Some want all their money back soon, some a part of it, and some late, when the commission has been paid out. */
function maybeRefund(scene: Scene, sale: SaleCommand): void {
  const { random } = scene;
  const fate = random.next();
  if (fate > 0.12) return;
  const isLate = fate < 0.04;
  const days = isLate ? 33 + random.waiting(10) : 1 + random.waiting(5);
  const part = fate > 0.08 ? Math.round(sale.amountCents * random.pick([0.2, 0.25, 0.5])) : null;
  refundCommand(scene, sale, { amountCents: part, atMs: sale.atMs + days * DAY_MS });
}

/** The program's first buyer wants the money back when the partner has been paid, and will be paid again. */
function refundFirstBuyer(scene: Scene): void {
  const { commands, startMs } = scene;
  const refunded = new Set(
    commands.map((command) => (command.kind === 'refund' ? command.transactionId : '')),
  );
  const [first] = commands
    .filter((command) => command.kind === 'sale')
    .filter((sale) => !sale.testMode && !refunded.has(sale.transactionId))
    .sort((a, b) => a.atMs - b.atMs);
  if (first !== undefined) refundCommand(scene, first, { amountCents: null, atMs: startMs + 55.5 * DAY_MS });
}

/** A partner buys by their own link, which the fraud checks notice. */
function buyByOwnLink(scene: Scene): void {
  const { program, startMs } = scene;
  const part = program.parts.find(({ link }) => link === 'nils');
  if (part === undefined) return;
  const clickMs = startMs + 84.6 * DAY_MS;
  const { clickId } = addClick(scene, part, clickMs, { bot: false, testMode: false });
  const atMs = clickMs + 5 * MINUTE_MS;
  const customerKey = signUp(scene, { clickId, atMs, byPage: true, email: emailOf(part.partner) });
  addPurchase(scene, { atMs: atMs + 3 * MINUTE_MS, amountCents: 9900, customerKey, clickId: null });
}

function refundCommand(
  { caller, commands }: Scene,
  { transactionId }: SaleCommand,
  { amountCents, atMs }: { readonly amountCents: number | null; readonly atMs: number },
): void {
  commands.push({
    kind: 'refund',
    occurredAtMs: null,
    caller,
    transactionId,
    amountCents,
    refundKey: `${transactionId}-refund`,
    source: 'api',
    atMs: Math.floor(atMs),
  });
}
