import type { Answer } from '../../api/client.js';
import { netOf } from '../../format/net.js';

export type Cohorts = Answer<'/api/programs/{programId}/cohorts'>;
type Cohort = Cohorts['cohorts'][number];

/** What the cells of the table can show. */
export const COHORT_VALUES = ['revenue', 'commission', 'customers'] as const;
export type CohortValue = (typeof COHORT_VALUES)[number];

/** One cohort: its cells by months after the first sale, undefined where nothing happened. */
export interface CohortRow {
  readonly month: string | null;
  readonly customers: number;
  readonly cells: readonly (number | undefined)[];
  /** Of amounts. */
  readonly total: number;
}

/** Cohorts as lines of one value. */
export function rowsOf({ cohorts }: Cohorts, show: CohortValue): readonly CohortRow[] {
  const width = Math.max(0, ...cohorts.flatMap(({ months }) => months.map(({ after }) => after + 1)));
  return cohorts.map(({ month, customers, months }) => {
    const cells = Array.from({ length: width }, (_, after) => {
      const found = months.find((one) => one.after === after);
      return found && shownOf(found, show);
    });
    return { month, customers, cells, total: cells.reduce<number>((sum, cell) => sum + (cell ?? 0), 0) };
  });
}

/** What all cohorts come to. */
export function totalOf({ totals }: Cohorts, show: Exclude<CohortValue, 'customers'>): number {
  const net = netOf(totals);
  return show === 'revenue' ? net.revenue_cents : net.commission_cents;
}

function shownOf(month: Cohort['months'][number], show: CohortValue): number {
  if (show === 'customers') return month.customers;
  const net = netOf(month);
  return show === 'revenue' ? net.revenue_cents : net.commission_cents;
}
