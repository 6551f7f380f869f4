import { Box, Group, Select, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../api/client.js';
import type { ApiError } from '../api/error.js';
import { type ListState, listOf, useRead } from '../api/use-read.js';
import { formatCount, formatShare } from '../format/number.js';
import { oneOf, onlyPeriod, useFilters, usePeriod } from '../session/search.js';
import { useProgramId } from '../session/session.js';
import { texts } from '../texts/breakdown.js';
import { common } from '../texts/common.js';
import { texts as rateTexts } from '../texts/performance.js';
import { Breakable } from './breakable.js';
import classes from './breakdown.module.css';
import { type Column, DataTable } from './data-table.js';
import { TextLink } from './links.js';
import { Money } from './money.js';
import { SpreadsheetButton, type TableFiles, tableFiles } from './spreadsheet-button.js';
import { useWhenSeen } from './use-when-seen.js';

type Breakdown = Answer<'/api/programs/{programId}/breakdown'>;
type Figures = Breakdown['totals'];
/** A line of the table: what one value brought, or all of them together. */
type Line = Figures & Partial<Breakdown['data'][number]> & { readonly isTotal?: true };

const PARAMETERS = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
] as const;
const VISIT = ['referrer_host', 'landing_path'] as const;
const CREDIT = ['link', 'partner', 'code'] as const;
/** Of one partner. */
const OF_ONE = ['link', 'code'] as const;
/** Of one link. */
const OF_LINK = [] as const;

type By = (typeof PARAMETERS | typeof VISIT | typeof CREDIT)[number];

const SORTED = [
  'clicks',
  'unique_clicks',
  'leads',
  'customers',
  'sales',
  'revenue_cents',
  'commission_cents',
  'conversion',
  'epc_cents',
] as const;
type Sort = (typeof SORTED)[number] | `-${(typeof SORTED)[number]}`;
const FILTERS = {
  split: oneOf(...PARAMETERS, ...VISIT, ...CREDIT),
  first: oneOf(...SORTED.flatMap((name) => [name, `-${name}`] as const)),
};
/** How the service names what is in no line of its own. */
const OTHER = '(other)';
const FIRST_LIMIT = 10;
const MOST = 1_000;

/** What comes first for who pays for it, until they choose; partners see what has most clicks. */
const MOST_REVENUE = '-revenue_cents';

/** What a program, or one partner in it, got in the chosen period from each value of what the viewer chooses. */
export function ProgramBreakdown({
  first,
  partnerId,
  linkId,
}: {
  /** What it is by until the viewer chooses. */
  readonly first: By;
  readonly partnerId?: number | string | undefined;
  readonly linkId?: number | undefined;
}) {
  const credit = linkId !== undefined ? OF_LINK : partnerId === undefined ? CREDIT : OF_ONE;
  const choice = useChoice(first, credit, MOST_REVENUE);
  const seen = useWhenSeen();
  const query = {
    ...choice.query,
    ...(partnerId !== undefined && { partner_id: String(partnerId) }),
    ...(linkId !== undefined && { link_id: String(linkId) }),
  };
  const path = { programId: useProgramId() };
  const read = useRead('/api/programs/{programId}/breakdown', { path, query }, { enabled: seen.isSeen });
  const { limit: _, ...all } = query;
  const files = tableFiles('/api/programs/{programId}/breakdown', { path, query: all });
  return <BreakdownSection choice={choice} read={read} seen={seen} credit={credit} files={files} />;
}

/** What a partner brought to a program themselves, or by one of their links. */
export function PartnerBreakdown({
  first,
  linkId,
}: {
  readonly first: By;
  readonly linkId?: number | undefined;
}) {
  const credit = linkId === undefined ? OF_ONE : OF_LINK;
  const choice = useChoice(first, credit);
  const seen = useWhenSeen();
  const query = { ...choice.query, ...(linkId !== undefined && { link_id: String(linkId) }) };
  const path = { programId: useProgramId() };
  const read = useRead(
    '/api/partner/programs/{programId}/breakdown',
    { path, query },
    { enabled: seen.isSeen },
  );
  return <BreakdownSection choice={choice} read={read} seen={seen} credit={credit} />;
}

type Choice = ReturnType<typeof useChoice>;

