import { Alert, Text } from '@mantine/core';
import type { Answer } from '../../api/client.js';
import { useProgramId } from '../../session/session.js';
import { TextLink } from '../../ui/links.js';

/** What became of an invitation. */
export type InvitedPartner = Answer<'/api/programs/{programId}/partners', 'post'>;

/** Says that an invitation went out, or that its mail did not. */
export function Invited({
  invited: { partner, mail_sent: isSent },
  onClose,
}: {
  readonly invited: InvitedPartner;
  readonly onClose: () => void;
}) {
  const programId = useProgramId();
  return (
    <Alert
      role="status"
      mb="md"
      color={isSent ? 'brand' : 'orange'}
      title={isSent ? `${partner.name} is invited` : `${partner.name} is in, but the mail could not be sent`}
      withCloseButton
      closeButtonLabel="Close this message"
      onClose={onClose}
    >
      <Text size="sm">
        {isSent
          ? `A mail is on its way to ${partner.email}. `
          : `Nothing reached ${partner.email} yet. You can send the invitation again from their page. `}
        <TextLink
          to="/p/$programId/partners/$partnerId"
          params={{ programId, partnerId: String(partner.id) }}
        >
          Open {partner.name}
        </TextLink>
      </Text>
    </Alert>
  );
}
