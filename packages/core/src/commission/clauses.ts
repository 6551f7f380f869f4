import type { CarriedCode, CodeResult } from '../model.js';
import { divideHalfAwayFromZero, MAX_AMOUNT_CENTS } from '../money.js';
import type { CommissionBasis } from './basis.js';
import { addMonths } from './months.js';
import type { CommissionPart } from './reason.js';
import type { ClauseCondition, ClausePay, LineItem, RuleClauses } from './rule.js';

/** In basis points. */
const WHOLE = 10_000;

/** What the clauses of a rule make of a sale, part by part. */
export interface PartsCalculation {
  readonly amountCents: number;
  readonly currency: string;
  /** In the order of the items, the rest last. */
  readonly parts: readonly CommissionPart[];
}

/** A part of a sale that one clause pays. null: what is in no item. */
interface Portion {
  readonly product: string | null;
  readonly amountCents: number;
}

/**
 * What a sale earns by the clauses of a rule: each item by the first clause that holds for it, the rest by the first one that
 * holds and names no products. Shares are in the currency of the sale, flat amounts in the program's. A commission has one
 * currency, so where a sale earns both and the two differ, the flat amounts are left out. Contract 2 section 13, decision 19.
 */
export function calculateParts(basis: CommissionBasis, clauses: RuleClauses): PartsCalculation {
  const { sale, programCurrency } = basis;
  const parts = portionsOf(sale).map((portion) => partOf(portion, basis, clauses));
  const isMixed = sale.currency !== programCurrency && earnsBy(parts, 'percent') && earnsBy(parts, 'flat');
  const paid = isMixed ? parts.map(withoutFlat) : parts;
  return {
    amountCents: sumOf(paid),
    currency: earnsBy(paid, 'flat') ? programCurrency : sale.currency,
    parts: paid,
  };
}

/** What the parts come to: at most the largest amount that can be recorded, however many flat amounts there are. */
function sumOf(parts: readonly CommissionPart[]): number {
  const sum = parts.reduce((cents, part) => cents + BigInt(part.cents), 0n);
  return sum > BigInt(MAX_AMOUNT_CENTS) ? MAX_AMOUNT_CENTS : Number(sum);
}

/** The items that something was paid for, and what is left of the sale. */
function portionsOf(sale: { readonly amountCents: number; readonly items: readonly LineItem[] | null }) {
  const items: readonly Portion[] = sale.items ?? [];
  const itemsCents = items.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const rest: Portion = { product: null, amountCents: sale.amountCents - itemsCents };
  return [...items, rest].filter(({ amountCents }) => amountCents > 0);
}

/** What one portion earns. */
function partOf(
  { product, amountCents }: Portion,
  basis: CommissionBasis,
  { list, otherwise }: RuleClauses,
): CommissionPart {
  const index = list.findIndex(({ when }) => holds(when, product, basis));
  const pay = list[index]?.pay ?? otherwise;
  const { cents, isCut } = centsOf(pay, amountCents, basis.sale);
  return {
    product,
    amountCents,
    clause: index === -1 ? null : index + 1,
    pay,
    baseCents: shareOf(WHOLE, amountCents, basis.sale),
    cents,
    limitedBy: isCut ? 'max_cents' : null,
  };
}

function centsOf(
  pay: ClausePay | null,
  amountCents: number,
  sale: CommissionBasis['sale'],
): { readonly cents: number; readonly isCut: boolean } {
  if (pay === null || pay.type === 'none') return { cents: 0, isCut: false };
  if (pay.type === 'flat') return { cents: pay.amountCents, isCut: false };
  const share = shareOf(pay.basisPoints, amountCents, sale);
  const isCut = pay.maxCents !== null && share > pay.maxCents;
  return { cents: isCut ? pay.maxCents : share, isCut };
}

/** A share of a portion without its part of the tax, rounded once. */
function shareOf(
  basisPoints: number,
  amountCents: number,
  { amountCents: saleCents, taxCents }: CommissionBasis['sale'],
) {
  const numerator = BigInt(amountCents) * BigInt(saleCents - taxCents) * BigInt(basisPoints);
  return Number(divideHalfAwayFromZero(numerator, BigInt(saleCents) * BigInt(WHOLE)));
}

function earnsBy(parts: readonly CommissionPart[], type: ClausePay['type']): boolean {
  return parts.some(({ pay, cents }) => pay?.type === type && cents > 0);
}

function withoutFlat(part: CommissionPart): CommissionPart {
  return part.pay?.type === 'flat' ? { ...part, cents: 0, limitedBy: 'currency' } : part;
}

/** Whether a clause pays a portion of a sale. */
function holds(when: ClauseCondition, product: string | null, basis: CommissionBasis): boolean {
  const { sale, firstSale } = basis;
  const { products, codes, minAmountCents, minCustomers } = when;
  if (products !== null && (product === null || !products.includes(product))) return false;
  if (when.sale !== null && (when.sale === 'first') !== (firstSale?.id === sale.id)) return false;
  if (codes !== null && !codes.some((code) => isAmong(basis.codes, code))) return false;
  if (minAmountCents !== null && sale.amountCents < minAmountCents) return false;
  if (minCustomers !== null && (sale.partnerCustomers ?? 0) < minCustomers) return false;
  return isWithinMonths(when, basis);
}

/** Codes are the same in small letters and in capitals. */
function isAmong(codes: readonly string[], code: string): boolean {
  return codes.some((one) => one.toUpperCase() === code.toUpperCase());
}

/** A sale dated before the customer's first one is in its first month. */
function isWithinMonths(
  { fromMonth, toMonth }: ClauseCondition,
  { sale, firstSale }: CommissionBasis,
): boolean {
  if (firstSale === null) return true;
  const soldAtMs = Math.max(sale.occurredAtMs, firstSale.atMs);
  if (fromMonth !== null && soldAtMs < addMonths(firstSale.atMs, fromMonth)) return false;
  return toMonth === null || soldAtMs < addMonths(firstSale.atMs, toMonth);
}

/** The largest number of customers that a clause asks for; null: no clause asks. Counting further changes nothing. */
export function customersAskedFor(rule: { readonly clauses: RuleClauses | null } | null): number | null {
  let most: number | null = null;
  for (const { when } of rule?.clauses?.list ?? []) {
    if (when.minCustomers !== null && when.minCustomers > (most ?? -1)) most = when.minCustomers;
  }
  return most;
}

const NOWHERE: ReadonlySet<CodeResult | null> = new Set(['unknown', 'inactive', 'partner_not_approved']);

/**
 * The codes of a sale as conditions see them: the one it carried, unless that leads nowhere, and the one behind its credit, which a
 * customer may have used long before. Contract 2 sections 11 and 13.
 */
export function codesOfSale({ code, codeResult }: CarriedCode, creditedBy: string | null): readonly string[] {
  const codes = creditedBy === null ? [] : [creditedBy];
  return code === null || NOWHERE.has(codeResult) ? codes : [...codes, code];
}

/** Whether a clause asks which codes a sale has. */
export function isCodeAskedFor(rule: { readonly clauses: RuleClauses | null } | null): boolean {
  return rule?.clauses?.list.some(({ when }) => when.codes !== null) === true;
}
