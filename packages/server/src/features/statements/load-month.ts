import type { MonthStatement } from '@svc/contract';
import type { Pool } from 'pg';
import { partsOf } from '../../database/slices.js';
import type { PartnerScope } from '../commissions/list-partner-commissions.js';
import type { Span } from './month-span.js';

type OfCurrency = MonthStatement['currencies'][number];
type Line = OfCurrency['lines'][number];
type Payout = OfCurrency['payouts'][number];

/** What a movement changes: what is owed to the partner, and what was paid out. */
const OWED = `(case when m.to_account in ('pending', 'payable', 'held') then m.amount_cents else 0 end
              - case when m.from_account in ('pending', 'payable', 'held') then m.amount_cents else 0 end)`;
const PAID = `(case when m.to_account = 'paid' then m.amount_cents else 0 end
              - case when m.from_account = 'paid' then m.amount_cents else 0 end)`;
const OF_PARTNER = 'm.program_id = $1 and m.partner_id = $2';
/** Movements that one statement reads on the embedded engine. */
const MOVEMENTS_AT_ONCE = 150;

/** The balances of a partner before and after a month, and each movement between them that changes one. */
export async function loadMonth(
  pool: Pool,
  { programId, partnerId }: PartnerScope,
  { from, until }: Span,
): Promise<OfCurrency[]> {
  const { rows } = await pool.query<{
    ids: number[];
    payouts: (Payout & { currency: string })[];
  }>(
    // One statement, so that all of it is of one moment: movements are never changed.
    `select coalesce((select json_agg(m.id order by m.occurred_at, m.id)
                        from ledger_movements m where ${OF_PARTNER} and m.occurred_at < $4), '[]') as ids,
            coalesce((select json_agg(p) from (
                select m.currency, m.id, m.amount_cents, m.status, m.reference, m.created_at, m.settled_at
                  from payouts m where ${OF_PARTNER} and m.created_at >= $3 and m.created_at < $4 order by m.created_at, m.id) p), '[]')
              as payouts`,
    [programId, partnerId, from, until],
  );
  const { ids = [], payouts = [] } = rows[0] ?? {};
  const { openings, lines } = await loadMovements(pool, ids, from);
  const currencies = [
    ...new Set([...[...openings, ...payouts].map(({ currency }) => currency), ...lines.keys()]),
  ].sort();
  return currencies.map((currency) => {
    const of = <Item extends { currency: string }>(items: Item[]) =>
      items.filter((item) => item.currency === currency).map(({ currency: _, ...item }) => item);
    const before = of(openings);
    const opening = {
      owed_cents: sumOf(
        0,
        before.map((part) => part.owed_cents),
      ),
      paid_cents: sumOf(
        0,
        before.map((part) => part.paid_cents),
      ),
    };
    const ownLines = lines.get(currency) ?? [];
    return {
      currency,
      opening,
      lines: ownLines,
      closing: {
        owed_cents: sumOf(
          opening.owed_cents,
          ownLines.map((line) => line.owed_change_cents),
        ),
        paid_cents: sumOf(
          opening.paid_cents,
          ownLines.map((line) => line.paid_change_cents),
        ),
      },
      payouts: of(payouts).map((payout) => ({
        ...payout,
        created_at: isoOf(payout.created_at),
        settled_at: payout.settled_at === null ? null : isoOf(payout.settled_at),
      })),
    };
  });
}

type Opening = OfCurrency['opening'] & { readonly currency: string };

/** Reads movements in the given order, some at a time: what those before `from` come to, in parts, and the lines of the others by currency. */
async function loadMovements(pool: Pool, ids: readonly number[], from: Date) {
  const openings: Opening[] = [];
  const lines = new Map<string, Line[]>();
  for (const part of partsOf(pool, ids, MOVEMENTS_AT_ONCE)) {
    const { rows } = await pool.query<{ openings: Opening[]; lines: (Line & { currency: string })[] }>(
      `select coalesce((select json_agg(o) from (
                  select m.currency, sum(${OWED}) as owed_cents, sum(${PAID}) as paid_cents
                    from ledger_movements m where m.id = any($1::bigint[]) and m.occurred_at < $2 group by m.currency) o), '[]') as openings,
              coalesce((select json_agg(l) from (
                  select m.currency, m.id as movement_id, m.occurred_at, m.kind, m.commission_id, c.sale_id, c.lead_id, m.adjustment_id,
                         m.payout_id, m.amount_cents, ${OWED} as owed_change_cents, ${PAID} as paid_change_cents
                    from ledger_movements m left join commissions c on c.id = m.commission_id
                   where m.id = any($1::bigint[]) and m.occurred_at >= $2 and (${OWED} <> 0 or ${PAID} <> 0)
                   order by m.occurred_at, m.id) l), '[]') as lines`,
      [part, from],
    );
    openings.push(...(rows[0]?.openings ?? []));
    for (const { currency, ...line } of rows[0]?.lines ?? []) {
      const ofCurrency = lines.get(currency) ?? [];
      ofCurrency.push({ ...line, occurred_at: isoOf(line.occurred_at) });
      lines.set(currency, ofCurrency);
    }
  }
  return { openings, lines };
}

const isoOf = (time: string) => new Date(time).toISOString();

/** Throws where the sum is more than a JSON number can say exactly: nothing is signed that is not exact. */
function sumOf(opening: number, changes: readonly number[]): number {
  const sum = Number(changes.reduce((total, change) => total + BigInt(change), BigInt(opening)));
  if (!Number.isSafeInteger(sum)) throw new Error('a balance is too large for a statement');
  return sum;
}
