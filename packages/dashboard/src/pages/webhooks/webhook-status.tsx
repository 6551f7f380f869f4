import type { Row } from '../../api/client.js';
import { texts } from '../../texts/webhooks.js';
import { StatusBadge } from '../../ui/status-badge.js';

export type Webhook = Row<'/api/workspaces/{workspaceId}/webhooks'>;

/** Whether a webhook receives events. */
export function WebhookStatus({ webhook: { status, failing_since } }: { readonly webhook: Webhook }) {
  if (status === 'disabled') return <StatusBadge status="disabled" label={texts.statuses.disabled} />;
  return failing_since === null ? (
    <StatusBadge status="active" label={texts.statuses.enabled} />
  ) : (
    <StatusBadge status="failed" label={texts.statuses.failing} />
  );
}
