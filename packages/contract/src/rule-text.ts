import type { ClauseInput, ClausePayInput } from './rules.js';

/** How the reader wants amounts (in smallest units) and basis points written. */
export interface RuleFormat {
  money(amountCents: number): string;
  share(basisPoints: number): string;
}

/** The clauses of a rule in words, in their order: "20 % for the product pro; 5.00 USD for first sales; otherwise nothing". */
export function clausesText(
  {
    clauses,
    otherwise,
  }: { readonly clauses: readonly ClauseInput[]; readonly otherwise: ClausePayInput | null },
  format: RuleFormat,
): string {
  const texts = clauses.map(({ when, pay }) => `${payText(pay, format)} ${conditionText(when, format)}`);
  return [...texts, `otherwise ${otherwise === null ? 'nothing' : payText(otherwise, format)}`].join('; ');
}

function payText(pay: ClausePayInput, { money, share }: RuleFormat): string {
  if (pay.type === 'none') return 'nothing';
  if (pay.type === 'flat') return money(pay.amount_cents);
  const most = pay.max_cents === undefined ? '' : ` (at most ${money(pay.max_cents)})`;
  return `${share(pay.basis_points)}${most}`;
}

function conditionText(when: ClauseInput['when'], { money }: RuleFormat): string {
  const { products, codes, min_amount_cents: amount, min_customers: customers } = when;
  const parts = [
    products && `for the ${namesText('product', products)}`,
    saleText(when.sale),
    codes && `with the ${namesText('code', codes)}`,
    monthsText(when),
    amount !== undefined && `if the sale is at least ${money(amount)}`,
    customers !== undefined &&
      `once the partner has brought ${customers} ${customers === 1 ? 'customer' : 'customers'}`,
  ].filter((part) => typeof part === 'string');
  return parts.length === 0 ? 'for every sale' : parts.join(' ');
}

function saleText(sale: ClauseInput['when']['sale']): string | undefined {
  if (sale === undefined) return undefined;
  return sale === 'first' ? 'for first sales' : 'for renewals';
}

function namesText(one: string, names: readonly string[]): string {
  return names.length === 1
    ? `${one} ${names[0]}`
    : `${one}s ${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}

/** Months are counted from the customer's first sale. */
function monthsText({ from_month: from = 0, to_month: to }: ClauseInput['when']): string | undefined {
  if (from === 0 && to === undefined) return undefined;
  if (to === undefined) return `after a customer's first ${monthCount(from)}`;
  if (from === 0) return `in a customer's first ${monthCount(to)}`;
  return from + 1 === to
    ? `in month ${to} after a customer's first sale`
    : `in months ${from + 1} to ${to} after a customer's first sale`;
}

function monthCount(months: number): string {
  return months === 1 ? 'month' : `${months} months`;
}
