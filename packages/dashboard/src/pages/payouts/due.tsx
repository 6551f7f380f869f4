import { Group, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { type ListState, listOf, useRead } from '../../api/use-read.js';
import { idField, type SearchField, useFilters } from '../../session/search.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/payouts.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { LinkButton } from '../../ui/links.js';
import { ListTable } from '../../ui/list-table.js';
import { Money } from '../../ui/money.js';
import { PartnerName } from '../../ui/partner-name.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { type LocalOrder, useLocalPage } from '../../ui/use-local-page.js';
import { Carried, CarriedDrawer } from './carried.js';
import { CreateRun } from './create-run.js';
import { NotPreselected } from './not-preselected.js';
import { type DueItem, PayoutMethod, problemText } from './payee.js';
import { dueKey, useChoice } from './use-choice.js';

const currency: SearchField<string> = (value) =>
  typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? value : undefined;
const FILTERS = { currency, carried: idField };
const DRAWERS = ['carried'] as const;

/** Whom a run would pay, and whom not yet, one currency at a time. */
export function Due() {
  const programId = useProgramId();
  const program = useProgram();
  const canPay = useCan('payout:write');
  const [search, setSearch] = useFilters(FILTERS, DRAWERS);
  const due = useRead('/api/programs/{programId}/payouts/due', { path: { programId } });
  const currencies = [...new Set(due.data?.data.map((item) => item.currency))].sort();
  const wanted = search.currency ?? program.currency;
  const shown = currencies.includes(wanted) ? wanted : (currencies[0] ?? wanted);
  const inCurrency = listOf(due, ({ data }) => data.filter((item) => item.currency === shown));
  const minimum = inCurrency.rows?.[0]?.minimum_cents ?? due.data?.minimum_cents;
  const ready = { ...inCurrency, rows: inCurrency.rows?.filter(isPayable) };
  const page = useLocalPage(ready, DUE_ORDER);
  const wrong = { ...inCurrency, rows: inCurrency.rows?.filter(isWrong) };
  const onHold = {
    ...inCurrency,
    rows: inCurrency.rows?.filter((item) => item.is_due && !isPayable(item) && !isWrong(item)),
  };
  const waiting = { ...inCurrency, rows: inCurrency.rows?.filter(({ is_due }) => !is_due) };
  const empty = useNothingDue();
  const choice = useChoice(ready.rows ?? []);
  const explained = inCurrency.rows?.find(({ partner_id: id }) => String(id) === search.carried);
  const columns = [
    ...COLUMNS,
    carriedColumn((item) => setSearch({ carried: String(item.partner_id) })),
    ...AMOUNTS,
  ];
  return (
    <Stack gap="lg">
      <CurrencyChoice
        currencies={currencies}
        value={shown}
        onChange={(next) => setSearch({ currency: next === program.currency ? undefined : next })}
      />
      <section aria-labelledby="ready">
        <Title order={2} id="ready" mb="xs">
          {texts.readyToPay}
        </Title>
        <Minimum cents={minimum} currency={shown} />
        {canPay && <NotPreselected due={ready.rows ?? []} />}
        <ListTable
          label={texts.readyToPay}
          page={page}
          view="due"
          searched={texts.searchDue}
          columns={columns}
          rowKey={dueKey}
          {...(canPay && { selection: { selected: choice.selected, onChange: choice.select } })}
          expectedRows={4}
          empty={empty}
        />
        {canPay && ready.rows !== undefined && ready.rows.length > 0 && (
          <CreateRun currency={shown} due={ready.rows} choice={choice} />
        )}
      </section>
      <Skipped {...WRONG_DETAILS} list={wrong} columns={[...columns, PROBLEM]} />
      <Skipped {...ON_HOLD} list={onHold} columns={[...columns, HELD_UNTIL]} />
      <Skipped {...NOT_DUE} list={waiting} columns={columns} />
      <CarriedDrawer item={explained ?? null} onClose={() => setSearch({ carried: undefined })} />
    </Stack>
  );
}

function CurrencyChoice({
  currencies,
  value,
  onChange,
}: {
  readonly currencies: string[];
  readonly value: string;
  readonly onChange: (currency: string) => void;
}) {
  if (currencies.length < 2) return null;
  return (
    <SegmentedControl
      aria-label={common.currency}
      data={currencies}
      value={value}
      onChange={onChange}
      style={{ alignSelf: 'flex-start' }}
    />
  );
}

function isPayable({ is_due, held_until, details_problem }: DueItem): boolean {
  return is_due && held_until === null && details_problem === null;
}

/** Whether a balance is due and no bank would accept the payout details. */
function isWrong({ is_due, details_problem }: DueItem): boolean {
  return is_due && details_problem !== null;
}

/** What the empty list says: what is pending, or that a run still waits for somebody to send the money. */
function useNothingDue() {
  const programId = useProgramId();
  const { data } = useRead('/api/programs/{programId}/attention', { path: { programId } });
  const open = (data?.payouts_open ?? []).reduce((sum, { payouts }) => sum + payouts, 0);
  if (open > 0)
    return {
      title: texts.nothingIsDue,
      text: texts.runsAreOpen({ count: open }),
      action: (
        <LinkButton to="/p/$programId/payouts" params={{ programId }} search={{ show: 'runs' } as never}>
          {texts.viewRuns}
        </LinkButton>
      ),
    };
  return {
    title: texts.nothingIsDue,
    text: texts.commissionsBecomeDueWhen,
    action: (
      <LinkButton
        variant="default"
        to="/p/$programId/commissions"
        params={{ programId }}
        search={{ status: 'pending' } as never}
      >
        {texts.viewPendingCommissions}
      </LinkButton>
    ),
  };
}

const WRONG_DETAILS = {
  id: 'wrong-details',
  title: texts.invalidPayoutDetails,
  text: texts.noBankWouldAccept,
};
const ON_HOLD = {
  id: 'on-hold',
  title: texts.onHold,
  text: texts.thePayoutDetailsOfThese,
};
const NOT_DUE = {
  id: 'waiting',
  title: texts.notYetDue,
  text: texts.theirBalanceIsBelow,
};

interface SkippedProps {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly list: ListState<DueItem>;
  readonly columns: readonly Column<DueItem>[];
}

/** Partners whom a payout run skips, and why; nothing where there are none. */
function Skipped({ id, title, text, list, columns }: SkippedProps) {
  if (list.rows === undefined || list.rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} mb={4}>
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {text}
      </Text>
      <DataTable
        label={title}
        list={list}
        columns={columns}
        rowKey={dueKey}
        empty={{ title: texts.noPartners }}
      />
    </section>
  );
}

