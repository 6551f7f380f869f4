import Type, { type Static } from 'typebox';
import { Currency, CurrencyInput, Day, nullable, REPORT_DAYS, Total } from './shapes.js';

// What customers brought month after month, by the month of their first sale.

export const CohortQuery = Type.Object({
  ...REPORT_DAYS,
  currency: Type.Optional(CurrencyInput),
});

const SUMS = {
  revenue_cents: Total,
  refunded_cents: Total,
  commission_cents: Total,
  reversed_cents: Total,
};

/** Answer of `…/cohorts`. Every amount counts on the day that the report counts it on, so `totals` are those of the report. */
export const CohortAnswer = Type.Object({
  from: Day,
  to: Day,
  currency: Currency,
  currencies: Type.Array(Currency, { description: 'Those with amounts in the period.' }),
  cohorts: Type.Array(
    Type.Object({
      month: nullable(
        Type.String({
          pattern: '^[0-9]{4}-[0-9]{2}$',
          description: 'Month (UTC) of the first sale; null: rewards for leads who have not bought.',
        }),
      ),
      customers: Type.Integer({
        description: 'All customers whose first sale was in the month and the currency, whatever the period.',
      }),
      months: Type.Array(
        Type.Object({
          after: Type.Integer({
            minimum: 0,
            description: 'Months after that of the first sale. A reward for the lead before it counts in 0.',
          }),
          customers: Type.Integer({ description: 'Customers with a sale in this month.' }),
          ...SUMS,
        }),
      ),
    }),
  ),
  totals: Type.Object(SUMS),
});

export type CohortAnswer = Static<typeof CohortAnswer>;
