import { Alert, Button, Card, Group, List, Stack, Table, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.js';
import type { Write } from '../../api/use-write.js';
import { formatCount } from '../../format/number.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/imports.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Money } from '../../ui/money.js';
import type { IMPORTS_PATH } from './import-files.js';

type Report = Answer<typeof IMPORTS_PATH, 'post'>;
type Sums = Report['totals'][number];

const COUNTED = ['partners', 'customers', 'sales', 'refunds', 'commissions'] as const;
const PARTNERS_AT_FIRST = 50;

interface ReportProps {
  readonly report: Report;
  /** Imports it; left out once that is done. */
  readonly onImport?: () => Promise<unknown>;
  readonly write?: Pick<Write<unknown, never>, 'isSending' | 'error' | 'reset'>;
}

/** What files come to: what is new, the sums of each partner, and what is wrong with them. */
export function ImportReport({ report, onImport, write }: ReportProps) {
  const hasProblems = report.problem_count > 0;
  const hasNew = COUNTED.some((kind) => report.new[kind] > 0);
  const title = hasProblems ? texts.readTitle : onImport ? texts.previewTitle : texts.importedTitle;
  return (
    <Card component="section" aria-label={title}>
      <Stack gap="md">
        <Title order={2}>{title}</Title>
        {hasProblems && <Problems report={report} />}
        {!hasProblems && !hasNew && onImport && (
          <Alert color="gray" variant="light" role="note">
            {texts.nothingNew}
          </Alert>
        )}
        <Counts report={report} />
        {report.partners.length > 0 && <Partners report={report} isPreview={onImport !== undefined} />}
        <Differences report={report} />
        {report.notes.length > 0 && <Lines title={texts.notes} color="gray" lines={report.notes} />}
        {onImport && write && !hasProblems && hasNew && (
          <Group justify="flex-end">
            <ConfirmButton
              variant="filled"
              title={texts.confirmTitle}
              text={texts.confirmText}
              confirm={texts.import}
              write={write}
              onConfirm={onImport}
            >
              {texts.import}
            </ConfirmButton>
          </Group>
        )}
      </Stack>
    </Card>
  );
}

const PROBLEM_COLUMNS: readonly Column<Report['problems'][number]>[] = [
  { key: 'file', header: texts.file, cell: ({ file }) => file },
  { key: 'line', header: texts.line, align: 'end', cell: ({ line }) => formatCount(line) },
  { key: 'column', header: texts.column, cell: ({ column }) => column ?? '–' },
  { key: 'problem', header: texts.problem, cell: ({ problem }) => problem },
];

function Problems({ report: { problems, problem_count: count } }: { readonly report: Report }) {
  const more = count - problems.length;
  return (
    <>
      <Alert color="red" variant="light" role="alert" title={texts.problems({ count })}>
        {texts.fixThem} {more > 0 && texts.moreProblems({ count: more })}
      </Alert>
      <DataTable
        label={texts.problemList}
        list={loadedList(problems)}
        columns={PROBLEM_COLUMNS}
        rowKey={({ file, line, column, problem }) => `${file} ${line} ${column} ${problem}`}
        empty={{ title: texts.problemList }}
      />
    </>
  );
}

function loadedList<Item>(rows: readonly Item[]) {
  return { rows: [...rows], error: null, retry: () => undefined };
}

function Counts({ report }: { readonly report: Report }) {
  return (
    <Table aria-label={texts.counts} maw={480} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th />
          <Table.Th ta="end">{texts.newRows}</Table.Th>
          <Table.Th ta="end">{texts.knownRows}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {COUNTED.map((kind) => (
          <Table.Tr key={kind}>
            <Table.Th scope="row" fw={400}>
              {texts.kinds[kind]}
            </Table.Th>
            <Table.Td ta="end">{formatCount(report.new[kind])}</Table.Td>
            <Table.Td ta="end">{formatCount(report.known[kind])}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** What one partner, or all of them, come to in one currency. */
interface SumsRow {
  readonly key: string;
  readonly who: ReactNode;
  /** null: an earlier row says it, or there is no such sum. */
  readonly customers: number | null;
  readonly sums: Sums | null;
}

/** A partner's rows, one for each currency; without sales and commissions, one with the customers. */
function rowsOf({ name, email, is_new: isNew, customers, sums }: Report['partners'][number]): SumsRow[] {
  const who = (
    <>
      {name}
      <Text size="xs" c="dimmed" fw={400}>
        {email}
        {!isNew && ` · ${texts.alreadyHere}`}
      </Text>
    </>
  );
  if (sums.length === 0) return [{ key: email, who, customers, sums: null }];
  return sums.map((one, index) => ({
    key: `${email} ${one.currency}`,
    who,
    customers: index === 0 ? customers : null,
    sums: one,
  }));
}

const ofSums = (
  key: string,
  header: string,
  cell: (sums: Sums) => ReactNode,
  onPhone?: 'figure' | 'hidden',
): Column<SumsRow> => ({
  key,
  header,
  align: 'end',
  ...(onPhone && { onPhone }),
  cell: ({ sums }) => sums && cell(sums),
});

const money = (amountCents: number, { currency }: Sums) => (
  <Money amountCents={amountCents} currency={currency} isDimmedAtZero />
);

const SUMS_COLUMNS: readonly Column<SumsRow>[] = [
  { key: 'who', header: common.partner, width: '12rem', cell: ({ who }) => who },
  {
    key: 'customers',
    header: common.customers,
    align: 'end',
    cell: ({ customers }) => customers !== null && formatCount(customers),
  },
  ofSums('sales', common.sales, (sums) => formatCount(sums.sales)),
  ofSums('paid', texts.paidByCustomers, (sums) => money(sums.sales_cents, sums), 'figure'),
  ofSums('refunded', common.refunded, (sums) => money(sums.refunded_cents, sums), 'hidden'),
  ofSums('commissions', common.commissions, (sums) => formatCount(sums.commissions)),
  ofSums('unpaid', texts.unpaid, (sums) => money(sums.unpaid_cents, sums)),
  ofSums('paid-out', texts.paidOut, (sums) => money(sums.paid_cents, sums)),
];

function Partners({
  report: { partners, totals },
  isPreview,
}: {
  readonly report: Report;
  readonly isPreview: boolean;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? partners : partners.slice(0, PARTNERS_AT_FIRST);
  const more = partners.length - shown.length;
  const total = totals.map((sums, index) => ({
    key: sums.currency,
    who: <strong>{texts.total}</strong>,
    customers: index === 0 ? partners.reduce((sum, { customers }) => sum + customers, 0) : null,
    sums,
  }));
  return (
    <Stack gap="xs">
      <Title order={3}>{texts.byPartner}</Title>
      {isPreview && (
        <Text size="sm" c="dimmed">
          {texts.compareSums}
        </Text>
      )}
      <DataTable
        label={texts.byPartner}
        list={loadedList([...shown.flatMap(rowsOf), ...total])}
        columns={SUMS_COLUMNS}
        rowKey={({ key }) => key}
        empty={{ title: texts.byPartner }}
      />
      {more > 0 && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setWhole(true)}>
            {texts.showAll({ count: more })}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Partners of whom the other system says another sum than its own rows come to. */
function Differences({ report: { partners } }: { readonly report: Report }) {
  const lines = partners.flatMap(({ email, differences }) => differences.map((text) => `${email}: ${text}`));
  return lines.length > 0 && <Lines title={texts.differences} color="yellow" lines={lines} />;
}

function Lines({
  title,
  color,
  lines,
}: {
  readonly title: string;
  readonly color: string;
  readonly lines: readonly string[];
}) {
  return (
    <Alert color={color} variant="light" role="note" title={title}>
      <List size="sm" spacing={4}>
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
