import { distinctReferences, type Json, objectAt } from '../../../payments/read-json.js';
import { idAt, idsAt, objectsAt } from '../read-object.js';

/** What a checkout or an invoice may have, more than anybody combines. */
const MAX_DISCOUNT_IDS = 50;

/** Lists of amounts, each with the discount it comes from as `discount`: on an invoice and on its lines. */
const AMOUNTS = [
  ...['total_discount_amounts', 'discount_amounts'],
  ...['total_pretax_credit_amounts', 'pretax_credit_amounts'],
];

/**
 * The ids of all discounts on a checkout session or an invoice, with those of their coupons and promotion codes, in every layout:
 * `discounts` (ids, or objects where expanded), the single `discount` of invoices up to acacia, the breakdown of the total of a session, the
 * lines of an invoice, and the amounts that discounts have taken off either. Newer versions name the coupon in `source`. Contract 2 section 11.
 */
export function discountIdsOf(object: Json): readonly string[] {
  const breakdown = objectAt(objectAt(object, 'total_details') ?? {}, 'breakdown') ?? {};
  const parts = [object, ...objectsAt(object, 'lines')];
  const holders = [
    ...parts,
    ...parts.flatMap((part) => AMOUNTS.flatMap((name) => objectsAt(part, name))),
    ...objectsAt(breakdown, 'discounts'),
  ];
  return distinctReferences(...holders.flatMap(discountIdsIn)).slice(0, MAX_DISCOUNT_IDS);
}

function discountIdsIn(holder: Json): readonly (string | null)[] {
  const single = objectAt(holder, 'discount');
  const discounts = [...(single === null ? [] : [single]), ...objectsAt(holder, 'discounts')];
  return [
    ...discounts.flatMap((discount) => [
      idAt(discount, 'promotion_code'),
      idAt(discount, 'coupon'),
      idAt(objectAt(discount, 'source') ?? {}, 'coupon'),
      idAt(discount, 'id'),
    ]),
    idAt(holder, 'discount'),
    ...idsAt(holder, 'discounts'),
  ];
}
