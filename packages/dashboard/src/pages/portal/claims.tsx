import { Button, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { idField, useFilters } from '../../session/search.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { viewedPartner } from '../../session/viewing.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import type { Column } from '../../ui/data-table.js';
import { Identifier } from '../../ui/identifier.js';
import { ListTable } from '../../ui/list-table.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';
import { ClaimDrawer } from './claim-drawers.js';
import { CLAIM_WORDS, FINDINGS, type PartnerClaim } from './claim-words.js';
import { NewClaimDrawer } from './new-claim-drawer.js';
import { Standing, useStanding } from './standing.js';

const SEARCH = { claim: idField };
const DRAWERS = ['claim'] as const;

const COLUMNS: readonly Column<PartnerClaim>[] = [
  {
    key: 'order',
    header: texts.orderNumber,
    sort: 'reference',
    cell: (claim) => <Identifier>{claim.reference}</Identifier>,
  },
  {
    key: 'sent',
    header: texts.submitted,
    sort: '-created_at',
    cell: (claim) => <Time at={claim.created_at} form="date" />,
  },
  {
    key: 'books',
    header: texts.orderCheck,
    cell: ({ finding, status }) => (status === 'accepted' ? '–' : FINDINGS[finding]),
  },
  {
    key: 'status',
    header: common.status,
    cell: (claim) => <StatusBadge status={claim.status} label={CLAIM_WORDS[claim.status]} />,
  },
  {
    key: 'answer',
    sort: '-answered_at',
    onPhone: 'hidden',
    header: texts.answer,
    cell: (claim) =>
      claim.answer === null ? (
        '–'
      ) : (
        <Text span inherit lineClamp={2} maw="22rem">
          {claim.answer}
        </Text>
      ),
  },
];

/** Sales a partner misses, with what the books say of each and how the team answered. */
export function PortalClaimsPage() {
  const programId = useProgramId();
  const { company: workspace } = usePartnerProgram();
  const { hasTakenPart } = useStanding();
  const [search, setSearch] = useFilters(SEARCH, DRAWERS);
  const [isMaking, setIsMaking] = useState(false);
  const page = useListPage('/api/partner/programs/{programId}/claims', { path: { programId } });
  const report = hasTakenPart && viewedPartner() === null && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsMaking(true)}>
      {texts.reportAMissingSale}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={common.claims}
        description={texts.missingASaleSubmit({ workspace })}
        actions={report || undefined}
      />
      <Standing />
      <ListTable
        label={common.claims}
        page={page}
        view="portal-claims"
        searched={texts.searchClaims}
        columns={COLUMNS}
        rowKey={(claim) => claim.id}
        open={(claim) => setSearch({ claim: String(claim.id) })}
        expectedRows={3}
        empty={{
          title: texts.noClaimsYet,
          text: texts.ifSomeoneBoughtThrough,
        }}
      />
      {isMaking && (
        <NewClaimDrawer
          onClose={() => setIsMaking(false)}
          onMade={(claimId) => {
            setIsMaking(false);
            setSearch({ claim: String(claimId) });
          }}
        />
      )}
      <ClaimDrawer claimId={search.claim} onClose={() => setSearch({ claim: undefined })} />
    </>
  );
}
