import { Card, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useRead } from '../../api/use-read.js';
import { formatMoney, formatMoneyShort } from '../../format/money.js';
import { netOf } from '../../format/net.js';
import { formatPeriod } from '../../format/period.js';
import { within } from '../../language/within.js';
import { oneOf, text, useFilters, usePeriod } from '../../session/search.js';
import { useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/reports.js';
import { ProgramBreakdown } from '../../ui/breakdown.js';
import { Chart } from '../../ui/chart.js';
import { LinkButton, TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { SpreadsheetButton, tableFiles } from '../../ui/spreadsheet-button.js';
import { EmptyState, ErrorState } from '../../ui/states.js';
import { Best } from './best.js';
import { NotCredited } from './not-credited.js';
import { type By, type Report, rowsOf, SORTS, type Sort, sortRows, totalsOf } from './report-rows.js';
import { ReportTable } from './report-table.js';

/** Tabs that break down by where visitors came from, and are no reports. */
const SOURCES = { source: 'referrer_host', campaign: 'utm_campaign' } as const;
type Source = keyof typeof SOURCES;
const isSource = (by: By | Source): by is Source => by in SOURCES;

const FILTERS = {
  by: oneOf('day', 'partner', 'link', 'source', 'campaign'),
  split: text,
  sort: oneOf(...SORTS),
  order: oneOf('up', 'down'),
};

const TABS: Readonly<Record<By, { readonly label: string; readonly header: string; readonly sort: Sort }>> = {
  day: { label: texts.byDay, header: texts.dayUtc, sort: 'name' },
  partner: { label: texts.byPartner, header: common.partner, sort: 'revenue_cents' },
  link: { label: texts.byLink, header: common.link, sort: 'revenue_cents' },
};

/** What happened in a period, by day, partner or link, to read, to sort and to take away. */
export function ReportsPage() {
  const programId = useProgramId();
  const period = usePeriod();
  const [search, setSearch] = useFilters(FILTERS);
  const by = search.by ?? 'day';
  const report = useRead('/api/programs/{programId}/report', { path: { programId }, query: period.days });
  return (
    <>
      <PageHeader
        title={texts.reports}
        description={texts.performanceByDayPartner({ period: formatPeriod(period.days) })}
        actions={
          <>
            {!isSource(by) && (
              <SpreadsheetButton
                files={tableFiles('/api/programs/{programId}/report', {
                  path: { programId },
                  query: { ...period.days, by },
                })}
                label={within(TABS[by].label)}
              />
            )}
            <PeriodPicker value={period.text} onChange={period.set} />
          </>
        }
      />
      <SingleRows />
      <Tabs
        value={by}
        onChange={(value) =>
          setSearch({ by: FILTERS.by(value), sort: undefined, order: undefined, split: undefined })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md" aria-label={texts.reports} style={{ flexWrap: 'nowrap', overflowX: 'auto' }}>
          {Object.entries(TABS).map(([key, { label }]) => (
            <Tabs.Tab key={key} value={key}>
              {label}
            </Tabs.Tab>
          ))}
          <Tabs.Tab value="source">{texts.bySource}</Tabs.Tab>
          <Tabs.Tab value="campaign">{texts.byCampaign}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={by}>
          {isSource(by) ? (
            <ProgramBreakdown key={by} first={SOURCES[by]} />
          ) : report.data ? (
            <ReportContent report={report.data} by={by} />
          ) : report.error ? (
            <ErrorState error={report.error} retry={() => void report.refetch()} />
          ) : (
            <Waiting />
          )}
        </Tabs.Panel>
      </Tabs>
      <NotCredited days={period.days} />
    </>
  );
}

/** Where the files of single commissions and sales are: people look for them among the reports. */
function SingleRows() {
  const params = { programId: useProgramId() };
  const { text } = usePeriod();
  const search = { period: text } as never;
  return (
    <Text size="sm" c="dimmed" mb="sm">
      {texts.forSingleRows({
        commissions: (
          <TextLink to="/p/$programId/commissions" params={params} search={search} underline="always">
            {common.commissions}
          </TextLink>
        ),
        sales: (
          <TextLink to="/p/$programId/sales" params={params} search={search} underline="always">
            {common.sales}
          </TextLink>
        ),
      })}
    </Text>
  );
}

function Waiting() {
  return (
    <Stack gap="md" aria-busy>
      <Skeleton height={360} />
      <Skeleton height={520} />
    </Stack>
  );
}

function ReportContent({ report, by }: { readonly report: Report; readonly by: By }) {
  const programId = useProgramId();
  const { currency: own } = useProgram();
  const [search, setSearch] = useFilters(FILTERS);
  const sort = search.sort ?? TABS[by].sort;
  const isDescending = (search.order ?? 'down') === 'down';
  const rows = rowsOf(report, by);
  const totals = totalsOf(report, own);
  if (rows.length === 0) {
    return (
      <Card padding={0}>
        <EmptyState
          title={texts.noActivityInThisPeriod}
          text={texts.chooseAnotherPeriodOrShare}
          action={
            <LinkButton to="/p/$programId/links" params={{ programId }} variant="default">
              {texts.viewLinks}
            </LinkButton>
          }
        />
      </Card>
    );
  }
  const onSort = (next: Sort) =>
    setSearch(
      next === sort
        ? { sort, order: isDescending ? 'up' : undefined }
        : { sort: next, order: next === 'name' && by !== 'day' ? 'up' : undefined },
    );
  const currencies = totals.map(({ currency }) => currency);
  return (
    <Stack gap="md">
      {by === 'day' ? (
        <ByDay report={report} currency={currencies[0] ?? own} />
      ) : (
        <Best
          title={by === 'partner' ? texts.revenueByPartner : texts.revenueByLink}
          rows={rows}
          currencies={currencies}
        />
      )}
      {by === 'link' && (
        <Text size="sm" c="dimmed">
          {texts.linksOfOnePartner({
            partners: (
              <TextLink to="/p/$programId/partners" params={{ programId }} size="sm" underline="always">
                {texts.thePartnersPage}
              </TextLink>
            ),
          })}
        </Text>
      )}
      <ReportTable
        label={texts.report({ label: within(TABS[by].label) })}
        nameHeader={TABS[by].header}
        rows={sortRows(rows, sort, isDescending, own)}
        totals={totals}
        withRates={by !== 'day'}
        sorting={{ sort, isDescending, onSort }}
      />
    </Stack>
  );
}

function ByDay({ report, currency }: { readonly report: Report; readonly currency: string }) {
  const values = (days: Report['days'], key: 'revenue_cents' | 'commission_cents') =>
    new Map(days.filter((row) => row.currency === currency).map((row) => [row.day, netOf(row)[key]]));
  return (
    <Chart
      title={texts.revenueAndCommissionIn({ currency })}
      kind="bars"
      period={report}
      series={[
        {
          key: 'revenue',
          label: common.revenue,
          color: 'brand.6',
          values: values(report.days, 'revenue_cents'),
          before: values(report.previous.days, 'revenue_cents'),
        },
        {
          key: 'commission',
          label: common.commission,
          color: 'orange.5',
          values: values(report.days, 'commission_cents'),
        },
      ]}
      format={(value) => formatMoney(value, currency)}
      formatShort={(value, most) => formatMoneyShort(value, currency, undefined, most)}
    />
  );
}
