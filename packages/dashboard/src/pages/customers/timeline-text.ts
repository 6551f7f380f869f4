import type { Answer } from '../../api/client.js';
import { formatMoney } from '../../format/money.js';
import { texts } from '../../texts/timeline.js';

/** Something that happened with a customer. */
export type TimelineEntry = Answer<'/api/programs/{programId}/customers/{id}'>['timeline'][number];

type Credit = NonNullable<TimelineEntry['details']['credit']>;

/** What happened, in a few words. */
export function textOfEntry({ type, text, details, amount_cents: cents, currency }: TimelineEntry): string {
  const amount = cents === null || currency === null ? '' : formatMoney(Math.abs(cents), currency);
  const transaction = details.transaction_id ?? '';
  switch (type) {
    case 'click':
      return details.affiliate_url === null ? texts.clicked : texts.clickedTo({ url: details.affiliate_url });
    case 'lead':
      return details.lead_source === null ? text : texts.signedUp[details.lead_source];
    case 'credit':
      return details.credit === null ? text : creditText(details.credit);
    case 'sale':
      return texts.bought({ amount, transaction });
    case 'refund':
      return (cents ?? 0) < 0
        ? texts.refundFailed({ amount, transaction })
        : texts.refunded({ amount, transaction });
    case 'commission':
      return details.movement === null ? text : texts.movements[details.movement]({ amount });
  }
}

function creditText({ from, from_link, to, to_link, reason, code, by, note, moves_sales }: Credit): string {
  const called = (name: string, link: string | null) =>
    link === null ? name : texts.withLink({ name, link });
  const names = { from: from === null ? texts.nobody : called(from, from_link), to: called(to, to_link) };
  if (reason === 'assigned') {
    const told = { ...names, by: by ?? '', note: note ?? '' };
    return moves_sales ? texts.assignedWithSales(told) : texts.assigned(told);
  }
  const named = code === null ? texts.aClick : texts.theCode({ code });
  return reason === 'server_lead'
    ? texts.movedByLead({ ...names, named })
    : texts.movedBySale({ ...names, named });
}
