import { Card, SimpleGrid, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Row } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { formatMinimums } from '../../format/minimum.js';
import { formatDate, formatDay } from '../../format/time.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import type { Column } from '../../ui/data-table.js';
import { Figure } from '../../ui/figure.js';
import { Identifier } from '../../ui/identifier.js';
import { ListTable } from '../../ui/list-table.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';
import { MonthlyStatement } from './monthly-statement.js';
import { balanceOf, expectedRuns } from './overview-data.js';
import { Parts } from './overview-figures.js';
import { AskForDetails, OnHold, Standing } from './standing.js';

type Payout = Row<'/api/partner/programs/{programId}/payouts'>;

/** What a status of a payout means for who gets it. */
export const PAYOUT_WORDS = texts.payoutWords;

const COLUMNS: readonly Column<Payout>[] = [
  {
    key: 'made',
    header: texts.payout,
    sort: '-created_at',
    cell: (payout) => formatDate(payout.created_at),
  },
  {
    key: 'status',
    header: common.status,
    sort: 'status',
    cell: (payout) => <StatusBadge status={payout.status} label={PAYOUT_WORDS[payout.status]} />,
  },
  {
    key: 'paid',
    header: texts.paidOn,
    sort: '-settled_at',
    onPhone: 'hidden',
    cell: (payout) =>
      payout.status === 'paid' && payout.settled_at !== null ? (
        <Time at={payout.settled_at} form="date" />
      ) : (
        '–'
      ),
  },
  {
    key: 'reference',
    header: texts.reference,
    cell: (payout) => (payout.reference === null ? '–' : <Identifier>{payout.reference}</Identifier>),
  },
  {
    key: 'amount',
    header: common.amount,
    sort: '-amount_cents',
    align: 'end',
    cell: (payout) => <Money amountCents={payout.amount_cents} currency={payout.currency} />,
  },
];

/** A partner's payouts, the newest first; each leads to its statement. */
export function PortalPayoutsPage() {
  const programId = useProgramId();
  const program = usePartnerProgram();
  const { company: workspace } = program;
  const page = useListPage('/api/partner/programs/{programId}/payouts', { path: { programId } });
  const minimums = formatMinimums(program);
  const least = minimums === null ? '' : texts.theMinimumPayoutIs({ minimums });
  return (
    <>
      <PageHeader
        title={common.payouts}
        description={texts.payoutsFrom({ workspace })}
        actions={<MonthlyStatement />}
      />
      <Standing />
      <AskForDetails />
      <OnHold />
      <Balances />
      <NextRuns />
      <ListTable
        label={common.payouts}
        page={page}
        view="portal-payouts"
        searched={texts.searchByReference}
        columns={COLUMNS}
        rowKey={(payout) => payout.id}
        to={(payout) => ({
          to: '/partner/$programId/payouts/$payoutId',
          params: { programId, payoutId: String(payout.id) },
        })}
        expectedRows={3}
        empty={{
          title: texts.noPayoutsYet,
          text: texts.yourPayableBalanceIsIncluded({ workspace, least }),
        }}
      />
      <Text size="xs" c="dimmed" mt="sm">
        {texts.selectAPayoutToSee}
      </Text>
    </>
  );
}

/** The planned payout runs and what each is expected to pay, or that none is planned. */
function NextRuns() {
  const program = usePartnerProgram();
  const { data: detail } = useRead('/api/partner/programs/{programId}', {
    path: { programId: useProgramId() },
  });
  const { next_payout_on: nextOn, company: workspace } = program;
  if (nextOn === null)
    return (
      <Text size="sm" mb="md">
        {texts.noDayForPayouts({ workspace })}
      </Text>
    );
  const minimums = formatMinimums(program);
  const day = formatDay(nextOn);
  const balances = detail?.balances ?? [];
  const runs = balances.flatMap(({ currency }) =>
    detail === undefined ? [] : expectedRuns(detail, currency).map((run) => ({ ...run, currency })),
  );
  return (
    <Card mb="md" component="section" aria-labelledby="expected" padding="md">
      <Title order={2} id="expected" mb={4}>
        {texts.expectedPayouts}
      </Title>
      <Text size="sm" c="dimmed">
        {minimums === null ? texts.nextPayoutRun({ day }) : texts.withMinimum({ day, minimums })}{' '}
        {runs.length > 0 && texts.refundsLowerThem({ workspace })}
        {program.payout_method === null && texts.includedWithDetails}
      </Text>
      {runs.length > 0 && <ExpectedRuns runs={runs.toSorted((a, b) => (a.day < b.day ? -1 : 1))} />}
    </Card>
  );
}

function ExpectedRuns({
  runs,
}: {
  readonly runs: readonly { readonly day: string; readonly amountCents: number; readonly currency: string }[];
}) {
  return (
    <Table mt="xs" horizontalSpacing={0} verticalSpacing={6} aria-labelledby="expected">
      <Table.Tbody>
        {runs.map(({ day, amountCents, currency }) => (
          <Table.Tr key={`${day} ${currency}`}>
            <Table.Th scope="row" fw={500}>
              {formatDay(day)}
            </Table.Th>
            <Table.Td ta="end">
              <Money amountCents={amountCents} currency={currency} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
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
        const figure = (label: string, amountCents: number, note: ReactNode) => (
          <Figure
            key={`${label} ${currency}`}
            label={label}
            value={<Money amountCents={amountCents} currency={currency} />}
            note={note}
            isLoading={data === undefined}
          />
        );
        const next = balance.payable_cents < 0 ? texts.deductedFromYourNextPayout : texts.forYourNextPayout;
        return [
          figure(
            common.payable,
            balance.payable_cents,
            <>
              {next}
              <Parts detail={data} currency={currency} />
            </>,
          ),
          figure(common.paid, balance.paid_cents, texts.totalPaidOut),
        ];
      })}
    </SimpleGrid>
  );
}
