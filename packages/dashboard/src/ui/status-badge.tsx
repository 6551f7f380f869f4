import { common } from '../texts/common.js';
import { texts } from '../texts/ui.js';
import classes from './status-badge.module.css';

type Tone = 'good' | 'wait' | 'stop' | 'bad' | 'plain' | 'news';

/** Every status of the service: how it is called, and whether it is good news. */
const STATUSES = {
  // commissions
  pending: [common.pending, 'wait'],
  payable: [common.payable, 'good'],
  paid: [common.paid, 'news'],
  held: [common.held, 'stop'],
  reversed: [common.reversed, 'bad'],
  // of a sale
  earned: [texts.earned, 'good'],
  none: [common.none, 'plain'],
  missing: [texts.processing, 'wait'],
  // partners, claims and invitations
  approved: [texts.approved, 'good'],
  rejected: [common.rejected, 'bad'],
  suspended: [texts.suspended, 'stop'],
  accepted: [common.accepted, 'good'],
  revoked: [common.revoked, 'bad'],
  expired: [texts.expired, 'plain'],
  // payouts
  open: [common.open, 'wait'],
  cancelled: [common.cancelled, 'plain'],
  // customers; a lead is below
  visitor: [texts.visitor, 'plain'],
  customer: [common.customer, 'good'],
  // links, keys, programs
  active: [texts.active, 'good'],
  disabled: [common.off, 'plain'],
  archived: [texts.archived, 'plain'],
  // hosts
  serving: [texts.serving, 'good'],
  unproven: [texts.unproven, 'stop'],
  // the integration, the card processor and its events
  live: [texts.live, 'good'],
  tested: [texts.tested, 'news'],
  connected: [texts.connected, 'good'],
  not_connected: [texts.notConnected, 'plain'],
  restricted: [texts.restricted, 'stop'],
  disconnected: [texts.disconnected, 'bad'],
  received: [texts.received, 'wait'],
  waiting: [texts.waiting, 'wait'],
  processed: [texts.processed, 'good'],
  done: [texts.done, 'good'],
  ignored: [texts.ignored, 'plain'],
  failed: [texts.failed, 'bad'],
  // kinds of events
  click: [texts.click, 'plain'],
  lead: [texts.lead, 'wait'],
  sale: [common.sale, 'good'],
  refund: [texts.refund, 'bad'],
  refunded: [common.refunded, 'bad'],
  test: [texts.test, 'news'],
  bot: [texts.bot, 'plain'],
} satisfies Record<string, readonly [string, Tone]>;

export type Status = keyof typeof STATUSES;

/** A status in words. */
export function nameOfStatus(status: Status): string {
  return STATUSES[status][0];
}

/** A status as a small label. Colour never says it alone. A status it does not know is shown as it is written. */
export function StatusBadge({
  status,
  label,
}: {
  readonly status: Status | (string & {});
  readonly label?: string;
}) {
  const [name, tone] = STATUSES[status as Status] ?? [status.replaceAll('_', ' '), 'plain'];
  return (
    // A plain element: tables have one in each row.
    <span className={`${classes.badge} ${classes[tone]}`}>{label ?? name}</span>
  );
}
