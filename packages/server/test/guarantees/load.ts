import type { Pool } from 'pg';
import type { Random } from '../support/random.js';
import { type SeededProgram, uniqueName } from '../support/seed.js';
import type { Answer, HttpClient, Path } from './http-client.js';

/** One thing that was asked for, with every answer that came; null: none came, so either may be true. */
export interface Entry {
  readonly kind: 'click' | 'lead' | 'sale' | 'refund';
  /** Customer key, transaction id or refund id; of a click nothing until it is answered. */
  readonly id: string;
  readonly path: Path;
  readonly body: Readonly<Record<string, unknown>>;
  readonly answers: (Answer | null)[];
}

/** Visitors, customers and shops that do not wait for each other, and a record of the responses they got. */
export interface Load {
  readonly journal: readonly Entry[];
  /** How many answers came so far. */
  answered(): number;
  /** Sends requests, 16 at a time, until the condition holds and all of them are answered or cut. */
  run(isEnough: () => boolean): Promise<void>;
  /** Sends once more what was not answered for certain: without an answer, or with one that asks for it. */
  retryUncertain(): Promise<void>;
}

const WORKERS = 16;
const MAX_ATTEMPTS = 20;

/** A load on services; `client` gives the one that the next request goes to. */
export function createLoad(program: SeededProgram, random: Random, client: () => HttpClient): Load {
  const journal: Entry[] = [];
  const clickIds: string[] = [];
  const customerKeys: string[] = [];
  const sales: { id: string; cents: number }[] = [];
  let answered = 0;

  async function sendEntry(entry: Entry): Promise<Answer | null> {
    const answer = await client().post(entry.path, entry.body);
    entry.answers.push(answer);
    if (answer !== null) answered += 1;
    if (answer?.status === 200) keepIds(entry, answer);
    return answer;
  }

  function keepIds({ kind, id, body }: Entry, answer: Answer): void {
    if (kind === 'click') clickIds.push(answer.body.click_id);
    else if (kind === 'lead') customerKeys.push(id);
    else if (kind === 'sale') sales.push({ id, cents: Number(body.amount_cents) });
  }

  function addEntry(
    kind: Entry['kind'],
    id: string,
    path: Path,
    body: Readonly<Record<string, unknown>>,
  ): Entry {
    const entry = { kind, id, path, body, answers: [] };
    journal.push(entry);
    return entry;
  }

  function nextEntry(): Entry {
    const kind = random.weighted({ click: 3, lead: 3, sale: 4, refund: 2 });
    const clickId = clickIds.length > 0 ? random.pick(clickIds.slice(-50)) : undefined;
    if (kind === 'lead' && clickId !== undefined) {
      const key = uniqueName('customer');
      const unused = clickIds.splice(clickIds.indexOf(clickId), 1)[0];
      return addEntry('lead', key, '/api/v1/track/lead', { customer_key: key, click_id: unused });
    }
    if (kind === 'sale' && customerKeys.length > 0) {
      const id = uniqueName('txn');
      const customer_key = random.pick(customerKeys.slice(-100));
      const body = { transaction_id: id, amount_cents: random.int(1, 100_000), customer_key };
      return addEntry('sale', id, '/api/v1/track/sale', body);
    }
    if (kind === 'refund' && sales.length > 0) {
      const sale = random.pick(sales.slice(-100));
      const id = uniqueName('refund');
      const amount_cents = random.int(1, Math.max(1, Math.floor(sale.cents / 5)));
      return addEntry('refund', id, '/api/v1/track/refund', {
        transaction_id: sale.id,
        refund_id: id,
        amount_cents,
      });
    }
    return addEntry('click', '', '/track/click', { affiliate_url: program.affiliateUrl });
  }

  async function sendUntil(isEnough: () => boolean): Promise<void> {
    while (!isEnough()) {
      const entry = nextEntry();
      // Shops send the same sale twice every now and then.
      const isTwice = entry.kind === 'sale' && random.chance(0.1);
      await Promise.all(isTwice ? [sendEntry(entry), sendEntry(entry)] : [sendEntry(entry)]);
    }
  }

  async function retry(entry: Entry): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const answer = await sendEntry(entry);
      if (answer !== null && answer.status !== 503) return;
    }
    throw new Error(`no answer after ${MAX_ATTEMPTS} attempts to ${JSON.stringify(entry)}`);
  }

  return {
    journal,
    answered: () => answered,
    async run(isEnough) {
      await Promise.all(Array.from({ length: WORKERS }, () => sendUntil(isEnough)));
    },
    async retryUncertain() {
      // Without an answer nobody has the id of a click, and a second request is another click.
      const uncertain = journal.filter(
        ({ kind, answers }) =>
          kind !== 'click' && answers.every((answer) => answer === null || answer.status === 503),
      );
      for (const entry of uncertain) await retry(entry);
    },
  };
}