function useChoice(first: By, credit: readonly By[], standard?: Sort) {
  const { days } = usePeriod();
  const [search, setSearch] = useFilters(FILTERS);
  const [limit, setLimit] = useState(FIRST_LIMIT);
  const sort = search.first ?? standard;
  const by = [...PARAMETERS, ...VISIT, ...credit].find((offered) => offered === search.split) ?? first;
  return {
    by,
    choose: (next: By) => {
      setLimit(FIRST_LIMIT);
      setSearch({ split: next === first ? undefined : next });
    },
    sorting: {
      value: sort ?? '-clicks',
      onChange: (next: string | undefined) => setSearch({ first: FILTERS.first(next) }),
    },
    query: { by, ...days, limit: String(limit), ...(sort && { sort }) },
    more: limit < MOST ? () => setLimit(limit * 10) : undefined,
  };
}

/** What had no value is no answer to what brought most, however much it is. */
function withoutValueLast(data: Breakdown['data']): Breakdown['data'] {
  return [...data.filter(({ value }) => value !== null), ...data.filter(({ value }) => value === null)];
}

const named = (values: readonly By[]) => values.map((value) => ({ value, label: texts.by[value] }));

/** Whether a parameter had values in the period; without an answer, any could have. */
const hadValues = (value: string, used: readonly By[] | undefined) =>
  !isParameter(value) || (used?.some((one) => one === value) ?? true);

/** Those that had values first. */
function parametersOf(used: readonly By[] | undefined) {
  return named(PARAMETERS.toSorted((one, other) => +hadValues(other, used) - +hadValues(one, used)));
}

function BreakdownSection({
  choice,
  read,
  seen,
  credit,
  files,
}: {
  readonly choice: Choice;
  readonly read: UseQueryResult<Breakdown, ApiError>;
  readonly seen: ReturnType<typeof useWhenSeen>;
  readonly credit: readonly (typeof CREDIT)[number][];
  /** The same as a file. */
  readonly files?: TableFiles;
}) {
  const { by } = choice;
  return (
    <Box component="section" aria-labelledby="breakdown" mt="xl" ref={seen.ref}>
      <Group justify="space-between" align="flex-end" mb="sm" gap="sm">
        <div>
          <Title order={2} id="breakdown">
            {texts.breakdown}
          </Title>
          <Text size="sm" c="dimmed">
            {credit === CREDIT ? texts.ofTheProgram : texts.beforeRefunds}
          </Text>
        </div>
        <Group align="flex-end" gap="sm">
          <Select
            label={texts.breakDownBy}
            data={[
              { group: texts.visit, items: named(VISIT) },
              ...(credit.length === 0 ? [] : [{ group: texts.credit, items: named(credit) }]),
              { group: texts.parameters, items: parametersOf(read.data?.used) },
            ]}
            value={by}
            renderOption={({ option: { value, label } }) =>
              hadValues(value, read.data?.used) ? label : texts.withoutValues({ label })
            }
            allowDeselect={false}
            w={240}
            maxDropdownHeight={420}
            onChange={(value) => choice.choose(FILTERS.split(value) ?? by)}
          />
          {files !== undefined && <SpreadsheetButton files={files} />}
        </Group>
      </Group>
      {seen.isSeen ? (
        <DataTable
          label={texts.breakdown}
          list={linesOf(read, choice)}
          sorting={choice.sorting}
          columns={columnsOf(by)}
          rowKey={(line) => (line.isTotal ? 'total' : `value ${line.value}`)}
          expectedRows={4}
          empty={{ title: texts.noActivityInThisPeriod, text: texts.chooseAnotherPeriod }}
        />
      ) : (
        <Box mih={240} />
      )}
      {isParameter(by) && hasNoValue(read.data) && (
        <Text size="sm" c="dimmed" mt="xs">
          {texts.noLinkHasIt({ parameter: by })}
        </Text>
      )}
    </Box>
  );
}

function isParameter(by: string): boolean {
  return PARAMETERS.some((parameter) => parameter === by);
}

/** Whether all there is has no value. */
function hasNoValue(breakdown: Breakdown | undefined): boolean {
  return breakdown?.data.length === 1 && breakdown.data[0]?.value === null;
}

