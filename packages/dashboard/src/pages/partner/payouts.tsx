import { SimpleGrid, Text } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { useList, useRead } from '../../api/use-read.js';
import { formatMinimums } from '../../format/minimum.js';
import { formatDate } from '../../format/time.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Figure } from '../../ui/figure.js';
import { Identifier } from '../../ui/identifier.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { balanceOf } from './overview-data.js';
import { AskForDetails, OnHold, Standing } from './standing.js';

type Payout = Row<'/api/partner/programs/{programId}/payouts'>;

/** What a status of a payout means for who gets it. */
export const PAYOUT_WORDS = { open: 'On its way', paid: 'Paid', cancelled: 'Cancelled' } as const;

const COLUMNS: readonly Column<Payout>[] = [
  { key: 'made', header: 'Payout', cell: (payout) => formatDate(payout.created_at) },
  {
    key: 'status',
    header: 'Status',
    cell: (payout) => <StatusBadge status={payout.status} label={PAYOUT_WORDS[payout.status]} />,
  },
  {
    key: 'paid',
    header: 'Paid on',
    cell: (payout) =>
      payout.status === 'paid' && payout.settled_at !== null ? (
        <Time at={payout.settled_at} form="date" />
      ) : (
        '–'
      ),
  },
  {
    key: 'reference',
    header: 'Reference',
    cell: (payout) => (payout.reference === null ? '–' : <Identifier>{payout.reference}</Identifier>),
  },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: (payout) => <Money amountCents={payout.amount_cents} currency={payout.currency} />,
  },
];

/** A partner's payouts, the newest first; each leads to its statement. */
export function Page() {
  const programId = useProgramId();
  const program = usePartnerProgram();
  const { company } = program;
  const payouts = useList('/api/partner/programs/{programId}/payouts', { path: { programId } });
  const minimums = formatMinimums(program);
  const least = minimums === null ? '' : ` It pays amounts of ${minimums} or more.`;
  return (
    <>
      <PageHeader title="Payouts" description={`What ${company} paid you, and what is on its way.`} />
      <Standing />
      <AskForDetails />
      <OnHold />
      <Balances />
      <DataTable
        label="Payouts"
        list={payouts}
        columns={COLUMNS}
        rowKey={(payout) => payout.id}
        to={(payout) => ({
          to: '/partner/$programId/payouts/$payoutId',
          params: { programId, payoutId: String(payout.id) },
        })}
        expectedRows={3}
        empty={{
          title: 'No payouts yet',
          text: `Payable commissions go into the next payout ${company} makes.${least}`,
        }}
      />
      <Text size="xs" c="dimmed" mt="sm">
        Open a payout for its statement: every commission in it, and a CSV file for your books.
      </Text>
    </>
  );
}

function Balances() {
  const programId = useProgramId();
  const { currency: own } = usePartnerProgram();
  const { data } = useRead('/api/partner/programs/{programId}', { path: { programId } });
  const currencies =
    data === undefined || data.balances.length === 0 ? [own] : data.balances.map((b) => b.currency);
  return (
    <SimpleGrid cols={2} spacing="md" mb="md">
      {currencies.flatMap((currency) => {
        const balance = balanceOf(data, currency);
        const figure = (label: string, amountCents: number, note: string) => (
          <Figure
            key={`${label} ${currency}`}
            label={label}
            value={<Money amountCents={amountCents} currency={currency} />}
            note={note}
            isLoading={data === undefined}
          />
        );
        const next = balance.payable_cents < 0 ? 'taken off your next payout' : 'for the next payout';
        return [
          figure('Payable', balance.payable_cents, next),
          figure('Paid', balance.paid_cents, 'in all payouts so far'),
        ];
      })}
    </SimpleGrid>
  );
}
