import Type from 'typebox';
import { LANGUAGE_QUERY, NoticedEvents } from './payments.js';
import { Currency, nullable, Total } from './shapes.js';

// What a program asks of its team: what is left to set up, and what waits for somebody.

/** Most rows of one kind that are counted. */
export const MOST_COUNTED = 1000;

const Count = Type.Integer({ minimum: 0, maximum: MOST_COUNTED, description: 'Counted up to 1,000.' });
const done = (description: string) => Type.Boolean({ description });

const Setup = Type.Object({
  origin_allowed: done('The program allows the origin of a page.'),
  partner_approved: done('A partner is approved and has a link.'),
  click_seen: done('A real visitor came through a link of a partner.'),
  lead_seen: done('A real lead was recorded.'),
  sale_seen: done('A real sale was recorded.'),
  payout_details: done('A partner has payout details.'),
});

/** Query of `…/attention`. */
export const AttentionQuery = Type.Object(LANGUAGE_QUERY);

/** Answer of `…/attention`. What the caller may do nothing about is null, or empty. */
export const AttentionAnswer = Type.Object({
  setup: nullable({ ...Setup, description: 'null: everything up to the first real sale is done.' }),
  open_claims: nullable({ ...Count, description: 'Counted up to 1,000. Needs `partner:write`.' }),
  applications: nullable({ ...Count, description: 'Counted up to 1,000. Needs `partner:write`.' }),
  payouts_due: Type.Array(
    Type.Object({ currency: Currency, partners: Type.Integer({ minimum: 1 }), due_cents: Total }),
    {
      description:
        'Partners whose amount due reaches the minimum payout and whose payout details are not held after a change; empty, too, for callers without `payout:write`.',
    },
  ),
  payouts_open: Type.Array(
    Type.Object({ currency: Currency, payouts: Type.Integer({ minimum: 1 }), open_cents: Total }),
    {
      description:
        'Payouts of runs that nobody has marked as paid yet; empty, too, for callers without `payout:write`.',
    },
  ),
  missing_details: nullable(
    Type.Integer({
      minimum: 0,
      description: 'Partners with an amount due and no payout details. Needs `payout:write`.',
    }),
  ),
  held_commissions: nullable({ ...Count, description: 'Counted up to 1,000. Needs `commission:write`.' }),
  flagged_commissions: nullable(
    Type.Array(
      Type.Object({
        flag: Type.Enum([
          'self_referral',
          'fast_sale',
          'click_burst',
          'paid_search',
          'code_leak',
          'page_named',
        ]),
        count: Count,
      }),
      {
        description:
          'Pending commissions that a fraud check flagged, of the latest 1,000 flagged ones. Needs `commission:write`.',
      },
    ),
  ),
  refused_origins: nullable(
    Type.Integer({
      minimum: 0,
      description:
        'Origins that are still not allowed and whose clicks or leads were refused in the last 7 days (UTC). Needs `program:write`.',
    }),
  ),
  unreported_visits: nullable(
    Type.Integer({
      minimum: 0,
      description:
        'Visits through redirect links (`/r/…`) in the last 7 days (UTC) that no page reported, where they are at least half of them, so that the script may be missing on the landing page; else 0. Needs `program:write`.',
    }),
  ),
  failing_webhooks: nullable(
    Type.Integer({
      minimum: 0,
      description:
        'Webhooks for this program whose deliveries fail, or that were disabled because of it. Needs `webhook:write`.',
    }),
  ),
  payment_events: Type.Array(NoticedEvents, {
    description:
      'Payment events of the last 7 days that lead nowhere although they carry money and a key, click id or code, or that cannot be processed; of this program, or of no program.',
  }),
});