function Minimum({ cents, currency }: { readonly cents: number | undefined; readonly currency: string }) {
  return (
    <Text size="sm" c="dimmed" mb="sm" mih="1.45rem">
      {cents !== undefined &&
        (cents > 0
          ? texts.partnersWithABalanceDue({ amount: <Money amountCents={cents} currency={currency} /> })
          : texts.noMinimumInCurrency({ currency }))}
    </Text>
  );
}

const DUE_ORDER: LocalOrder<DueItem> = {
  searched: ({ name, email }) => [name, email],
  sorts: {
    name: ({ name }) => name,
    payable_cents: ({ payable_cents: cents }) => cents,
    due_cents: ({ due_cents: cents }) => cents,
  },
};

const COLUMNS: readonly Column<DueItem>[] = [
  {
    key: 'partner',
    header: common.partner,
    sort: 'name',
    cell: (item) => (
      <Group gap="xs" component="span">
        <PartnerName partnerId={item.partner_id} />
        {item.status !== 'approved' && <StatusBadge status={item.status} />}
      </Group>
    ),
  },
  { key: 'method', header: texts.paidBy, cell: (item) => <PayoutMethod method={item.method} /> },
  {
    key: 'payable',
    header: common.payable,
    sort: '-payable_cents',
    align: 'end',
    cell: (item) => <Money amountCents={item.payable_cents} currency={item.currency} isDimmedAtZero />,
  },
];

const AMOUNTS: readonly Column<DueItem>[] = [
  {
    key: 'due',
    header: texts.amountDue,
    sort: '-due_cents',
    align: 'end',
    cell: (item) => (
      <strong>
        <Money amountCents={item.due_cents} currency={item.currency} />
      </strong>
    ),
  },
];

const PROBLEM: Column<DueItem> = {
  key: 'problem',
  header: texts.problem,
  cell: (item) => item.details_problem !== null && problemText(item.details_problem),
};

const HELD_UNTIL: Column<DueItem> = {
  key: 'held',
  header: texts.onHoldUntil,
  align: 'end',
  cell: (item) => item.held_until !== null && <Time at={item.held_until} />,
};

function carriedColumn(explain: (item: DueItem) => void): Column<DueItem> {
  return {
    key: 'carried',
    header: texts.carriedOver,
    align: 'end',
    cell: (item) => <Carried item={item} onExplain={() => explain(item)} />,
  };
}
