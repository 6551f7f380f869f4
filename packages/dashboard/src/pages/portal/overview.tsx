import { Box, Grid, Group, SegmentedControl, SimpleGrid, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../api/error.js';
import { useRead } from '../../api/use-read.js';
import { formatMoney, formatMoneyShort } from '../../format/money.js';
import { formatCount, formatCountShort } from '../../format/number.js';
import { formatPeriod, type Period } from '../../format/period.js';
import { usePeriod } from '../../session/search.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import { PartnerBreakdown } from '../../ui/breakdown.js';
import { Chart } from '../../ui/chart.js';
import { PageHeader } from '../../ui/page-header.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { ErrorState } from '../../ui/states.js';
import { BestLinks } from './best-links.js';
import { Maturing } from './maturing.js';
import { byDay, currenciesOf, type ProgramDetail, type Statistics } from './overview-data.js';
import { Earned, InThisPeriod } from './overview-figures.js';
import { ShareCard } from './share-card.js';
import { AskForDetails, Standing, useStanding } from './standing.js';
import { Terms } from './terms.js';

type Read<T> = UseQueryResult<T, ApiError>;

/** What a partner earned in a program, what comes next, and where it came from. */
export function PortalOverviewPage() {
  const program = usePartnerProgram();
  const { hasTakenPart } = useStanding();
  return (
    <>
      {hasTakenPart ? (
        <Figures />
      ) : (
        <>
          <PageHeader
            title={common.overview}
            description={texts.by({ name: program.name, workspace: program.company })}
          />
          <Standing />
          <Terms program={program} />
        </>
      )}
    </>
  );
}

function Figures() {
  const programId = useProgramId();
  const program = usePartnerProgram();
  const period = usePeriod();
  const path = { programId };
  const detail = useRead('/api/partner/programs/{programId}', { path });
  const statistics = useRead('/api/partner/programs/{programId}/statistics', { path, query: period.days });
  const [chosen, setChosen] = useState<string | null>(null);
  const currencies = currenciesOf(detail.data, statistics.data, program.currency);
  const currency = chosen !== null && currencies.includes(chosen) ? chosen : program.currency;
  return (
    <>
      <PageHeader
        title={common.overview}
        description={texts.yourEarningsInBy({ name: program.name, workspace: program.company })}
        actions={
          currencies.length > 1 && (
            <SegmentedControl
              aria-label={common.currency}
              data={[...currencies]}
              value={currency}
              onChange={setChosen}
            />
          )
        }
      />
      <Standing />
      <ShareCard />
      <AskForDetails />
      <Balances detail={detail} currency={currency} />
      <Group justify="space-between" align="flex-end" mt="xl" mb="md" gap="sm">
        <div>
          <Title order={2}>{texts.inThisPeriod}</Title>
          <Text size="sm" c="dimmed">
            {texts.utc({ period: formatPeriod(period.days) })}
          </Text>
        </div>
        <PeriodPicker value={period.text} onChange={period.set} />
      </Group>
      <InPeriod statistics={statistics} period={period.days} currency={currency} />
      <PartnerBreakdown first="landing_path" />
      <Box mt="xl">
        <Terms program={program} />
      </Box>
    </>
  );
}

function Balances({ detail, currency }: { readonly detail: Read<ProgramDetail>; readonly currency: string }) {
  if (detail.error && !detail.data)
    return <ErrorState error={detail.error} retry={() => void detail.refetch()} />;
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Earned detail={detail.data} currency={currency} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <Maturing detail={detail.data} currency={currency} />
      </Grid.Col>
    </Grid>
  );
}

function InPeriod({
  statistics,
  period,
  currency,
}: {
  readonly statistics: Read<Statistics>;
  readonly period: Period;
  readonly currency: string;
}) {
  const { data } = statistics;
  if (statistics.error && !data)
    return <ErrorState error={statistics.error} retry={() => void statistics.refetch()} />;
  const compared = (key: 'commission' | 'clicks', label: string) =>
    data && [
      {
        key,
        label,
        color: 'brand.6',
        values: byDay(data.days, currency, key),
        before: byDay(data.previous.days, currency, key),
      },
    ];
  return (
    <>
      <InThisPeriod statistics={data} currency={currency} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} mt="md" spacing="md">
        <Chart
          title={texts.earned}
          period={period}
          kind="bars"
          series={compared('commission', texts.earned)}
          format={(value) => formatMoney(value, currency)}
          formatShort={(value, most) => formatMoneyShort(value, currency, undefined, most)}
        />
        <Chart
          title={common.clicks}
          period={period}
          series={compared('clicks', common.clicks)}
          format={formatCount}
          formatShort={formatCountShort}
        />
      </SimpleGrid>
      <BestLinks statistics={statistics} currency={currency} />
    </>
  );
}
