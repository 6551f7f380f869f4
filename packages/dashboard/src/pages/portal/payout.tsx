import { Card, Table, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type Answer, addressOf } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { formatDate } from '../../format/time.js';
import { useParam, usePartnerProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import type { Column } from '../../ui/data-table.js';
import { DownloadLink, LongDownloadLink } from '../../ui/download-link.js';
import { LinkButton, TextLink } from '../../ui/links.js';
import { ListTable } from '../../ui/list-table.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { ErrorState, Loading } from '../../ui/states.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { type LocalOrder, useLocalPage } from '../../ui/use-local-page.js';
import { Facts } from './facts.js';
import { statementLanguage } from './monthly-statement.js';
import { METHODS } from './payout-methods.js';
import { PAYOUT_WORDS } from './payouts.js';
import { Standing } from './standing.js';

type Statement = Answer<'/api/partner/programs/{programId}/payouts/{id}'>;
type Line = Statement['lines'][number];

const LINES_AT_ONCE = 100;

/** The statement of one payout: what it consists of, and a file of it. */
export function PortalPayoutPage() {
  const programId = useProgramId();
  const path = { programId, id: useParam('payoutId') };
  const statement = useRead('/api/partner/programs/{programId}/payouts/{id}', { path });
  const { data } = statement;
  return (
    <>
      <PageHeader
        title={data ? texts.payoutOf({ date: formatDate(data.payout.created_at) }) : texts.payout}
        description={
          <TextLink to="/partner/$programId/payouts" params={{ programId }}>
            {texts.allPayouts}
          </TextLink>
        }
        actions={
          data && (
            <>
              <DownloadLink href={addressOf('/api/partner/programs/{programId}/payouts/{id}/file', { path })}>
                {texts.downloadStatementCsv}
              </DownloadLink>
              <LongDownloadLink
                href={addressOf('/api/partner/programs/{programId}/payouts/{id}/pdf', {
                  path,
                  query: { language: statementLanguage() },
                })}
              >
                {texts.downloadStatementPdf}
              </LongDownloadLink>
            </>
          )
        }
      />
      <Standing />
      {data ? (
        <StatementView statement={data} />
      ) : statement.error ? (
        <ErrorState
          error={statement.error}
          retry={() => void statement.refetch()}
          missing={{
            title: texts.thisPayoutDoesNotExist,
            back: (
              <LinkButton to="/partner/$programId/payouts" params={{ programId }} variant="default">
                {texts.allPayouts}
              </LinkButton>
            ),
          }}
        />
      ) : (
        <Loading label={texts.loadingStatement} />
      )}
    </>
  );
}

const SETTLED = texts.settled;

function StatementView({ statement: { payout, lines } }: { readonly statement: Statement }) {
  const { company: workspace } = usePartnerProgram();
  const { status, currency } = payout;
  const onItsWay = texts.waitingForToConfirmPayment({ workspace });
  return (
    <>
      <Card mb="lg" component="section" aria-label={texts.payout}>
        <Facts
          facts={[
            [common.amount, <Money key="amount" amountCents={payout.amount_cents} currency={currency} />],
            [common.status, <StatusBadge key="status" status={status} label={PAYOUT_WORDS[status]} />],
            [common.created, <Time key="created" at={payout.created_at} />],
            [texts.paidTo, payeeText(payout)],
            [
              SETTLED[status],
              payout.settled_at === null ? onItsWay : <Time key="settled" at={payout.settled_at} />,
            ],
            [texts.reference, payout.reference ?? '–'],
          ]}
        />
      </Card>
      <Title order={2} mb="sm">
        {texts.includedCommissions}
      </Title>
      <Lines lines={lines} currency={currency} />
      <Sum lines={lines} currency={currency} />
    </>
  );
}

/** Who the payout was made to: name, method and the end of the account, as they were when it was created. */
function payeeText({ payee_name: name, method, account }: Statement['payout']): string {
  if (method === null) return texts.noPayoutDetails({ name });
  return [name, METHODS[method].label, account].filter((part) => part !== null).join(', ');
}

function Lines({ lines, currency }: { readonly lines: readonly Line[]; readonly currency: string }) {
  const programId = useProgramId();
  const [count, setCount] = useState(LINES_AT_ONCE);
  const page = useLocalPage({ rows: lines, error: null, retry: () => undefined }, LINE_ORDER);
  const rows = page.list.rows ?? [];
  const columns: readonly Column<Line>[] = [
    { key: 'what', header: texts.item, sort: '-time', cell: nameOf },
    {
      key: 'commission',
      header: common.commission,
      cell: ({ commission_id: id }) =>
        id === null ? (
          '–'
        ) : (
          <TextLink
            to="/partner/$programId/commissions"
            params={{ programId }}
            search={{ commission: String(id) }}
          >
            {texts.viewDetails({ id })}
          </TextLink>
        ),
    },
    {
      key: 'amount',
      header: common.amount,
      sort: '-amount',
      align: 'end',
      cell: (line) => <Money amountCents={line.amount_cents} currency={currency} />,
    },
  ];
  return (
    <ListTable
      label={texts.statement}
      page={{
        ...page,
        list: {
          ...page.list,
          rows: rows.slice(0, count),
          more: count < rows.length ? () => setCount(count + LINES_AT_ONCE) : undefined,
        },
      }}
      view="portal-statement"
      searched={null}
      columns={columns}
      rowKey={(line) => `${line.kind} ${line.commission_id ?? line.adjustment_id} ${line.amount_cents}`}
      empty={{ title: texts.noCommissionsInThisPayout }}
    />
  );
}

/** What is carried over has no time of its own. */
const LINE_ORDER: LocalOrder<Line> = {
  searched: () => [],
  sorts: {
    time: ({ lead_at: lead, sale_at: sale }) => Date.parse(lead ?? sale ?? '') || 0,
    amount: ({ amount_cents: cents }) => cents,
  },
};

function nameOf(line: Line) {
  if (line.kind === 'carried') {
    return line.amount_cents < 0 ? texts.reversedAfterAnEarlierPayout : texts.correctionForAnEarlierPayout;
  }
  if (line.kind === 'adjustment') return line.reason;
  if (line.lead_at !== null) return texts.signUpAt({ date: formatDate(line.lead_at) });
  return line.sale_at === null ? common.commission : texts.saleOf({ date: formatDate(line.sale_at) });
}

function Sum({ lines, currency }: { readonly lines: readonly Line[]; readonly currency: string }) {
  const commissions = lines.filter(({ kind }) => kind === 'commission');
  const adjustments = lines.filter(({ kind }) => kind === 'adjustment');
  const sumLines = (some: readonly Line[]) => some.reduce((sum, line) => sum + line.amount_cents, 0);
  const carriedCents = sumLines(lines.filter(({ kind }) => kind === 'carried'));
  return (
    <Card mt="md" padding="md">
      <Table horizontalSpacing={0} verticalSpacing={6} aria-label={texts.statementTotal}>
        <Table.Tbody>
          <SumRow
            name={texts.commissionCount({ commissions: commissions.length })}
            cents={sumLines(commissions)}
            currency={currency}
          />
          {adjustments.length > 0 && (
            <SumRow
              name={texts.adjustmentCount({ adjustments: adjustments.length })}
              cents={sumLines(adjustments)}
              currency={currency}
            />
          )}
          {carriedCents !== 0 && (
            <SumRow
              name={carriedCents < 0 ? texts.reversedAfterEarlierPayouts : texts.correctionsForEarlierPayouts}
              cents={carriedCents}
              currency={currency}
            />
          )}
          <SumRow name={texts.payout} cents={sumLines(lines)} currency={currency} isLast />
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
