import { Badge, Group, Stack, Text } from '@mantine/core';
import { PAYOUT_SCHEDULE } from '@svc/contract/payout-schedule';
import type { Row } from '../../api/client.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts as scheduleTexts } from '../../texts/payout-schedules.js';
import { texts } from '../../texts/payouts.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SearchFilter } from '../../ui/filters.js';
import { LinkButton } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { NOTHING_FOUND, useListPage } from '../../ui/use-list-page.js';

type Run = Row<'/api/programs/{programId}/payout-runs'>;

/** Who created a run: an address, or what did it. */
function creatorOf({ created_by: creator }: Run): string {
  return creator === PAYOUT_SCHEDULE ? scheduleTexts.payoutSchedule : creator;
}

const COLUMNS: readonly Column<Run>[] = [
  {
    key: 'run',
    header: texts.run,
    cell: (run) => (
      <Group gap="xs" wrap="nowrap">
        {texts.runNumber({ id: run.id })}
        {!run.is_complete && (
          <Badge color="yellow" variant="light" title={texts.beingCreatedHint}>
            {texts.beingCreated}
          </Badge>
        )}
      </Group>
    ),
  },
  {
    key: 'created',
    header: common.created,
    sort: '-created_at',
    cell: (run) => <Time at={run.created_at} />,
  },
  { key: 'by', header: texts.by, cell: (run) => creatorOf(run) },
  {
    key: 'payouts',
    header: common.payouts,
    align: 'end',
    cell: (run) => (
      <Stack gap={4} align="flex-end">
        {run.totals.map((total) => (
          <Group key={`${total.currency} ${total.status}`} gap="xs" wrap="nowrap" justify="flex-end">
            <Text span size="xs" c="dimmed">
              {texts.payoutCount({ payouts: total.payouts })}
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
  const page = useListPage('/api/programs/{programId}/payout-runs', { path: { programId }, query: {} });
  return (
    <>
      <Filters
        onClear={page.isSearched ? () => page.clear() : undefined}
        files={page.files}
        view={{ list: 'runs', columns: COLUMNS }}
      >
        <SearchFilter {...page.search} />
      </Filters>
      <DataTable
        onClear={page.isSearched ? () => page.clear() : undefined}
        label={texts.payoutRuns}
        list={page.list}
        sorting={page.sorting}
        view="runs"
        columns={COLUMNS}
        rowKey={(run) => run.id}
        to={(run) => ({
          to: '/p/$programId/payouts/runs/$runId',
          params: { programId, runId: String(run.id) },
        })}
        empty={
          page.isSearched
            ? NOTHING_FOUND
            : {
                title: texts.noPayoutRunsYet,
                text: texts.selectPartnersUnderDue,
                action: (
                  <LinkButton to="/p/$programId/payouts" params={{ programId }}>
                    {texts.reviewWhatIsDue}
                  </LinkButton>
                ),
              }
        }
      />
    </>
  );
}
