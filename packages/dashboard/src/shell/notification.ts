import type { Row } from '../api/client.js';
import { formatMoney } from '../format/money.js';
import { formatDays } from '../format/time.js';
import { texts } from '../texts/notifications.js';

export type Notification = Row<'/api/me/notifications'>;

/** A page of the application. */
export interface Place {
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

interface Shown {
  readonly text: (one: Notification) => string;
  readonly place: (one: Notification) => Place;
}

const program = (one: Notification) => ({ program: one.program ?? '' });
const order = (one: Notification) => ({ ...program(one), reference: one.reference ?? '' });
/** Without its sign: what it is for says whether it is given or taken. */
const amount = (one: Notification) => ({
  ...program(one),
  amount: one.currency === null ? '' : formatMoney(Math.abs(one.amount_cents ?? 0), one.currency),
});
const portal = (one: Notification, page: string) => `/partner/${one.program_id}/${page}`;
const team = (one: Notification, page: string) => `/p/${one.program_id}/${page}`;
const numbered = (one: Notification, name: string) => ({ search: { [name]: String(one.object_id) } });
/** What many are told together as leads to their list. */
const ifOne = (one: Notification, name: string) => (one.count === 1 ? numbered(one, name) : {});

const digest = (one: Notification) => {
  const { from, to, clicks, sales } = one.week ?? { from: '', to: '', clicks: 0, sales: 0 };
  const values = { week: from && formatDays(from, to), workspace: one.workspace };
  return clicks === 0 && sales === 0
    ? texts.quietWeek(values)
    : texts.weeklyDigest({ ...values, clicks, sales });
};

/** What each kind says, and the page it is about. */
const SHOWN: Readonly<Record<Notification['kind'], Shown>> = {
  partner_approved: {
    text: (one) => texts.partnerApproved(program(one)),
    place: (one) => ({ to: portal(one, 'overview') }),
  },
  first_click: {
    text: (one) => texts.firstClick(program(one)),
    place: (one) => ({ to: portal(one, 'links') }),
  },
  commission_earned: {
    text: (one) =>
      one.count === 1
        ? texts.commissionEarned(amount(one))
        : texts.commissionsEarned({ ...amount(one), count: one.count }),
    place: (one) => ({ to: portal(one, 'commissions'), ...ifOne(one, 'commission') }),
  },
  commission_reassigned: {
    text: (one) => texts.commissionsReassigned({ ...amount(one), count: one.count }),
    place: (one) => ({ to: portal(one, 'commissions'), ...ifOne(one, 'commission') }),
  },
  commission_rejected: {
    text: (one) => texts.commissionsRejected({ ...amount(one), count: one.count }),
    place: (one) => ({ to: portal(one, 'commissions'), ...ifOne(one, 'commission') }),
  },
  payout_paid: {
    text: (one) => texts.payoutPaid(amount(one)),
    place: (one) => ({ to: portal(one, `payouts/${one.object_id}`) }),
  },
  adjustment_received: {
    text: (one) =>
      (one.amount_cents ?? 0) < 0 ? texts.deductionReceived(amount(one)) : texts.bonusReceived(amount(one)),
    place: (one) => ({ to: portal(one, 'commissions'), search: { show: 'adjustments' } }),
  },
  claim_answered: {
    text: (one) =>
      one.status === 'rejected' ? texts.claimRejected(order(one)) : texts.claimAccepted(order(one)),
    place: (one) => ({ to: portal(one, 'claims'), ...numbered(one, 'claim') }),
  },
  partner_message: {
    text: (one) => texts.partnerMessage({ ...program(one), subject: one.subject ?? '' }),
    place: (one) => ({ to: portal(one, 'messages'), ...numbered(one, 'message') }),
  },
  application_received: {
    text: (one) =>
      texts.applicationReceived({ ...program(one), partner: one.partner ?? '', count: one.count }),
    place: (one) =>
      one.count === 1
        ? { to: team(one, `partners/${one.partner_id}`) }
        : { to: team(one, 'partners'), search: { status: 'pending' } },
  },
  claim_received: {
    text: (one) => texts.claimReceived({ ...order(one), partner: one.partner ?? '' }),
    place: (one) => ({ to: team(one, 'claims'), ...numbered(one, 'claim') }),
  },
  commission_flagged: {
    text: (one) => texts.commissionsFlagged({ ...program(one), count: one.count }),
    place: (one) => ({ to: team(one, 'commissions'), ...ifOne(one, 'explain') }),
  },
  payouts_ready: {
    text: (one) =>
      one.currency === null
        ? texts.payoutsReady({ ...program(one), count: one.count })
        : texts.payoutsReadyInAll({ ...amount(one), count: one.count }),
    place: (one) => ({ to: team(one, `payouts/runs/${one.object_id}`) }),
  },
  weekly_digest: {
    text: digest,
    place: (one) =>
      one.program_id === null
        ? { to: `/w/${one.workspace_id}` }
        : { to: team(one, 'overview'), search: { period: `${one.week?.from}..${one.week?.to}` } },
  },
};

/** A notification in the reader's language. */
export function textOf(one: Notification): string {
  return SHOWN[one.kind].text(one);
}

/** The page that a notification is about. */
export function placeOf(one: Notification): Place {
  return SHOWN[one.kind].place(one);
}
