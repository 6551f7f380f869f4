import type { ImportCreate } from '@svc/contract';
import type { Static } from 'typebox';
import type { Random } from '../../support/random.js';
import { uniqueName } from '../../support/seed.js';

const DAY_MS = 86_400_000;

/** Mapping of the files of a system that another company maintains. */
const OLD_SYSTEM = {
  system: 'Homegrown',
  sales: {
    columns: {
      transaction_id: 'order',
      customer_key: 'customer',
      partner_email: 'partner',
      amount_cents: 'cents',
      currency: 'currency',
      occurred_at: 'paid',
    },
  },
};

/** Returns a file of a few sales of the last 500 days in any order. */
export function randomSales(
  random: Random,
  { emails, customer }: { readonly emails: readonly string[]; readonly customer: () => string },
): Static<typeof ImportCreate> {
  const lines = Array.from({ length: random.int(1, 4) }, () => {
    const day = new Date(Date.now() - random.int(1, 500) * DAY_MS).toISOString().slice(0, 10);
    return [uniqueName('old'), customer(), random.pick(emails), random.int(1, 20_000), 'USD', day].join();
  });
  const text = ['order,customer,partner,cents,currency,paid', ...lines].join('\n');
  return { mapping: OLD_SYSTEM, files: [{ kind: 'sales', name: 'sales.csv', text }] };
}
