import { formatTime } from './format-money.js';
import type { CreditChangeRow, SaleHistory } from './sale-history.js';
import type { Audience } from './sale-story.js';

/**
 * How credit for the customer of a sale moved, in sentences: what happened before the sale and put it where it is, and
 * what happened since, which leaves this sale as it is. A partner is not told who the others are.
 */
export function tellCredit(
  history: SaleHistory,
  audience: Audience,
): { readonly before: string[]; readonly since: string[] } {
  const { credit_changes: changes, sale } = history;
  const isOfSale = (change: CreditChangeRow) =>
    change.to_partner_id === sale.partner_id && change.to_link_id === sale.link_id;
  const last = changes.findLastIndex(isOfSale);
  return {
    before: changes.slice(0, last + 1).map((change) => howItCame(history, change, audience)),
    since: changes.slice(last + 1).map((change) => whereItWent(history, change, audience)),
  };
}

function howItCame(history: SaleHistory, change: CreditChangeRow, audience: Audience): string {
  const from = creditedName(history, audience, change.from_partner_id, change.from_partner, change.from_link);
  const to = creditedName(history, audience, change.to_partner_id, change.to_partner, change.to_link);
  const at = formatTime(change.occurred_at);
  if (change.reason === 'server_lead') {
    return `A browser had reported the sign-up first, which credited ${from}. At ${at} ${serverFor(audience)} reported it with this click, so sales from then on are credited to ${to}.`;
  }
  if (change.sale_id === history.sale.id) {
    return `Until this sale the customer was credited to ${from}. The sale named the click, so it and all later sales are credited to ${to}.`;
  }
  const which = audience === 'team' && change.transaction_id !== null ? ` (${change.transaction_id})` : '';
  return `The customer was credited to ${from} until a sale recorded at ${at}${which} named the click, so sales from then on are credited to ${to}.`;
}

function whereItWent(history: SaleHistory, change: CreditChangeRow, audience: Audience): string {
  const from = creditedName(history, audience, change.from_partner_id, change.from_partner, change.from_link);
  const to = creditedName(history, audience, change.to_partner_id, change.to_partner, change.to_link);
  const at = formatTime(change.occurred_at);
  const who = change.reason === 'server_lead' ? `${serverFor(audience)} reported the sign-up` : 'a sale came';
  return `At ${at} ${who} with another click, so later sales are credited to ${to}. This one stays credited to ${from}.`;
}

function serverFor(audience: Audience): string {
  return audience === 'team' ? 'your server' : "the program's server";
}

/** Who was credited. Partners are called "you", and all others "another partner". */
function creditedName(
  { sale }: SaleHistory,
  audience: Audience,
  partnerId: number | null,
  name: string | null,
  link: string | null,
): string {
  if (partnerId === null) return 'nobody';
  if (audience === 'partner' && partnerId !== sale.partner_id) return 'another partner';
  const who = audience === 'partner' ? 'you' : (name ?? `partner ${partnerId}`);
  return link === null ? who : `${who} (link "${link}")`;
}
