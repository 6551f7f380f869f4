import type { Row } from '../../api/client.js';
import { useList } from '../../api/use-read.js';
import { id, oneOf, useFilters } from '../../session/search.js';
import { useProgramId } from '../../session/session.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SelectFilter } from '../../ui/filters.js';
import { Identifier } from '../../ui/identifier.js';
import { PageHeader } from '../../ui/page-header.js';
import { PartnerName } from '../../ui/partner-name.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { ClaimDrawer } from './claim/claim-drawer.js';
import { FINDINGS } from './claim/findings.js';

type Claim = Row<'/api/programs/{programId}/claims'>;

const FILTERS = { status: oneOf('open', 'accepted', 'rejected'), claim: id };
const STATUSES = [
  { value: 'open', label: 'Open' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'rejected', label: 'Rejected' },
] as const;

const COLUMNS: readonly Column<Claim>[] = [
  { key: 'order', header: 'Order', cell: (claim) => <Identifier>{claim.reference}</Identifier> },
  { key: 'partner', header: 'Partner', cell: (claim) => <PartnerName partnerId={claim.partner_id} /> },
  { key: 'when', header: 'Asked', cell: (claim) => <Time at={claim.created_at} form="relative" /> },
  { key: 'finding', header: 'What the books say', cell: (claim) => FINDINGS[claim.finding].short },
  { key: 'status', header: 'Status', cell: (claim) => <StatusBadge status={claim.status} /> },
];

/** Sales that partners say are missing, to be answered. */
export function Page() {
  const programId = useProgramId();
  const [search, setSearch] = useFilters(FILTERS);
  const claims = useList('/api/programs/{programId}/claims', {
    path: { programId },
    query: { status: search.status },
  });
  const open = claims.rows?.find((claim) => String(claim.id) === search.claim) ?? null;
  return (
    <>
      <PageHeader
        title="Claims"
        description="Orders that partners miss a commission for, beside what the books say of each."
      />
      <Filters onClear={search.status ? () => setSearch({ status: undefined }) : undefined}>
        <SelectFilter
          label="Status"
          options={STATUSES}
          value={search.status}
          onChange={(status) => setSearch({ status })}
        />
      </Filters>
      <DataTable
        label="Claims"
        list={claims}
        columns={COLUMNS}
        rowKey={(claim) => claim.id}
        open={(claim) => setSearch({ claim: String(claim.id) })}
        empty={
          search.status
            ? { title: 'No such claim', text: 'No claim has this status.' }
            : {
                title: 'No claims',
                text: 'A partner who misses a sale names the customer’s order in their own pages, and it appears here.',
              }
        }
      />
      <ClaimDrawer claim={open} onClose={() => setSearch({ claim: undefined })} />
    </>
  );
}
