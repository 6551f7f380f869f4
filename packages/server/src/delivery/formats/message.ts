import { formatMoney, type SvcEvent } from '@svc/contract';

/** A message about an event: one line, and the page of the dashboard to look at. */
export interface ChatMessage {
  readonly text: string;
  readonly url: string;
}

/** Names by id, and what else a message is made with. */
export interface MessageContext {
  readonly partners: ReadonlyMap<number, string>;
  readonly programs: ReadonlyMap<number, string>;
  /** The service as the outside sees it. */
  readonly baseUrl: string;
  /** Writes what people typed the way the chat shows it as it is. */
  readonly quote: (typed: string) => string;
}

/** Pieces of a sentence; what is unknown is left out. */
type Pieces = readonly (string | null)[];

/** The message about an event. */
export function messageOf(event: SvcEvent, context: MessageContext): ChatMessage {
  const { test_mode: isTest, type, program_id: programId } = event;
  const program = programId === null ? undefined : context.programs.get(programId);
  const place = program === undefined ? null : `in ${context.quote(program)}`;
  const words = [...piecesOf(event, context), place].filter((piece) => piece !== null).join(' ');
  return { text: isTest && type !== 'webhook.test' ? `[Test] ${words}` : words, url: pageOf(event, context) };
}

function piecesOf({ type, data }: SvcEvent, context: MessageContext): Pieces {
  const { quote } = context;
  const earnedBy = ({ transaction_id: id }: { readonly transaction_id: string | null }) =>
    id === null ? 'for a lead' : `for order ${quote(id)}`;
  const through = throughPartner(context);
  const { customer, sale, refund, commission, dispute, partner, payout, claim, adjustment } = data;
  const customerName =
    customer?.customer_key == null ? 'a customer' : `customer ${quote(customer.customer_key)}`;
  const order = sale == null ? null : `of order ${quote(sale.transaction_id)}`;
  const share = commission === undefined ? null : money(commission);
  const earned = commission === undefined ? [] : [earnedBy(commission), through(commission.partner_id)];
  switch (type) {
    case 'lead.created':
      return ['New lead:', customerName, through(data.lead?.partner_id ?? customer?.partner_id)];
    case 'sale.created':
      return ['New sale:', sale == null ? null : money(sale), order, through(sale?.partner_id)];
    case 'sale.refunded':
      return ['Refund:', refund === undefined ? null : money(refund), order, through(sale?.partner_id)];
    case 'commission.created':
      return ['New commission:', share, ...earned];
    case 'commission.changed':
      return [`Commission ${CHANGES[data.change ?? ''] ?? 'changed'}:`, share, ...earned];
    case 'commission.paid':
      return ['Commission paid out:', share, ...earned];
    case 'dispute.opened':
      return ['Dispute opened:', dispute === undefined ? null : money(dispute), order];
    case 'dispute.closed':
      return [
        `Dispute ${dispute?.status ?? 'closed'}:`,
        dispute === undefined ? null : money(dispute),
        order,
      ];
    case 'partner.applied':
      return ['New application:', partner === undefined ? null : quote(partner.name)];
    case 'partner.updated':
      return [
        'Partner updated:',
        partner === undefined ? null : `${quote(partner.name)} (${partner.status})`,
      ];
    case 'payout.created':
    case 'payout.paid':
    case 'payout.reopened':
    case 'payout.cancelled':
      return [PAYOUTS[type], payout === undefined ? null : `${money(payout)} to ${quote(payout.name)}`];
    case 'claim.created':
      return [
        'New claim:',
        claim === undefined ? null : `order ${quote(claim.reference)}`,
        by(context, claim?.partner_id),
      ];
    case 'claim.answered':
      return [
        `Claim ${claim?.status ?? 'answered'}:`,
        claim === undefined ? null : `order ${quote(claim.reference)}`,
        by(context, claim?.partner_id),
      ];
    case 'adjustment.created':
      return [
        'Adjustment:',
        adjustment === undefined ? null : money(adjustment),
        forPartner(context, adjustment?.partner_id),
      ];
    case 'customer.assigned':
      return ['Customer reassigned:', customerName, forPartner(context, customer?.partner_id)];
    case 'customer.erased':
      return ['Customer erased'];
    case 'webhook.test':
      return ['This is a test of the webhook. It works.'];
  }
}

const CHANGES: Readonly<Record<string, string>> = {
  hold: 'on hold',
  release: 'released',
  reversal: 'reversed',
  reassignment: 'reassigned',
  rejection: 'rejected',
  maturity: 'payable',
  restoration: 'restored',
  payout_cancellation: 'payable again, its payout was cancelled',
};

const PAYOUTS = {
  'payout.created': 'New payout:',
  'payout.paid': 'Payout marked as paid:',
  'payout.reopened': 'Payout not paid after all:',
  'payout.cancelled': 'Payout cancelled:',
} as const;

function money({
  amount_cents,
  currency,
}: {
  readonly amount_cents: number;
  readonly currency: string;
}): string {
  return formatMoney(amount_cents, currency);
}

function throughPartner(context: MessageContext) {
  return (partnerId: number | null | undefined) => named(context, 'through', partnerId);
}
const by = (context: MessageContext, partnerId: number | null | undefined) => named(context, 'by', partnerId);
const forPartner = (context: MessageContext, partnerId: number | null | undefined) =>
  named(context, 'for', partnerId);

function named({ partners, quote }: MessageContext, word: string, partnerId: number | null | undefined) {
  const name = partnerId == null ? undefined : partners.get(partnerId);
  return name === undefined ? null : `${word} ${quote(name)}`;
}

/** The page of the dashboard that shows what the event is about. */
function pageOf(
  { type, program_id: programId, workspace_id: workspaceId, data }: SvcEvent,
  { baseUrl }: MessageContext,
) {
  if (programId === null) return `${baseUrl}/w/${workspaceId}`;
  const [noun = ''] = type.split('.');
  const { customer, sale, partner } = data;
  const customerId = customer?.id ?? sale?.customer_id;
  const pages: Readonly<Record<string, string | undefined>> = {
    lead: customerId && `customers/${customerId}`,
    sale: customerId && `customers/${customerId}`,
    customer: customerId && `customers/${customerId}`,
    commission: 'commissions',
    partner: partner && `partners/${partner.id}`,
    payout: 'payouts',
    claim: 'claims',
    adjustment: 'payouts',
  } as Record<string, string | undefined>;
  return `${baseUrl}/p/${programId}/${pages[noun] ?? 'overview'}`;
}
