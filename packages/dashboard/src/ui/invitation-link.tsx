import { Alert, Text } from '@mantine/core';
import { texts } from '../texts/ui.js';
import { Snippet } from './copy.js';

/** Says that an invitation was not sent by email, and offers its link to hand over. */
export function InvitationLink({
  url,
  email,
  onClose,
}: {
  readonly url: string;
  readonly email: string;
  readonly onClose?: () => void;
}) {
  return (
    <Alert
      role="status"
      mb="md"
      variant="light"
      color="orange"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      title={texts.noEmailWasSent}
      {...(onClose && { withCloseButton: true, closeButtonLabel: texts.dismiss, onClose })}
    >
      <Text size="sm" mb="xs">
        {texts.copyThisLinkAndSend({ email })}
      </Text>
      <Snippet code={url} label={texts.invitationLink} wraps />
    </Alert>
  );
}
