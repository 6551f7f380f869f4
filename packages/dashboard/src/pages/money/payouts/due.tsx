import { SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { type ListState, listOf, useRead } from '../../../api/use-read.js';
import { type SearchField, useFilters } from '../../../session/search.js';
import { useCan, useProgram, useProgramId } from '../../../session/session.js';
import { type Column, DataTable } from '../../../ui/data-table.js';
import { LinkButton } from '../../../ui/links.js';
import { Money } from '../../../ui/money.js';
import { PartnerName } from '../../../ui/partner-name.js';
import { Time } from '../../../ui/time.js';
import { Carried, CarriedDrawer } from './carried.js';
import { CreateRun } from './create-run.js';
import { type DueItem, PayoutMethod } from './payee.js';

const currency: SearchField<string> = (value) =>
  typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? value : undefined;
const FILTERS = { currency };
const NOBODY: ReadonlySet<string> = new Set();

/** Whom a run would pay, and whom not yet, one currency at a time. */
export function Due() {
  const programId = useProgramId();
  const program = useProgram();
  const canPay = useCan('payout:write');
  const [search, setSearch] = useFilters(FILTERS);
  const due = useRead('/api/programs/{programId}/payouts/due', { path: { programId } });
  const [leftOut, setLeftOut] = useState(NOBODY);
  const [explained, setExplained] = useState<DueItem | null>(null);
  const currencies = [...new Set(due.data?.data.map((item) => item.currency))].sort();
  const wanted = search.currency ?? program.currency;
  const shown = currencies.includes(wanted) ? wanted : (currencies[0] ?? wanted);
  const inCurrency = listOf(due, ({ data }) => data.filter((item) => item.currency === shown));
  const minimum = inCurrency.rows?.[0]?.minimum_cents ?? due.data?.minimum_cents;
  const isReady = ({ is_due, held_until }: DueItem) => is_due && held_until === null;
  const ready = { ...inCurrency, rows: inCurrency.rows?.filter(isReady) };
  const onHold = { ...inCurrency, rows: inCurrency.rows?.filter((item) => item.is_due && !isReady(item)) };
  const waiting = { ...inCurrency, rows: inCurrency.rows?.filter(({ is_due }) => !is_due) };
  const keys = (ready.rows ?? []).map(keyOf);
  const selected = new Set(keys.filter((key) => !leftOut.has(key)));
  const columns = [...COLUMNS, carriedColumn(setExplained), ...AMOUNTS];
  return (
    <Stack gap="lg">
      {currencies.length > 1 && (
        <SegmentedControl
          aria-label="Currency"
          data={currencies}
          value={shown}
          onChange={(next) => setSearch({ currency: next === program.currency ? undefined : next })}
          style={{ alignSelf: 'flex-start' }}
        />
      )}
      <section aria-labelledby="ready">
        <Title order={2} id="ready" mb="xs">
          Ready to pay
        </Title>
        <Minimum cents={minimum} currency={shown} />
        <DataTable
          label="Ready to pay"
          list={ready}
          columns={columns}
          rowKey={keyOf}
          {...(canPay && {
            selection: {
              selected,
              onChange: (next) => setLeftOut(new Set(keys.filter((key) => !next.has(key)))),
            },
          })}
          expectedRows={4}
          empty={nothingDue(programId)}
        />
        {canPay && keys.length > 0 && (
          <CreateRun
            currency={shown}
            chosen={(ready.rows ?? []).filter((item) => selected.has(keyOf(item)))}
            leaveOut={(items) => setLeftOut(new Set([...leftOut, ...items.map(keyOf)]))}
          />
        )}
      </section>
      <OnHold list={onHold} columns={[...columns, HELD_UNTIL]} />
      <Waiting list={waiting} columns={columns} />
      <CarriedDrawer of={explained} onClose={() => setExplained(null)} />
    </Stack>
  );
}

function nothingDue(programId: string) {
  return {
    title: 'Nothing is due',
    text: 'Commissions become due when the time for refunds is over. Until then they are pending.',
    action: (
      <LinkButton
        variant="default"
        to="/p/$programId/commissions"
        params={{ programId }}
        search={{ status: 'pending' } as never}
      >
        See pending commissions
      </LinkButton>
    ),
  };
}

/** Partners who would be paid had they not changed their payout details a short time ago. */
function OnHold({
  list,
  columns,
}: {
  readonly list: ListState<DueItem>;
  readonly columns: readonly Column<DueItem>[];
}) {
  if (list.rows === undefined || list.rows.length === 0) return null;
  return (
    <section aria-labelledby="on-hold">
      <Title order={2} id="on-hold" mb={4}>
        On hold
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Their payout details changed a short time ago. Payout runs skip them until the hold ends, so that
        nobody who got into their account can redirect the money. The length of the hold is a program setting.
      </Text>
      <DataTable
        label="On hold"
        list={list}
        columns={columns}
        rowKey={keyOf}
        empty={{ title: 'Nobody is on hold' }}
      />
    </section>
  );
}

function Waiting({
  list,
  columns,
}: {
  readonly list: ListState<DueItem>;
  readonly columns: readonly Column<DueItem>[];
}) {
  if (list.rows === undefined || list.rows.length === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <Title order={2} id="waiting" mb={4}>
        Not yet
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Below the minimum, or with less earned than refunds took back after a payout. Nothing is lost: both
        count in the next run.
      </Text>
      <DataTable
        label="Not yet due"
        list={list}
        columns={columns}
        rowKey={keyOf}
        empty={{ title: 'Nobody is waiting' }}
      />
    </section>
  );
}

function Minimum({ cents, currency: of }: { readonly cents: number | undefined; readonly currency: string }) {
  return (
    <Text size="sm" c="dimmed" mb="sm" mih="1.45rem">
      {cents !== undefined &&
        (cents > 0 ? (
          <>
            Partners with a balance due of at least <Money amountCents={cents} currency={of} />.
          </>
        ) : (
          'Partners with a balance due. There is no minimum in this currency.'
        ))}
    </Text>
  );
}

function keyOf({ partner_id, currency: of }: DueItem): string {
  return `${partner_id} ${of}`;
}

const COLUMNS: readonly Column<DueItem>[] = [
  { key: 'partner', header: 'Partner', cell: (item) => <PartnerName partnerId={item.partner_id} /> },
  { key: 'method', header: 'Paid by', cell: (item) => <PayoutMethod method={item.method} /> },
  {
    key: 'payable',
    header: 'Payable',
    align: 'end',
    cell: (item) => <Money amountCents={item.payable_cents} currency={item.currency} isDimmedAtZero />,
  },
];

const AMOUNTS: readonly Column<DueItem>[] = [
  {
    key: 'due',
    header: 'To pay',
    align: 'end',
    cell: (item) => (
      <strong>
        <Money amountCents={item.due_cents} currency={item.currency} />
      </strong>
    ),
  },
];

const HELD_UNTIL: Column<DueItem> = {
  key: 'held',
  header: 'On hold until',
  align: 'end',
  cell: (item) => item.held_until !== null && <Time at={item.held_until} />,
};

function carriedColumn(explain: (item: DueItem) => void): Column<DueItem> {
  return {
    key: 'carried',
    header: 'Carried over',
    align: 'end',
    cell: (item) => <Carried item={item} onExplain={() => explain(item)} />,
  };
}
