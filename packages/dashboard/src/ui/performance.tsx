import { Box, SegmentedControl, SimpleGrid } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Answer } from '../api/client.js';
import type { ApiError } from '../api/error.js';
import { formatMoney, formatMoneyShort } from '../format/money.js';
import { formatCount, formatCountShort, formatShare } from '../format/number.js';
import { currenciesOf, type Performance, performanceOf } from '../format/rates.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/performance.js';
import { Chart } from './chart.js';
import { Figure } from './figure.js';
import { Money } from './money.js';
import { ErrorState } from './states.js';

type Report = Answer<'/api/programs/{programId}/report'>;

/** What one link or code brought in a period, against the period before: figures and charts. */
export function PerformanceReport({
  report,
  own,
  hasClicks = true,
}: {
  readonly report: UseQueryResult<Report, ApiError>;
  /** The currency of the program. */
  readonly own: string;
  /** Codes bring none. */
  readonly hasClicks?: boolean;
}) {
  const { data } = report;
  const [chosen, setChosen] = useState<string | null>(null);
  const currencies = currenciesOf(data && [...data.totals, ...data.previous.totals], own);
  const currency = chosen !== null && currencies.includes(chosen) ? chosen : own;
  if (report.error && !data) return <ErrorState error={report.error} retry={() => void report.refetch()} />;
  return (
    <>
      {currencies.length > 1 && (
        <Box mb="md">
          <SegmentedControl
            aria-label={common.currency}
            data={[...currencies]}
            value={currency}
            onChange={setChosen}
          />
        </Box>
      )}
      <Figures report={data} currency={currency} hasClicks={hasClicks} />
      <Charts report={data} currency={currency} hasClicks={hasClicks} />
    </>
  );
}

interface Shown {
  readonly report: Report | undefined;
  readonly currency: string;
  readonly hasClicks: boolean;
}

function Figures({ report, currency, hasClicks }: Shown) {
  const now = performanceOf(report?.totals ?? [], currency);
  const before = performanceOf(report?.previous.totals ?? [], currency);
  const shared = (key: keyof Performance) => ({
    now: now[key] ?? undefined,
    before: before[key] ?? 0,
    isLoading: report === undefined,
  });
  const count = (key: 'clicks' | 'leads' | 'sales', label: string, hint: string) => (
    <Figure label={label} hint={hint} value={formatCount(now[key])} {...shared(key)} />
  );
  const money = (key: 'revenue' | 'commission', label: string, hint: string) => (
    <Figure
      label={label}
      hint={hint}
      value={<Money amountCents={now[key]} currency={currency} />}
      {...shared(key)}
    />
  );
  return (
    <SimpleGrid cols={{ base: 2, sm: hasClicks ? 4 : 5 }} spacing="md">
      {hasClicks && count('clicks', common.clicks, texts.clicksHint)}
      {count('leads', common.leads, texts.leadsHint)}
      {count('sales', common.sales, texts.salesHint)}
      {money('revenue', common.revenue, texts.revenueHint)}
      {money('commission', common.commission, texts.commissionHint)}
      {hasClicks && (
        <Figure
          label={texts.conversion}
          hint={texts.conversionHint}
          value={now.conversion === null ? '–' : formatShare(now.conversion)}
          {...(now.conversion === null && { note: texts.noClicks })}
          {...shared('conversion')}
        />
      )}
      {hasClicks && (
        <Figure
          label={texts.epc}
          hint={texts.epcHint}
          value={
            now.epcCents === null ? '–' : <Money amountCents={Math.round(now.epcCents)} currency={currency} />
          }
          {...(now.epcCents === null && { note: texts.noClicks })}
          {...shared('epcCents')}
        />
      )}
      <Figure
        label={texts.refundRate}
        hint={texts.refundRateHint}
        value={now.refundRate === null ? '–' : formatShare(now.refundRate)}
        {...(now.refundRate === null && { note: texts.noRevenue })}
        {...shared('refundRate')}
        isLessBetter
      />
    </SimpleGrid>
  );
}

function Charts({ report, currency, hasClicks }: Shown) {
  const valuesOf = (days: Report['days'], key: 'revenue' | 'commission' | 'clicks' | 'sales') =>
    new Map(
      [...Map.groupBy(days, ({ day }) => day)].map(([day, rows]) => [
        day,
        performanceOf(rows, currency)[key],
      ]),
    );
  const line = (key: 'revenue' | 'commission' | 'clicks' | 'sales', label: string, color: string) => ({
    key,
    label,
    color,
    values: valuesOf(report?.days ?? [], key),
    before: valuesOf(report?.previous.days ?? [], key),
  });
  const period = report ?? { from: '', to: '' };
  const { before: _unseen, ...commission } = line('commission', common.commission, 'orange.5');
  const counted = hasClicks ? ('clicks' as const) : ('sales' as const);
  const label = hasClicks ? common.clicks : common.sales;
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} mt="md" spacing="md">
      <Chart
        title={texts.commissionAndRevenue}
        period={period}
        kind="bars"
        series={report && [line('revenue', common.revenue, 'brand.6'), commission]}
        format={(value) => formatMoney(value, currency)}
        formatShort={(value, most) => formatMoneyShort(value, currency, undefined, most)}
      />
      <Chart
        title={label}
        period={period}
        series={report && [line(counted, label, 'brand.6')]}
        format={formatCount}
        formatShort={formatCountShort}
      />
    </SimpleGrid>
  );
}
