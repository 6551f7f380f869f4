import type { Row } from '../../api/client.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/adjustments.js';
import { common } from '../../texts/common.js';
import type { Column } from '../../ui/data-table.js';
import { ListTable } from '../../ui/list-table.js';
import { Money } from '../../ui/money.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';

type Adjustment = Row<'/api/partner/programs/{programId}/adjustments'>;

/** A partner's bonuses and deductions, each with its reason. */
export function PortalAdjustments() {
  const programId = useProgramId();
  const page = useListPage(
    '/api/partner/programs/{programId}/adjustments',
    { path: { programId } },
    { name: 'adjustments' },
  );
  return (
    <ListTable
      label={texts.adjustments}
      page={page}
      view="portal-adjustments"
      searched={texts.searchReasons}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      expectedRows={1}
      empty={{ title: texts.noneOfYoursYet, text: texts.bonusesAndDeductionsOfYours }}
    />
  );
}

const COLUMNS: readonly Column<Adjustment>[] = [
  { key: 'reason', header: texts.reason, cell: ({ reason }) => reason },
  { key: 'status', header: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
  {
    key: 'payable',
    header: texts.payableOn,
    sort: '-payable_at',
    cell: ({ payable_at: at }) => <Time at={at} form="date" />,
  },
  {
    key: 'amount',
    header: common.amount,
    sort: '-amount_cents',
    align: 'end',
    cell: ({ amount_cents: cents, currency }) => <Money amountCents={cents} currency={currency} />,
  },
];
