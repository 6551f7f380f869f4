import { Card, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Answer, addressOf } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { plural } from '../../format/number.js';
import { formatDate } from '../../format/time.js';
import { useParam, usePartnerProgram, useProgramId } from '../../session/session.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { DownloadLink } from '../../ui/download-link.js';
import { TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { ErrorState, Loading } from '../../ui/states.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { Facts } from './facts.js';
import { METHODS } from './payout-methods.js';
import { PAYOUT_WORDS } from './payouts.js';
import { Standing } from './standing.js';

type Statement = Answer<'/api/partner/programs/{programId}/payouts/{id}'>;
type Line = Statement['lines'][number];

const LINES_AT_ONCE = 100;

/** The statement of one payout: what it consists of, and a file of it. */
export function Page() {
  const programId = useProgramId();
  const path = { programId, id: useParam('payoutId') };
  const statement = useRead('/api/partner/programs/{programId}/payouts/{id}', { path });
  const { data } = statement;
  return (
    <>
      <PageHeader
        title={data ? `Payout of ${formatDate(data.payout.created_at)}` : 'Payout'}
        description={
          <TextLink to="/partner/$programId/payouts" params={{ programId }}>
            All payouts
          </TextLink>
        }
        actions={
          data && (
            <DownloadLink href={addressOf('/api/partner/programs/{programId}/payouts/{id}/file', { path })}>
              Statement as CSV
            </DownloadLink>
          )
        }
      />
      <Standing />
      {data ? (
        <StatementView statement={data} />
      ) : statement.error ? (
        <ErrorState error={statement.error} retry={() => void statement.refetch()} />
      ) : (
        <Loading label="Loading the statement" />
      )}
    </>
  );
}

const SETTLED = { open: 'Paid on', paid: 'Paid on', cancelled: 'Cancelled on' } as const;

function StatementView({ statement: { payout, lines } }: { readonly statement: Statement }) {
  const { company } = usePartnerProgram();
  const { status, currency } = payout;
  const onItsWay = `${company} has still to confirm that it paid.`;
  return (
    <>
      <Card mb="lg" component="section" aria-label="Payout">
        <Facts
          facts={[
            ['Amount', <Money key="amount" amountCents={payout.amount_cents} currency={currency} />],
            ['Status', <StatusBadge key="status" status={status} label={PAYOUT_WORDS[status]} />],
            ['Created', <Time key="created" at={payout.created_at} />],
            ['Paid to', payeeText(payout)],
            [
              SETTLED[status],
              payout.settled_at === null ? onItsWay : <Time key="settled" at={payout.settled_at} />,
            ],
            ['Reference', payout.reference ?? '–'],
          ]}
        />
      </Card>
      <Title order={2} mb="sm">
        Included commissions
      </Title>
      <Lines lines={lines} currency={currency} />
      <Sum lines={lines} currency={currency} />
    </>
  );
}

/** Who the payout was made to: name, method and the end of the account, as they were when it was created. */
function payeeText({ payee_name: name, method, account }: Statement['payout']): string {
  if (method === null) return `${name}, no payout details`;
  return [name, METHODS[method].label, account].filter((part) => part !== null).join(', ');
}

function Lines({ lines, currency }: { readonly lines: readonly Line[]; readonly currency: string }) {
  const programId = useProgramId();
  const [count, setCount] = useState(LINES_AT_ONCE);
  const columns: readonly Column<Line>[] = [
    { key: 'what', header: 'What', cell: nameOf },
    {
      key: 'commission',
      header: 'Commission',
      cell: ({ commission_id: id }) =>
        id === null ? (
          '–'
        ) : (
          <TextLink
            to="/partner/$programId/commissions"
            params={{ programId }}
            search={{ commission: String(id) }}
          >{`View details (${id})`}</TextLink>
        ),
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      cell: (line) => <Money amountCents={line.amount_cents} currency={currency} />,
    },
  ];
  return (
    <DataTable
      label="Statement"
      list={{
        rows: lines.slice(0, count),
        error: null,
        retry: () => undefined,
        more: count < lines.length ? () => setCount(count + LINES_AT_ONCE) : undefined,
      }}
      columns={columns}
      rowKey={(line) => `${line.kind} ${line.commission_id} ${line.amount_cents}`}
      empty={{ title: 'Nothing is in this payout' }}
    />
  );
}

function nameOf(line: Line) {
  if (line.kind === 'carried') {
    return line.amount_cents < 0 ? 'Taken back after an earlier payout' : 'Made up for an earlier payout';
  }
  return line.sale_at === null ? 'Commission' : `Sale of ${formatDate(line.sale_at)}`;
}

function Sum({ lines, currency }: { readonly lines: readonly Line[]; readonly currency: string }) {
  const commissions = lines.filter(({ kind }) => kind === 'commission');
  const sumOf = (some: readonly Line[]) => some.reduce((sum, line) => sum + line.amount_cents, 0);
  const carriedCents = sumOf(lines) - sumOf(commissions);
  return (
    <Card mt="md" padding="md">
      <Table horizontalSpacing={0} verticalSpacing={6} aria-label="Sum of the statement">
        <Table.Tbody>
          <SumRow
            name={plural(commissions.length, 'commission')}
            cents={sumOf(commissions)}
            currency={currency}
          />
          {carriedCents !== 0 && (
            <SumRow
              name={carriedCents < 0 ? 'Taken back after earlier payouts' : 'Made up for earlier payouts'}
              cents={carriedCents}
              currency={currency}
            />
          )}
          <SumRow name="Payout" cents={sumOf(lines)} currency={currency} isLast />
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function SumRow({
  name,
  cents,
  currency,
  isLast = false,
}: {
  readonly name: string;
  readonly cents: number;
  readonly currency: string;
  readonly isLast?: boolean;
}) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={isLast ? 650 : 400}>
        {name}
      </Table.Th>
      <Table.Td ta="end">
        <Text span inherit fw={isLast ? 650 : 400}>
          <Money amountCents={cents} currency={currency} />
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
