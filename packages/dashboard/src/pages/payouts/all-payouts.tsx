import { Anchor, Text } from '@mantine/core';
import { addressOf, type Row } from '../../api/client.js';
import { currentLanguage } from '../../language/current.js';
import { idField, useFilters } from '../../session/search.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/payouts.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SearchFilter } from '../../ui/filters.js';
import { Identifier } from '../../ui/identifier.js';
import { TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { PartnerFilter } from '../../ui/partner-filter.js';
import { PartnerName } from '../../ui/partner-name.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { useDownload } from '../../ui/use-download.js';
import { NOTHING_FOUND, useListPage } from '../../ui/use-list-page.js';
import { PaidTo } from './payee.js';

type Payout = Row<'/api/programs/{programId}/payouts'>;

const FILTERS = { partner: idField };

const COLUMNS: readonly Column<Payout>[] = [
  { key: 'payout', header: texts.payout, cell: (payout) => <PayoutName payout={payout} /> },
  {
    key: 'created',
    header: common.created,
    sort: '-created_at',
    cell: (payout) => <Time at={payout.created_at} form="date" />,
  },
  {
    key: 'partner',
    header: common.partner,
    sort: 'name',
    cell: (payout) => <PartnerName partnerId={payout.partner_id} />,
  },
  { key: 'payee', header: texts.paidTo, cell: (payout) => <PaidTo payout={payout} /> },
  {
    key: 'status',
    header: common.status,
    sort: 'status',
    cell: (payout) => <StatusBadge status={payout.status} />,
  },
  { key: 'reference', header: texts.reference, cell: (payout) => <Reference text={payout.reference} /> },
  {
    key: 'amount',
    header: common.amount,
    sort: '-amount_cents',
    align: 'end',
    onPhone: 'figure',
    cell: (payout) => <Money amountCents={payout.amount_cents} currency={payout.currency} />,
  },
  {
    key: 'statement',
    header: texts.statement,
    align: 'end',
    onPhone: 'plain',
    cell: (payout) => <StatementLink payout={payout} />,
  },
];

function StatementLink({ payout }: { readonly payout: Payout }) {
  const programId = useProgramId();
  const { link } = useDownload(
    addressOf('/api/programs/{programId}/payouts/{id}/pdf', {
      path: { programId, id: payout.id },
      query: { language: currentLanguage() },
    }),
  );
  return (
    <Anchor size="sm" {...link}>
      {texts.pdf}
    </Anchor>
  );
}

/** What the payer called the transfer. */
export function Reference({ text }: { readonly text: string | null }) {
  if (text !== null) return <Identifier>{text}</Identifier>;
  return (
    <Text span inherit c="dimmed">
      {common.none}
    </Text>
  );
}

function PayoutName({ payout }: { readonly payout: Payout }) {
  const programId = useProgramId();
  if (payout.run_id === null) return texts.payoutNumber({ id: payout.id });
  return (
    <TextLink to="/p/$programId/payouts/runs/$runId" params={{ programId, runId: String(payout.run_id) }}>
      {texts.payoutNumber({ id: payout.id })}
    </TextLink>
  );
}

/** Every payout of the program, the newest first. */
export function AllPayouts() {
  const programId = useProgramId();
  const [search, setSearch] = useFilters(FILTERS);
  const page = useListPage('/api/programs/{programId}/payouts', {
    path: { programId },
    query: { partner_id: search.partner },
  });
  const isFiltered = page.isSearched || search.partner !== undefined;
  return (
    <>
      <Filters
        onClear={isFiltered ? () => page.clear('partner') : undefined}
        files={page.files}
        view={{ list: 'payouts', columns: COLUMNS }}
      >
        <SearchFilter {...page.search} />
        <PartnerFilter value={search.partner} onChange={(partner) => setSearch({ partner })} />
      </Filters>
      <DataTable
        onClear={isFiltered ? () => page.clear('partner') : undefined}
        label={texts.allPayouts}
        list={page.list}
        sorting={page.sorting}
        view="payouts"
        columns={COLUMNS}
        rowKey={(payout) => payout.id}
        empty={
          page.isSearched
            ? NOTHING_FOUND
            : isFiltered
              ? { title: texts.noMatchingPayouts, text: texts.thisPartnerHasntBeenPaid }
              : { title: texts.noPayoutsYet, text: texts.payoutsAppearHereAfter }
        }
      />
    </>
  );
}
