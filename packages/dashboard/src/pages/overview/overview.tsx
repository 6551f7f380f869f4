import { Grid, SegmentedControl, SimpleGrid, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../../api/client.js';
import type { ApiError } from '../../api/error.js';
import { listOf, useRead } from '../../api/use-read.js';
import { formatMoney, formatMoneyShort } from '../../format/money.js';
import { netOf } from '../../format/net.js';
import { formatCount, formatCountShort } from '../../format/number.js';
import { formatPeriod, type Period } from '../../format/period.js';
import { onlyPeriod, usePeriod } from '../../session/search.js';
import { useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/overview.js';
import { ProgramBreakdown } from '../../ui/breakdown.js';
import { Chart } from '../../ui/chart.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Funnel } from '../../ui/funnel.js';
import { LinkButton } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { SpreadsheetButton, tableFiles } from '../../ui/spreadsheet-button.js';
import { ErrorState } from '../../ui/states.js';
import { Attention } from './attention.js';
import { byDay, currenciesOf } from './overview-data.js';
import { Figures } from './overview-figures.js';

type Overview = Answer<'/api/programs/{programId}/overview'>;
type TopPartner = Overview['top_partners'][number];

const STEP_NAMES = {
  clicks: { label: common.clicks, one: texts.oneClick },
  leads: { label: common.leads, one: texts.oneLead },
  customers: { label: common.customers, one: texts.oneCustomer },
  sales: { label: common.sales, one: texts.oneSale },
};

/** A program at a glance: from clicks to commission, against the period before. */
export function OverviewPage() {
  const programId = useProgramId();
  const program = useProgram();
  const period = usePeriod();
  const overview = useRead('/api/programs/{programId}/overview', { path: { programId }, query: period.days });
  const currencies = currenciesOf(overview.data, program.currency);
  const [chosen, setChosen] = useState<string | null>(null);
  const currency =
    chosen !== null && currencies.includes(chosen) ? chosen : (currencies[0] ?? program.currency);
  return (
    <>
      <PageHeader
        title={common.overview}
        description={texts.utc({ period: formatPeriod(period.days) })}
        actions={
          <>
            {currencies.length > 1 && (
              <SegmentedControl
                aria-label={common.currency}
                data={[...currencies]}
                value={currency}
                onChange={setChosen}
              />
            )}
            <SpreadsheetButton
              files={tableFiles('/api/programs/{programId}/overview', {
                path: { programId },
                query: period.days,
              })}
            />
            <PeriodPicker value={period.text} onChange={period.set} />
          </>
        }
      />
      <Attention />
      {overview.error && !overview.data ? (
        <ErrorState error={overview.error} retry={() => void overview.refetch()} />
      ) : (
        <>
          <Figures overview={overview.data} currency={currency} />
          <Charts overview={overview} period={period.days} currency={currency} />
          <ProgramBreakdown first="referrer_host" />
        </>
      )}
    </>
  );
}

function Charts({
  overview,
  period,
  currency,
}: {
  readonly overview: UseQueryResult<Overview, ApiError>;
  readonly period: Period;
  readonly currency: string;
}) {
  const { data } = overview;
  const line = (key: 'revenue' | 'commission' | 'clicks', label: string, color: string) =>
    data && { key, label, color, values: byDay(data.days, currency, key) };
  const compared = (key: 'revenue' | 'clicks', label: string) => {
    const now = line(key, label, 'brand.6');
    return now && data && { ...now, before: byDay(data.previous.days, currency, key) };
  };
  const revenue = compared('revenue', common.revenue);
  const commission = line('commission', common.commission, 'orange.5');
  const clicks = compared('clicks', common.clicks);
  const funnel = data?.funnel.map(({ step, count }) => ({ ...STEP_NAMES[step], count }));
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} mt="md" spacing="md">
        <Chart
          title={texts.revenueAndCommission}
          period={period}
          kind="bars"
          series={revenue && commission && [revenue, commission]}
          format={(value) => formatMoney(value, currency)}
          formatShort={(value, most) => formatMoneyShort(value, currency, undefined, most)}
        />
        <Chart
          title={common.clicks}
          period={period}
          series={clicks && [clicks]}
          format={formatCount}
          formatShort={formatCountShort}
        />
      </SimpleGrid>
      <Grid mt="md" gap="md">
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Funnel title={texts.conversionFunnel} steps={funnel} note={texts.botsAreNotCounted} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          {/* On a phone there is no header of a table to say it. */}
          <Title order={2} mb="xs" hiddenFrom="sm">
            {texts.topPartners}
          </Title>
          <TopPartners overview={overview} />
        </Grid.Col>
      </Grid>
    </>
  );
}

const COLUMNS: readonly Column<TopPartner>[] = [
  { key: 'name', header: texts.topPartners, cell: (partner) => partner.name },
  { key: 'clicks', header: common.clicks, align: 'end', cell: (partner) => formatCount(partner.clicks) },
  { key: 'sales', header: common.sales, align: 'end', cell: (partner) => formatCount(partner.sales) },
  {
    key: 'revenue',
    header: common.revenue,
    align: 'end',
    cell: (partner) => <Money amountCents={partner.revenue_cents} currency={partner.currency} />,
  },
  {
    key: 'commission',
    header: common.commission,
    align: 'end',
    cell: (partner) => <Money amountCents={partner.commission_cents} currency={partner.currency} />,
  },
];

function TopPartners({ overview }: { readonly overview: UseQueryResult<Overview, ApiError> }) {
  const programId = useProgramId();
  return (
    <DataTable
      label={texts.topPartners}
      list={listOf(overview, ({ top_partners }) => top_partners.map(netOf))}
      columns={COLUMNS}
      rowKey={(partner) => `${partner.partner_id} ${partner.currency}`}
      to={(partner) => ({
        to: '/p/$programId/partners/$partnerId',
        params: { programId, partnerId: String(partner.partner_id) },
        search: onlyPeriod as never,
      })}
      expectedRows={5}
      empty={{
        title: texts.noPartnerActivity,
        text: texts.yourTopPartnersAppearHere,
        action: (
          <LinkButton to="/p/$programId/partners" params={{ programId }}>
            {texts.invitePartners}
          </LinkButton>
        ),
      }}
    />
  );
}
