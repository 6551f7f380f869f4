import type { Row } from '../../api/client.js';
import { idField, oneOf, useFilters } from '../../session/search.js';
import { useProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/claims.js';
import { common } from '../../texts/common.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { ExplainDrawer } from '../../ui/explain/explain-drawer.js';
import { Filters, SearchFilter, SelectFilter } from '../../ui/filters.js';
import { Identifier } from '../../ui/identifier.js';
import { PageHeader } from '../../ui/page-header.js';
import { PartnerName } from '../../ui/partner-name.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';
import { ClaimDrawer } from './claim-drawer.js';
import { FINDINGS } from './findings.js';

type Claim = Row<'/api/programs/{programId}/claims'>;

const FILTERS = { status: oneOf('open', 'accepted', 'rejected'), claim: idField, sale: idField };
const DRAWERS = ['claim', 'sale'] as const;
const STATUSES = [
  { value: 'open', label: common.open },
  { value: 'accepted', label: common.accepted },
  { value: 'rejected', label: common.rejected },
] as const;

const COLUMNS: readonly Column<Claim>[] = [
  {
    key: 'order',
    header: texts.order,
    sort: 'reference',
    cell: (claim) => <Identifier>{claim.reference}</Identifier>,
  },
  { key: 'partner', header: common.partner, cell: (claim) => <PartnerName partnerId={claim.partner_id} /> },
  {
    key: 'when',
    header: texts.submitted,
    sort: '-created_at',
    cell: (claim) => <Time at={claim.created_at} form="relative" />,
  },
  {
    key: 'finding',
    header: texts.orderCheck,
    cell: ({ finding, status }) => (status === 'accepted' ? '–' : FINDINGS[finding].short),
  },
  { key: 'status', header: common.status, cell: (claim) => <StatusBadge status={claim.status} /> },
];

/** Sales that partners say are missing, to be answered. */
export function ClaimsPage() {
  const programId = useProgramId();
  const { name } = useProgram();
  const [search, setSearch] = useFilters(FILTERS, DRAWERS);
  const page = useListPage('/api/programs/{programId}/claims', {
    path: { programId },
    query: { status: search.status },
  });
  const isFiltered = page.isSearched || search.status !== undefined;
  return (
    <>
      <PageHeader title={common.claims} description={texts.ordersPartnersBelieveTheyShould} />
      <Filters
        onClear={isFiltered ? () => page.clear('status') : undefined}
        files={page.files}
        view={{ list: 'claims', columns: COLUMNS }}
      >
        <SearchFilter {...page.search} />
        <SelectFilter
          label={common.status}
          options={STATUSES}
          value={search.status}
          onChange={(status) => setSearch({ status })}
        />
      </Filters>
      <DataTable
        onClear={isFiltered ? () => page.clear('status') : undefined}
        label={common.claims}
        list={page.list}
        sorting={page.sorting}
        view="claims"
        columns={COLUMNS}
        rowKey={(claim) => claim.id}
        open={(claim) => setSearch({ claim: String(claim.id) })}
        empty={
          search.status === 'open' && !page.isSearched
            ? { title: texts.allClaimsAreAnswered }
            : isFiltered
              ? { title: texts.noMatchingClaims, text: common.tryDifferentFilters }
              : {
                  title: texts.noClaimsYet({ program: name }),
                  text: texts.whenAPartnerBelieves,
                }
        }
      />
      <ClaimDrawer
        claimId={search.claim}
        listed={page.list.rows?.find((claim) => String(claim.id) === search.claim)}
        onClose={() => setSearch({ claim: undefined })}
        explain={(sale) => setSearch({ sale })}
        isCovered={search.sale !== undefined}
      />
      <ExplainDrawer
        explained={search.sale === undefined ? null : { what: 'sales', id: search.sale }}
        onClose={() => setSearch({ sale: undefined })}
      />
    </>
  );
}
