import { type CohortAnswer, Currency, Total } from '@svc/contract';
import Type from 'typebox';
import { AMOUNTS, amountFields } from './figure-rows.js';

/** A row of cohorts as a file: a month of the first sale, and a month after it. */
export const COHORT_ROW = Type.Object({
  first_sale_month: Type.String(),
  cohort_customers: Total,
  months_after: Type.Integer(),
  paying_customers: Total,
  currency: Currency,
  ...AMOUNTS,
});

export function cohortRows({ currency, cohorts }: CohortAnswer): object[] {
  return cohorts.flatMap(({ month, customers, months }) =>
    months.map((row) => ({
      first_sale_month: month,
      cohort_customers: customers,
      months_after: row.after,
      paying_customers: row.customers,
      currency,
      ...amountFields(row),
    })),
  );
}
