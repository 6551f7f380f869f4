import { Card, Select, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount, formatShare } from '../../format/number.js';
import { onlyPeriod } from '../../session/search.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts as rateTexts } from '../../texts/performance.js';
import { texts } from '../../texts/reports.js';
import { clsx } from '../../ui/clsx.js';
import cards from '../../ui/data-table.module.css';
import { TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import type { Rates, ReportRow, Sort, Totals } from './report-rows.js';
import classes from './report-table.module.css';

interface Figure {
  readonly key: Exclude<Sort, 'name'>;
  readonly header: string;
}

const FIGURES: readonly Figure[] = [
  { key: 'clicks', header: common.clicks },
  { key: 'leads', header: common.leads },
  { key: 'customers', header: common.customers },
  { key: 'sales', header: common.sales },
  { key: 'revenue_cents', header: common.revenue },
  { key: 'refunded_cents', header: common.refunded },
  { key: 'commission_cents', header: common.commission },
  { key: 'reversed_cents', header: common.reversed },
];

const RATES: readonly { readonly key: keyof Rates; readonly header: string }[] = [
  { key: 'conversion', header: rateTexts.conversion },
  { key: 'epcCents', header: rateTexts.epc },
  { key: 'refundRate', header: rateTexts.refundRate },
];

export interface Sorting {
  readonly sort: Sort;
  readonly isDescending: boolean;
  readonly onSort: (sort: Sort) => void;
}

/** A report line by line, in the order chosen at the top of a column, with the sums of each currency below. */
export function ReportTable({
  label,
  nameHeader,
  rows,
  totals,
  withRates,
  sorting,
}: {
  readonly label: string;
  readonly nameHeader: string;
  readonly rows: readonly ReportRow[];
  readonly totals: readonly (Totals & { readonly rates: Rates })[];
  /** Shows conversion, EPC and refund rate, too. */
  readonly withRates: boolean;
  readonly sorting: Sorting;
}) {
  return (
    <Card padding={0} className={cards.frame}>
      <SortSelect nameHeader={nameHeader} sorting={sorting} />
      <Table className={clsx(cards.table, classes.table, withRates && classes.dense)} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <SortHeader header={nameHeader} sort="name" sorting={sorting} />
            {FIGURES.map(({ key, header }) => (
              <SortHeader key={key} header={header} sort={key} sorting={sorting} isFigure />
            ))}
            {withRates &&
              RATES.map(({ key, header }) => (
                <Table.Th key={key} ta="end">
                  {header}
                </Table.Th>
              ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Line key={row.key} name={<Name row={row} />} totals={row} withRates={withRates} />
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          {totals.map((total) => (
            <Line
              key={total.currency}
              name={totals.length > 1 ? texts.totalIn({ currency: total.currency }) : texts.total}
              totals={total}
              withRates={withRates}
              isTotal
            />
          ))}
        </Table.Tfoot>
      </Table>
    </Card>
  );
}

function Name({ row }: { readonly row: ReportRow }) {
  const programId = useProgramId();
  if (row.partnerId === null) return row.name;
  return (
    <TextLink
      to="/p/$programId/partners/$partnerId"
      params={{ programId, partnerId: String(row.partnerId) }}
      search={onlyPeriod as never}
    >
      {row.name}
    </TextLink>
  );
}

function Line({
  name,
  totals,
  withRates,
  isTotal = false,
}: {
  readonly name: ReactNode;
  readonly totals: Totals & { readonly rates: Rates };
  readonly withRates: boolean;
  readonly isTotal?: boolean;
}) {
  return (
    <Table.Tr className={clsx(isTotal && classes.total)}>
      <Table.Td className={cards.first} data-place="first">
        {name}
      </Table.Td>
      {FIGURES.map(({ key, header }) => (
        <Table.Td
          key={key}
          ta="end"
          data-label={header}
          data-place={key === 'revenue_cents' ? 'figure' : 'labelled'}
        >
          {key.endsWith('_cents') ? (
            <Money amountCents={totals[key]} currency={totals.currency} isDimmedAtZero />
          ) : (
            <Text span inherit c={totals[key] === 0 ? 'dimmed' : undefined}>
              {formatCount(totals[key])}
            </Text>
          )}
        </Table.Td>
      ))}
      {withRates &&
        RATES.map(({ key, header }) => (
          <Table.Td key={key} ta="end" data-label={header} data-place="labelled">
            <Rate rate={totals.rates[key]} of={key} currency={totals.currency} />
          </Table.Td>
        ))}
    </Table.Tr>
  );
}

function Rate({
  rate,
  of,
  currency,
}: {
  readonly rate: number | null;
  readonly of: keyof Rates;
  readonly currency: string;
}) {
  if (rate === null) return '–';
  if (of === 'epcCents') return <Money amountCents={Math.round(rate)} currency={currency} isDimmedAtZero />;
  return formatShare(rate);
}

function SortHeader({
  header,
  sort,
  sorting,
  isFigure = false,
}: {
  readonly header: string;
  readonly sort: Sort;
  readonly sorting: Sorting;
  readonly isFigure?: boolean;
}) {
  const isSorted = sorting.sort === sort;
  const Arrow = sorting.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th
      ta={isFigure ? 'end' : undefined}
      aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <UnstyledButton className={classes.sort} onClick={() => sorting.onSort(sort)}>
        {header}
        {isSorted && <Arrow size={13} aria-hidden className={isFigure ? classes.before : undefined} />}
      </UnstyledButton>
    </Table.Th>
  );
}

/** Where rows are cards, there are no columns to click on. */
function SortSelect({ nameHeader, sorting }: { readonly nameHeader: string; readonly sorting: Sorting }) {
  return (
    <div className={classes.select}>
      <Select
        label={texts.sortBy}
        data={[
          { value: 'name', label: nameHeader },
          ...FIGURES.map(({ key, header }) => ({ value: key, label: header })),
        ]}
        value={sorting.sort}
        allowDeselect={false}
        onChange={(value) => value !== null && value !== sorting.sort && sorting.onSort(value as Sort)}
      />
    </div>
  );
}
