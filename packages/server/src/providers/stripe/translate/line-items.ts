import { divideHalfAwayFromZero, type LineItem } from '@svc/core';
import { type Json, objectAt } from '../../../payments/read-json.js';
import { idAt, objectsAt } from '../read-object.js';

const MAX_ITEMS = 100;

/**
 * The products of an invoice, with what was paid for each: the amounts of its lines without their discounts and with their
 * tax. null where the event does not say: it has a page of the lines only, or none of them is of a product.
 */
export function invoiceItems(invoice: Json, paidCents: number): readonly LineItem[] | null {
  return itemsOf(invoice, 'lines', paidCents, (line) => {
    const discountCents = sumOf(objectsAt(line, 'discount_amounts'));
    const taxes = [...objectsAt(line, 'taxes'), ...objectsAt(line, 'tax_amounts')];
    const addedTax = taxes.filter((tax) => tax.tax_behavior === 'exclusive' || tax.inclusive === false);
    return centsOf(line.amount) - discountCents + sumOf(addedTax);
  });
}

/** The products of a checkout. Its events have no lines, but a checkout that was fetched may have them. */
export function checkoutItems(session: Json, paidCents: number): readonly LineItem[] | null {
  return itemsOf(session, 'line_items', paidCents, (line) => centsOf(line.amount_total));
}

/** Products are in `pricing` since basil, in `price` or `plan` before. */
function productOf(line: Json): string | null {
  const details = objectAt(objectAt(line, 'pricing') ?? {}, 'price_details') ?? {};
  const price = objectAt(line, 'price') ?? {};
  const plan = objectAt(line, 'plan') ?? {};
  const product = idAt(details, 'product') ?? idAt(price, 'product') ?? idAt(plan, 'product');
  return product?.isWellFormed() ? product : null;
}

/**
 * The lines of one product are added up. Where less was paid than the lines come to, because of a credit for what was not used
 * or a balance, each product gets its share of what was paid.
 */
function itemsOf(
  object: Json,
  list: string,
  paidCents: number,
  grossOf: (line: Json) => number,
): readonly LineItem[] | null {
  if (objectAt(object, list)?.has_more === true) return null;
  const sums = new Map<string | null, number>();
  for (const line of objectsAt(object, list)) {
    const product = productOf(line);
    sums.set(product, (sums.get(product) ?? 0) + grossOf(line));
  }
  const owed = [...sums].filter(([, cents]) => cents > 0);
  const shared = shareOut(owed, paidCents);
  const items = shared.flatMap(([product, amountCents]) =>
    product === null || amountCents === 0 ? [] : [{ product, amountCents }],
  );
  return items.length === 0 || items.length > MAX_ITEMS ? null : items;
}

type Owed = readonly [product: string | null, cents: number];

/** Amounts that are together not more than what was paid. Each cent is given once. */
function shareOut(owed: readonly Owed[], paidCents: number): readonly Owed[] {
  const total = owed.reduce((sum, [, cents]) => sum + BigInt(cents), 0n);
  if (total <= BigInt(paidCents)) return owed;
  let soFar = 0n;
  let given = 0n;
  return owed.map(([product, cents]) => {
    soFar += BigInt(cents);
    const upToHere = divideHalfAwayFromZero(soFar * BigInt(paidCents), total);
    const share = upToHere - given;
    given = upToHere;
    return [product, Number(share)];
  });
}

function sumOf(parts: readonly Json[]): number {
  return parts.reduce((sum, { amount }) => sum + centsOf(amount), 0);
}

function centsOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}
