import type { Row } from '../../../api/client.js';

type Finding = Row<'/api/programs/{programId}/claims'>['finding'];

/** What the books say of an order, short for a list and in full. */
export const FINDINGS: Readonly<Record<Finding, { readonly short: string; readonly full: string }>> = {
  unknown_order: {
    short: 'No such order',
    full: 'No sale with this order number has been recorded in this program for any partner. If the customer did come by the partner’s link, your server or card processor has not reported the payment, or the customer never was connected to a click.',
  },
  credited: {
    short: 'Credited to this partner',
    full: 'The sale has been recorded and is credited to this partner. Nothing is missing.',
  },
  no_commission: {
    short: 'Credited, without commission',
    full: 'The sale has been recorded for this partner, and the rule gave no commission for it.',
  },
  credited_elsewhere: {
    short: 'Credited to another partner',
    full: 'The sale has been recorded for another partner: the last click before it came through a link of theirs.',
  },
  test_sale: {
    short: 'A test sale',
    full: 'The sale has been recorded as a test. Tests earn nobody anything.',
  },
};
