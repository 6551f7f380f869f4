import type { RuleInput } from '@svc/contract';
import type { Random } from '../../support/random.js';

/** Returns a rule of any type, some with a duration and a limit per customer. */
export function randomRule(random: Random): RuleInput {
  const maxTotalCents = random.pick([null, null, 500, 6000]);
  const limits = {
    duration_months: random.pick([null, null, 0, 2]),
    ...(maxTotalCents !== null && { max_total_cents: maxTotalCents }),
  };
  switch (random.weighted({ percent: 4, flat: 3, clauses: 3 })) {
    case 'percent':
      return { type: 'percent', basis_points: random.pick([0, 1000, 3333, 10_000]), ...limits };
    case 'flat':
      return { type: 'flat', amount_cents: random.pick([1, 500, 9900]), ...limits };
    case 'clauses':
      return {
        type: 'clauses',
        clauses: [
          { when: { min_customers: random.int(1, 4) }, pay: { type: 'percent', basis_points: 4000 } },
          { when: { sale: random.pick(['first', 'renewal']) }, pay: { type: 'flat', amount_cents: 700 } },
          { when: { codes: ['CODE0'], to_month: 1 }, pay: { type: 'percent', basis_points: 2500 } },
        ],
        otherwise: { type: 'percent', basis_points: 1000 },
        ...limits,
      };
  }
}
