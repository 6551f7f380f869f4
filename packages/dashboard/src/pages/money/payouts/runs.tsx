import { Group, Stack, Text } from '@mantine/core';
import type { Row } from '../../../api/client.js';
import { useList } from '../../../api/use-read.js';
import { plural } from '../../../format/number.js';
import { useProgramId } from '../../../session/session.js';
import { type Column, DataTable } from '../../../ui/data-table.js';
import { Money } from '../../../ui/money.js';
import { StatusBadge } from '../../../ui/status-badge.js';
import { Time } from '../../../ui/time.js';

type Run = Row<'/api/programs/{programId}/payout-runs'>;

const COLUMNS: readonly Column<Run>[] = [
  { key: 'run', header: 'Run', cell: (run) => `Run ${run.id}` },
  { key: 'created', header: 'Created', cell: (run) => <Time at={run.created_at} /> },
  { key: 'by', header: 'By', cell: (run) => run.created_by },
  {
    key: 'payouts',
    header: 'Payouts',
    align: 'end',
    cell: (run) => (
      <Stack gap={4} align="flex-end">
        {run.totals.map((total) => (
          <Group key={`${total.currency} ${total.status}`} gap="xs" wrap="nowrap" justify="flex-end">
            <Text span size="xs" c="dimmed">
              {plural(total.payouts, 'payout')}
            </Text>
            <StatusBadge status={total.status} />
            <Money amountCents={total.amount_cents} currency={total.currency} />
          </Group>
        ))}
      </Stack>
    ),
  },
];

/** The payout runs, the newest first. */
export function Runs() {
  const programId = useProgramId();
  const runs = useList('/api/programs/{programId}/payout-runs', { path: { programId }, query: {} });
  return (
    <DataTable
      label="Payout runs"
      list={runs}
      columns={COLUMNS}
      rowKey={(run) => run.id}
      to={(run) => ({
        to: '/p/$programId/payouts/runs/$runId',
        params: { programId, runId: String(run.id) },
      })}
      empty={{
        title: 'No payout runs yet',
        text: 'Choose under “Due” whom to pay, and make the first one.',
      }}
    />
  );
}
