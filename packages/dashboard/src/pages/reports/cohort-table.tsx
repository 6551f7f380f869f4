import { Card, Table, Text } from '@mantine/core';
import { formatCount, formatShare } from '../../format/number.js';
import { LOCALE } from '../../language/locale.js';
import { texts } from '../../texts/cohorts.js';
import { Money } from '../../ui/money.js';
import { type CohortRow, type Cohorts, type CohortValue, rowsOf, totalOf } from './cohort-rows.js';
import classes from './cohorts.module.css';

const MONTH = new Intl.DateTimeFormat(LOCALE, { month: 'short', year: 'numeric', timeZone: 'UTC' });
/** Above this share of the accent, figures would be hard to read. */
const MOST_PERCENT = 45;

/** A line per month of the first sale, a column per month after it; the more a cell has, the stronger its colour. */
export function CohortTable({ answer, show }: { readonly answer: Cohorts; readonly show: CohortValue }) {
  const rows = rowsOf(answer, show);
  const columns = rows[0]?.cells.map((_, after) => after) ?? [];
  const most = Math.max(1, ...rows.flatMap(({ cells }) => cells.map((cell) => cell ?? 0)));
  const isMoney = show !== 'customers';
  const { currency } = answer;
  return (
    <Card padding={0} className={classes.frame} tabIndex={0} role="region" aria-label={texts.cohorts}>
      <Table className={classes.table} aria-label={texts.cohorts}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.first}>{texts.firstSale}</Table.Th>
            <Table.Th ta="end">{texts.size}</Table.Th>
            {isMoney && <Table.Th ta="end">{texts.total}</Table.Th>}
            {columns.map((after) => (
              <Table.Th key={after} ta="end">
                {texts.monthsAfter({ after })}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.month}>
              <Table.Th className={classes.first} scope="row">
                {row.month === null ? texts.noSaleYet : MONTH.format(new Date(row.month))}
              </Table.Th>
              <Table.Td ta="end">{row.month !== null && formatCount(row.customers)}</Table.Td>
              {isMoney && (
                <Table.Td ta="end" fw={600}>
                  <Money amountCents={row.total} currency={currency} isDimmedAtZero />
                </Table.Td>
              )}
              {columns.map((after) => (
                <Cell
                  key={after}
                  row={row}
                  value={row.cells[after]}
                  most={most}
                  currency={isMoney ? currency : null}
                />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        {isMoney && <Totals answer={answer} show={show} rows={rows} columns={columns} />}
      </Table>
    </Card>
  );
}

function Totals({
  answer,
  show,
  rows,
  columns,
}: {
  readonly answer: Cohorts;
  readonly show: Exclude<CohortValue, 'customers'>;
  readonly rows: readonly CohortRow[];
  readonly columns: readonly number[];
}) {
  const money = (amountCents: number) => (
    <Money amountCents={amountCents} currency={answer.currency} isDimmedAtZero />
  );
  return (
    <Table.Tfoot>
      <Table.Tr className={classes.total}>
        <Table.Th className={classes.first} scope="row">
          {texts.total}
        </Table.Th>
        <Table.Td />
        <Table.Td ta="end">{money(totalOf(answer, show))}</Table.Td>
        {columns.map((after) => (
          <Table.Td key={after} ta="end">
            {money(rows.reduce((sum, { cells }) => sum + (cells[after] ?? 0), 0))}
          </Table.Td>
        ))}
      </Table.Tr>
    </Table.Tfoot>
  );
}

function Cell({
  row,
  value,
  most,
  currency,
}: {
  readonly row: CohortRow;
  readonly value: number | undefined;
  readonly most: number;
  /** null: a count of customers. */
  readonly currency: string | null;
}) {
  if (value === undefined) return <Table.Td />;
  const percent = Math.round((Math.max(0, value) / most) * MOST_PERCENT);
  return (
    <Table.Td
      ta="end"
      style={{ background: `color-mix(in srgb, var(--mantine-color-brand-5) ${percent}%, transparent)` }}
    >
      {currency === null ? (
        <>
          {formatCount(value)}
          {row.customers > 0 && (
            <Text span inherit size="xs" ml={4} className={classes.share}>
              {formatShare(value / row.customers)}
            </Text>
          )}
        </>
      ) : (
        <Money amountCents={value} currency={currency} isDimmedAtZero />
      )}
    </Table.Td>
  );
}
