import { Text } from '@mantine/core';
import type { Answer } from '../../api/client.js';
import { listOf, useRead } from '../../api/use-read.js';
import { useCan, useWorkspaceId } from '../../session/session.js';
import { texts } from '../../texts/balances.js';
import { common } from '../../texts/common.js';
import { texts as payoutTexts } from '../../texts/payouts.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Money } from '../../ui/money.js';
import { SectionTitle } from '../../ui/section-title.js';

type Balance = Answer<'/api/workspaces/{workspaceId}/balances'>['data'][number];

/** What each program of the workspace owes its partners, per currency, and how much of it can be paid. */
export function Balances() {
  const workspaceId = useWorkspaceId();
  const enabled = useCan('report:read');
  const read = useRead('/api/workspaces/{workspaceId}/balances', { path: { workspaceId } }, { enabled });
  if (!enabled) return null;
  return (
    <section aria-labelledby="balances">
      <SectionTitle id="balances" mt="xl" mb={4}>
        {texts.whatYouOwe}
      </SectionTitle>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.everythingEarned}
      </Text>
      <DataTable
        label={texts.whatYouOwe}
        list={listOf(read, ({ data }) => data)}
        columns={COLUMNS}
        rowKey={({ program_id: id, currency }) => `${id} ${currency}`}
        to={({ program_id: id, currency }) => ({
          to: '/p/$programId/payouts',
          params: { programId: String(id) },
          search: { currency } as never,
        })}
        expectedRows={3}
        empty={{ title: texts.nothingIsOwed, text: texts.whatPartnersEarn }}
      />
    </section>
  );
}

const amount = (
  key: 'pending_cents' | 'held_cents' | 'due_cents' | 'owed_cents' | 'ready_cents',
  more: Pick<Column<Balance>, 'header' | 'hint' | 'onPhone'>,
): Column<Balance> => ({
  key,
  align: 'end',
  cell: (balance) => <Money amountCents={balance[key]} currency={balance.currency} isDimmedAtZero />,
  ...more,
});

const COLUMNS: readonly Column<Balance>[] = [
  { key: 'program', header: common.program, cell: ({ program }) => program },
  { key: 'currency', header: common.currency, onPhone: 'plain', cell: ({ currency }) => currency },
  amount('pending_cents', { header: common.pending, hint: texts.stillWithinHoldPeriod, onPhone: 'hidden' }),
  amount('held_cents', { header: common.held, hint: texts.untilYourTeamReleases, onPhone: 'hidden' }),
  amount('due_cents', { header: payoutTexts.amountDue, hint: texts.payableLessCarried, onPhone: 'hidden' }),
  amount('owed_cents', { header: texts.owed, onPhone: 'figure' }),
  amount('ready_cents', {
    header: payoutTexts.readyToPay,
    hint: texts.youCouldPayToday,
    onPhone: 'labelled',
  }),
];
