/** Totals as the service gives them: before refunds, with what refunds took back beside. */
interface Gross {
  readonly revenue_cents: number;
  readonly refunded_cents: number;
  readonly commission_cents: number;
  readonly reversed_cents: number;
}

/** What is left after refunds, as every page shows it. */
export function netOf<Row extends Gross>(row: Row): Row {
  return {
    ...row,
    revenue_cents: row.revenue_cents - row.refunded_cents,
    commission_cents: row.commission_cents - row.reversed_cents,
  };
}
