import type { Row } from '../../api/client.js';
import { common } from '../../texts/common.js';
import { StatusBadge } from '../../ui/status-badge.js';

export type PartnerStatus = Row<'/api/programs/{programId}/partners'>['status'];

/** The status of a partner; an applicant is pending. */
export function PartnerStatusBadge({ status }: { readonly status: PartnerStatus }) {
  return status === 'pending' ? (
    <StatusBadge status={status} label={common.pending} />
  ) : (
    <StatusBadge status={status} />
  );
}
