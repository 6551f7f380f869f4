import type { ProcessorCoverageAnswer } from '@svc/contract';
import type { Pool } from 'pg';
import type { PaymentKind } from './provider.js';

const DAYS = 90;

interface CoverageRow {
  readonly currency: string;
  readonly kind: ProcessorCoverageAnswer['kinds'][number]['kind'];
  readonly payments: string;
  readonly cents: string;
  readonly payments_with_keys: string;
  readonly cents_with_keys: string;
  readonly example: {
    provider: string;
    transaction_id: string;
    event_id: string;
    occurred_at: string;
  } | null;
}

type AdviseOnMetadata = (provider: string, kind: PaymentKind) => string | null;

/**
 * How much of what was paid in the last 90 days carried the metadata it takes to credit it, by currency and kind of
 * payment, with the first payment that did not and what to change. Test events are not counted.
 */
export async function readCoverage(
  pool: Pool,
  workspaceId: number,
  adviseOnMetadata: AdviseOnMetadata,
): Promise<ProcessorCoverageAnswer> {
  const { rows } = await pool.query<CoverageRow>(
    `select currency, kind, count(*)::text as payments, sum(amount_cents)::text as cents,
            count(*) filter (where has_keys)::text as payments_with_keys,
            coalesce(sum(amount_cents) filter (where has_keys), 0)::text as cents_with_keys,
            (array_agg(json_build_object('provider', provider, 'transaction_id', transaction_id, 'event_id', event_id,
                                         'occurred_at', to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
                       order by occurred_at, transaction_id) filter (where not has_keys))[1] as example
       from processor_coverage
      where workspace_id = $1 and occurred_at >= now() - $2::integer * interval '1 day'
      group by currency, kind order by currency, kind`,
    [workspaceId, DAYS],
  );
  const kinds = rows.map((row) => ({
    currency: row.currency,
    kind: row.kind,
    payments: BigInt(row.payments),
    paid_cents: BigInt(row.cents),
    payments_with_keys: BigInt(row.payments_with_keys),
    paid_cents_with_keys: BigInt(row.cents_with_keys),
    share: shareOf(BigInt(row.cents_with_keys), BigInt(row.cents)),
    ...exampleOf(row, adviseOnMetadata),
  }));
  const totals = [...new Set(kinds.map(({ currency }) => currency))].map((currency) => {
    const own = kinds.filter((one) => one.currency === currency);
    const paid = own.reduce((sum, one) => sum + one.paid_cents, 0n);
    const covered = own.reduce((sum, one) => sum + one.paid_cents_with_keys, 0n);
    return { currency, paid_cents: paid, paid_cents_with_keys: covered, share: shareOf(covered, paid) };
  });
  return { days: DAYS, totals, kinds };
}

/** In hundredths of a percent, rounded down, so that only all is 10000. */
function shareOf(part: bigint, whole: bigint): number {
  return whole === 0n ? 0 : Number((part * 10_000n) / whole);
}

function exampleOf({ example, kind }: CoverageRow, adviseOnMetadata: AdviseOnMetadata) {
  if (example === null) return { first_without_keys: null, advice: null };
  const { provider, ...payment } = example;
  return {
    first_without_keys: payment,
    advice: adviseOnMetadata(provider, kind),
  };
}
