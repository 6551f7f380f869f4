import type { CommissionItem } from '../commissions.js';
import type { SaleItem } from '../sales.js';
import type { StoryStep } from './steps.js';

/** Why a commission is held, as an advertiser's team reads it. `note`: what the person wrote who holds it; `of`: what earned it. */
export function holdText(
  kind: NonNullable<CommissionItem['hold_kind']>,
  note: string | null,
  of: 'sale' | 'lead',
): string {
  switch (kind) {
    case 'manual':
      return note ?? '';
    case 'dispute':
      return 'The payment is disputed.';
    case 'flagged':
      return 'A fraud flag of the program holds it.';
    case 'partner_pending':
    case 'partner_rejected':
    case 'partner_suspended': {
      const status = kind.slice('partner_'.length);
      return `The partner was ${status} in the program when the ${of} was recorded.`;
    }
  }
}

/**
 * Why a sale earned no commission. `months`: how long the rule pays from a customer's first sale; `note`: what an old version
 * wrote where its reason has no code.
 */
export function noCommissionText(
  code: NonNullable<SaleItem['no_commission_code']>,
  { months, note }: { readonly months: number | null; readonly note: string | null },
): string {
  switch (code) {
    case 'test_sale':
      return 'This is a test sale; test sales earn no commission.';
    case 'no_rule':
      return 'The program has no commission rule.';
    case 'not_first_sale':
      return "The rule pays for a customer's first sale only, and this is a later one.";
    case 'duration_over':
      return `The rule pays for ${months} months from the customer's first sale, and they are over.`;
    case 'amount_zero':
      return 'The commission comes to zero under the rule.';
    case 'no_clause':
      return 'No clause of the rule pays for this sale.';
    case 'total_reached':
      return 'The customer has earned the partner the most that the rule allows for one customer.';
    case 'imported':
      return 'It was imported from another system, whose commission for it is not part of this program.';
    case 'other':
      return note ?? 'The reason was not kept.';
  }
}

type Flagged = Extract<StoryStep, { readonly kind: 'flagged' }>;

/** What the program looked for and found in a sale, with the evidence. Contract 2 section 14. */
export function flagText(step: Flagged): string {
  return `${evidenceText(step)}${step.holds ? ' The program holds such commissions.' : ''}`;
}

function evidenceText({ flag, domain, seconds, clicks, parameter, customers, average }: Flagged): string {
  switch (flag) {
    case 'self_referral':
      return domain === null
        ? "Flagged as a self-referral: the customer's email address is the partner's."
        : `Flagged as a self-referral: the customer's email address is at ${domain}, the partner's own domain.`;
    case 'fast_sale':
      return `Flagged as a fast sale: it was made ${seconds} ${seconds === 1 ? 'second' : 'seconds'} after the click.`;
    case 'click_burst':
      return `Flagged for a burst of clicks: the visitor clicked on the link ${clicks} times within an hour.`;
    case 'paid_search':
      return `Flagged as a paid ad: the address of the click has the parameter ${parameter}, which advertising networks add.`;
    case 'code_leak':
      return `Flagged as a leaked code: it brought ${customers} new customers on that day, after ${average} a day in the 30 days before.`;
    case 'page_named':
      return 'Flagged as named by a page only: no server has reported which partner brought the customer.';
  }
}
