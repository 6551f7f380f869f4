import type { Sale } from '../model.js';
import type { CommissionRule } from './rule.js';

/** What a commission is computed from. `firstSale` is the customer's first real sale, which may be this one. */
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
  readonly firstSale: { readonly id: number; readonly atMs: number } | null;
}
