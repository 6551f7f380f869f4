import { Badge } from '@mantine/core';
import classes from './status-badge.module.css';

type Tone = 'good' | 'wait' | 'stop' | 'bad' | 'plain' | 'news';

/** Every status of the service: how it is called, and whether it is good news. */
const STATUSES = {
  // commissions
  pending: ['Pending', 'wait'],
  payable: ['Payable', 'good'],
  paid: ['Paid', 'news'],
  held: ['Held', 'stop'],
  reversed: ['Reversed', 'bad'],
  // of a sale
  earned: ['Earned', 'good'],
  none: ['None', 'plain'],
  missing: ['Being completed', 'wait'],
  // partners, claims and invitations
  approved: ['Approved', 'good'],
  rejected: ['Rejected', 'bad'],
  suspended: ['Suspended', 'stop'],
  accepted: ['Accepted', 'good'],
  revoked: ['Revoked', 'bad'],
  expired: ['Expired', 'plain'],
  // payouts
  open: ['Open', 'wait'],
  cancelled: ['Cancelled', 'plain'],
  // customers; a lead is below
  visitor: ['Visitor', 'plain'],
  customer: ['Customer', 'good'],
  // links, keys, programs
  active: ['Active', 'good'],
  disabled: ['Off', 'plain'],
  archived: ['Archived', 'plain'],
  // the integration, the card processor and its events
  complete: ['Complete', 'good'],
  connected: ['Connected', 'good'],
  not_connected: ['Not connected', 'plain'],
  restricted: ['Restricted', 'stop'],
  disconnected: ['Disconnected', 'bad'],
  received: ['Received', 'wait'],
  waiting: ['Waiting', 'wait'],
  processed: ['Processed', 'good'],
  done: ['Done', 'good'],
  ignored: ['Ignored', 'plain'],
  failed: ['Failed', 'bad'],
  // kinds of events
  click: ['Click', 'plain'],
  lead: ['Lead', 'wait'],
  sale: ['Sale', 'good'],
  refund: ['Refund', 'bad'],
  refunded: ['Refunded', 'bad'],
  test: ['Test', 'news'],
  bot: ['Bot', 'plain'],
} satisfies Record<string, readonly [string, Tone]>;

export type Status = keyof typeof STATUSES;

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
    <Badge className={`${classes.badge} ${classes[tone]}`} tt="none" fw={600}>
      {label ?? name}
    </Badge>
  );
}
