import type { Sale } from '../model.js';
import type { FirstSale } from './first-sale.js';
import type { CommissionRule } from './rule.js';

/** What a commission is computed from. `firstSale` may be this sale. */
export interface CommissionBasis {
  readonly sale: Pick<
    Sale,
    | 'id'
    | 'amountCents'
    | 'taxCents'
    | 'currency'
    | 'testMode'
    | 'source'
    | 'occurredAtMs'
    | 'items'
    | 'partnerCustomers'
    | 'customerLeftCents'
  >;
  /** See `codesOfSale`. */
  readonly codes: readonly string[];
  readonly rule: CommissionRule | null;
  readonly programCurrency: string;
  readonly firstSale: FirstSale | null;
}
