import { Text } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/partners.js';
import { StatusBadge } from '../../ui/status-badge.js';

type Partner = Row<'/api/programs/{programId}/partners'>;
export type PartnerStatus = Partner['status'];

/** The status of a partner; an applicant is pending. */
export function PartnerStatusBadge({ status }: { readonly status: PartnerStatus }) {
  return status === 'pending' ? (
    <StatusBadge status={status} label={common.pending} />
  ) : (
    <StatusBadge status={status} />
  );
}

/** The status, and whether an approved partner has yet to accept the invitation. */
export function PartnerStanding({
  partner: { status, has_account: hasAccount },
}: {
  readonly partner: Pick<Partner, 'status' | 'has_account'>;
}) {
  return (
    <>
      <PartnerStatusBadge status={status} />
      {status === 'approved' && !hasAccount && (
        <Text size="xs" c="dimmed">
          {texts.notSignedInYet}
        </Text>
      )}
    </>
  );
}
