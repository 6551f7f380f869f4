import { Card, SegmentedControl, Text } from '@mantine/core';
import { useRead } from '../../api/use-read.js';
import { formatPeriod } from '../../format/period.js';
import { oneOf, text, useFilters, usePeriod } from '../../session/search.js';
import { useProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/cohorts.js';
import { common } from '../../texts/common.js';
import { PageHeader } from '../../ui/page-header.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { SpreadsheetButton, tableFiles } from '../../ui/spreadsheet-button.js';
import { EmptyState, ErrorState, Loading } from '../../ui/states.js';
import { COHORT_VALUES } from './cohort-rows.js';
import { CohortTable } from './cohort-table.js';
import classes from './cohorts.module.css';

const FILTERS = { show: oneOf(...COHORT_VALUES), currency: text };

/** What customers bring month after month, by the month of their first sale. */
export function CohortsPage() {
  const programId = useProgramId();
  const { currency: own } = useProgram();
  const period = usePeriod('12m');
  const [search, setSearch] = useFilters(FILTERS);
  const show = search.show ?? 'revenue';
  const currency = search.currency ?? own;
  const input = { path: { programId }, query: { ...period.days, currency } };
  const cohorts = useRead('/api/programs/{programId}/cohorts', input);
  const { data } = cohorts;
  const currencies = [...new Set([own, currency, ...(data?.currencies ?? [])])];
  return (
    <>
      <PageHeader
        title={texts.cohorts}
        description={texts.description({ period: formatPeriod(period.days) })}
        actions={
          <>
            <SpreadsheetButton files={tableFiles('/api/programs/{programId}/cohorts', input)} />
            <PeriodPicker value={period.text} onChange={period.set} />
          </>
        }
      />
      <div className={classes.choices}>
        <SegmentedControl
          aria-label={texts.show}
          data={COHORT_VALUES.map((value) => ({ value, label: texts.values[value] }))}
          value={show}
          onChange={(value) => setSearch({ show: FILTERS.show(value) })}
        />
        {currencies.length > 1 && (
          <SegmentedControl
            aria-label={common.currency}
            data={currencies}
            value={currency}
            onChange={(value) => setSearch({ currency: value === own ? undefined : value })}
          />
        )}
      </div>
      {data === undefined ? (
        cohorts.error ? (
          <ErrorState error={cohorts.error} retry={() => void cohorts.refetch()} />
        ) : (
          <Loading height={480} />
        )
      ) : data.cohorts.length === 0 ? (
        <Card padding={0}>
          <EmptyState title={texts.noSales} text={texts.chooseAnotherPeriod} />
        </Card>
      ) : (
        <>
          <CohortTable answer={data} show={show} />
          <Text size="sm" c="dimmed" mt="sm">
            {show === 'customers' ? texts.customersNote : texts.totalNote}
          </Text>
        </>
      )}
    </>
  );
}