/** The values, and below them what they came to together; where some are not listed, the next page has more of them. */
function linesOf(read: UseQueryResult<Breakdown, ApiError>, { more }: Choice): ListState<Line> {
  const isCut = read.data?.data.some(({ value }) => value === OTHER) ?? false;
  return {
    ...listOf(read, ({ data, totals }): readonly Line[] =>
      data.length > 1 ? [...withoutValueLast(data), { ...totals, isTotal: true }] : data,
    ),
    more: isCut ? more : undefined,
    isLoadingMore: read.isPlaceholderData,
  };
}

function columnsOf(by: By): readonly Column<Line>[] {
  const count = (key: CountKey, title: string): Column<Line> => ({
    key,
    header: title,
    sort: `-${key}`,
    align: 'end',
    cell: (line) => <Count line={line} figure={key} />,
  });
  return [
    { key: 'value', header: texts.by[by], cell: (line) => <Value line={line} by={by} /> },
    count('clicks', common.clicks),
    count('unique_clicks', texts.uniqueClicks),
    count('leads', common.leads),
    count('customers', common.customers),
    count('sales', common.sales),
    {
      key: 'revenue',
      sort: '-revenue_cents',
      header: texts.grossRevenue,
      align: 'end',
      cell: (line) => <Amounts line={line} amount="revenue_cents" />,
    },
    {
      key: 'commission',
      sort: '-commission_cents',
      header: texts.grossCommission,
      align: 'end',
      cell: (line) => <Amounts line={line} amount="commission_cents" />,
    },
    {
      key: 'conversion',
      sort: '-conversion',
      header: rateTexts.conversion,
      hint: rateTexts.conversionHint,
      align: 'end',
      cell: ({ clicks, conversion }) => clicks > 0 && formatShare(conversion),
    },
    {
      key: 'epc',
      sort: '-epc_cents',
      header: texts.grossEpc,
      hint: texts.grossEpcHint,
      align: 'end',
      cell: ({ clicks, epc_cents: cents, currency }) =>
        clicks > 0 && <Money amountCents={Math.round(cents)} currency={currency} isDimmedAtZero />,
    },
  ];
}

type CountKey = 'clicks' | 'unique_clicks' | 'leads' | 'customers' | 'sales';

function Count({ line, figure }: { readonly line: Line; readonly figure: CountKey }) {
  return (
    <Text span inherit className="figures" c={line[figure] === 0 ? 'dimmed' : undefined}>
      {formatCount(line[figure])}
    </Text>
  );
}

function Value({ line, by }: { readonly line: Line; readonly by: By }): ReactNode {
  const programId = useProgramId();
  const { value, name, partner_id: partnerId } = line;
  if (line.isTotal) return <strong>{texts.total}</strong>;
  if (value === OTHER) return <Absent>{texts.otherValues}</Absent>;
  if (value === null || value === undefined) return <Absent>{absentText(by)}</Absent>;
  if (partnerId !== undefined) {
    return (
      <TextLink
        to="/p/$programId/partners/$partnerId"
        params={{ programId, partnerId: String(partnerId) }}
        search={onlyPeriod as never}
      >
        {name ?? value}
      </TextLink>
    );
  }
  return (
    <span className={classes.value}>
      <Breakable>{value}</Breakable>
    </span>
  );
}

/** What came with none of the values. */
function absentText(by: By): string {
  return by in texts.without ? texts.without[by as keyof typeof texts.without] : texts.noValue;
}

function Absent({ children }: { readonly children: string }) {
  return (
    <Text span inherit c="dimmed" fs="italic">
      {children}
    </Text>
  );
}

/** An amount in the currency of the program, and below it those in others. */
function Amounts({
  line,
  amount,
}: {
  readonly line: Line;
  readonly amount: 'revenue_cents' | 'commission_cents';
}) {
  const others = line.other_currencies.filter((other) => other[amount] !== 0);
  return (
    <>
      {(line[amount] !== 0 || others.length === 0) && (
        <div>
          <Money amountCents={line[amount]} currency={line.currency} isDimmedAtZero />
        </div>
      )}
      {others.map((other) => (
        <div key={other.currency}>
          <Money amountCents={other[amount]} currency={other.currency} />
        </div>
      ))}
    </>
  );
}
