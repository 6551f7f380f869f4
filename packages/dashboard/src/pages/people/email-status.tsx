import { Alert } from '@mantine/core';
import { useRead } from '../../api/use-read.js';
import { useWorkspaceId } from '../../session/session.js';
import { texts } from '../../texts/people.js';
import { Time } from '../../ui/time.js';

/** Says to owners why emails wait, while the email server takes none. */
export function EmailStatus() {
  const workspaceId = useWorkspaceId();
  const { data } = useRead('/api/workspaces/{workspaceId}/email-status', { path: { workspaceId } });
  if (data === undefined || data.cause === null || data.failing_since === null) return null;
  return (
    <Alert role="status" mb="md" variant="light" color="orange" title={texts.emailsWait}>
      {texts.emailsWaitHint({ time: <Time at={data.failing_since} />, cause: texts.emailCauses[data.cause] })}
    </Alert>
  );
}