/** Whether this request did something: a refund of what is fully refunded does not. */
function hadEffect(answer: Answer | null): answer is Answer {
  return answer?.status === 200 && answer.body.already_refunded !== true;
}

const STATUSES: Record<Entry['kind'], readonly number[]> = {
  click: [200, 503],
  lead: [200, 400, 503],
  sale: [200, 409, 503],
  refund: [200, 400, 503],
};

const TEXTS: Readonly<Record<number, RegExp>> = {
  400: /^(Customer status cannot be updated to lead\. Current status: (lead|customer)|amount_cents exceeds the refundable amount)$/,
  409: /^Duplicate transaction_id\. This sale has already been recorded\.$/,
  503: /^Service unavailable$/,
};

/** Answers that should not have been given. */
export function wrongAnswers(journal: readonly Entry[]): string[] {
  return journal.flatMap((entry) => {
    const { kind, answers } = entry;
    const given = answers.filter((answer) => answer !== null);
    const wrong = given.filter(
      ({ status, body, retryAfter }) =>
        !STATUSES[kind].includes(status) ||
        (status !== 200 && !TEXTS[status]?.test(body.error)) ||
        (status === 503 && retryAfter === null),
    );
    // A sale is taken once. Where no answer came it may have been taken then.
    const taken = given.filter(hadEffect).length;
    const isTwice = (kind === 'sale' || kind === 'lead') && taken > 1;
    const isRefusedFirst =
      taken === 0 && !answers.includes(null) && given.some(({ status }) => status === 409);
    return wrong.length > 0 || isTwice || isRefusedFirst ? [JSON.stringify(entry)] : [];
  });
}

async function storedIds(pool: Pool, text: string, programId: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(text, [programId]);
  return rows.map(({ id }) => id);
}

/**
 * Where the database differs from what was said: everything that was taken is there, nothing that was turned away is,
 * and nothing is there twice.
 */
export async function compareStored(
  pool: Pool,
  { programId }: SeededProgram,
  journal: readonly Entry[],
): Promise<string[]> {
  const stored = {
    click: await storedIds(
      pool,
      `select 'cust_' || number || '_' || clicked_ms as id from clicks where program_id = $1`,
      programId,
    ),
    lead: await storedIds(
      pool,
      `select c.customer_key as id from leads l join customers c on c.id = l.customer_id where l.program_id = $1`,
      programId,
    ),
    sale: await storedIds(
      pool,
      `select transaction_id || ' ' || amount_cents as id from sales where program_id = $1`,
      programId,
    ),
    refund: await storedIds(
      pool,
      `select refund_key || ' ' || amount_cents as id from refunds where program_id = $1`,
      programId,
    ),
  };
  const differences: string[] = [];
  for (const kind of ['click', 'lead', 'sale', 'refund'] as const) {
    const ids = new Set(stored[kind]);
    if (ids.size !== stored[kind].length) differences.push(`a ${kind} is stored twice`);
    const entries = journal.filter((entry) => entry.kind === kind);
    for (const entry of entries) {
      const what = fateOf(entry, ids);
      if (what !== null) differences.push(`${what}: ${JSON.stringify(entry)}`);
    }
    const { atLeast, atMost } = expectedCount(entries);
    if (ids.size < atLeast || ids.size > atMost) {
      differences.push(`${ids.size} of ${kind} are stored, and ${atLeast} to ${atMost} were asked for`);
    }
  }
  return differences;
}

function fateOf({ kind, id, body, answers }: Entry, stored: ReadonlySet<string>): string | null {
  const taken = answers.find(hadEffect);
  if (kind === 'click') {
    return taken && !stored.has(taken.body.click_id) ? 'answered, and not stored' : null;
  }
  const isStored = stored.has(kind === 'lead' ? id : `${id} ${body.amount_cents}`);
  const isDuplicate = kind !== 'refund' && answers.some((answer) => [400, 409].includes(answer?.status ?? 0));
  if ((taken || isDuplicate) && !isStored) return 'answered, and not stored';
  if (!taken && !answers.includes(null) && !isDuplicate && isStored) return 'turned away, and stored';
  return null;
}

function expectedCount(entries: readonly Entry[]): { atLeast: number; atMost: number } {
  const taken = entries.filter(({ answers }) => answers.some(hadEffect)).length;
  const uncertain = entries.filter(
    ({ answers }) => answers.includes(null) && !answers.some(hadEffect),
  ).length;
  return { atLeast: taken, atMost: taken + uncertain };
}
