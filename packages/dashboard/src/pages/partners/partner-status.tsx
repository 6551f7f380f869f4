import type { Row } from '../../api/client.js';
import { common } from '../../texts/common.js';
import { StatusBadge } from '../../ui/status-badge.js';

export type PartnerStatus = Row<'/api/programs/{programId}/partners'>['status'];

/** Where a partner stands; whoever applied waits for an answer. */
export function PartnerStatusBadge({ status }: { readonly status: PartnerStatus }) {
  return status === 'pending' ? (
    <StatusBadge status={status} label={common.pending} />
  ) : (
    <StatusBadge status={status} />
  );
}
