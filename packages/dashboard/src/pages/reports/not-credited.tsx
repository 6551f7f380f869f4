import { Stack, Text, Title } from '@mantine/core';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/reports.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Money } from '../../ui/money.js';
import { Time } from '../../ui/time.js';

type Uncredited = Answer<'/api/programs/{programId}/uncredited'>['data'][number];

const COLUMNS: readonly Column<Uncredited>[] = [
  { key: 'reason', header: texts.why, cell: ({ reason }) => texts.reasons[reason] },
  {
    key: 'count',
    header: texts.count,
    align: 'end',
    cell: ({ kind, count }) => texts.countOf[kind]({ count }),
  },
  {
    key: 'amount',
    header: common.amount,
    align: 'end',
    cell: ({ kind, amount_cents, currency }) =>
      kind === 'sale' && <Money amountCents={amount_cents} currency={currency} />,
  },
  {
    key: 'latest',
    header: texts.latest,
    cell: ({ latest }) => (
      <>
        <Time at={latest.occurred_at} />
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {latest.transaction_id ?? latest.customer_key ?? latest.click_id ?? latest.code}
        </Text>
      </>
    ),
  },
  {
    key: 'fix',
    header: texts.whatToDo,
    width: '40%',
    cell: ({ fix }) => (
      <Text size="sm" miw={220} style={{ whiteSpace: 'normal' }}>
        {fix}
      </Text>
    ),
  },
];

/** Leads and sales of the period that nobody was credited with, by reason, and what to do about it. */
export function NotCredited({ days }: { readonly days: { readonly from: string; readonly to: string } }) {
  const programId = useProgramId();
  const uncredited = useRead('/api/programs/{programId}/uncredited', { path: { programId }, query: days });
  return (
    <Stack component="section" gap="xs" mt="xl" aria-label={texts.notCredited}>
      <Title order={2}>{texts.notCredited}</Title>
      <Text size="sm" c="dimmed">
        {texts.notCreditedText}
      </Text>
      <DataTable
        label={texts.notCredited}
        list={{
          rows: uncredited.data?.data,
          error: uncredited.error,
          retry: () => void uncredited.refetch(),
        }}
        columns={COLUMNS}
        rowKey={({ reason, kind, currency }) => `${reason} ${kind} ${currency}`}
        empty={{ title: texts.everythingIsCredited, text: texts.everythingIsCreditedText }}
        expectedRows={3}
      />
    </Stack>
  );
}
