import { Alert, Text } from '@mantine/core';
import type { Answer } from '../../api/client.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/partners.js';
import { InvitationLink } from '../../ui/invitation-link.js';
import { TextLink } from '../../ui/links.js';

/** What became of an invitation. */
export type InvitedPartner = Answer<'/api/programs/{programId}/partners', 'post'>;

/** Says that an invitation went out, or that its mail did not. */
export function Invited({
  invited: { partner, mail_sent: isSent, invitation_url: url },
  onClose,
}: {
  readonly invited: InvitedPartner;
  readonly onClose: () => void;
}) {
  const programId = useProgramId();
  if (url !== null) return <InvitationLink url={url} email={partner.email} onClose={onClose} />;
  return (
    <Alert
      role="status"
      mb="md"
      color={isSent ? 'brand' : 'orange'}
      title={
        isSent ? texts.wasInvited({ name: partner.name }) : texts.wasAddedButTheEmail({ name: partner.name })
      }
      withCloseButton
      closeButtonLabel={texts.dismiss}
      onClose={onClose}
    >
      <Text size="sm">
        {isSent
          ? texts.weveEmailedAnInvitationTo({ email: partner.email })
          : texts.youCanResendTheInvitation({ email: partner.email })}
        <TextLink
          to="/p/$programId/partners/$partnerId"
          params={{ programId, partnerId: String(partner.id) }}
        >
          {texts.open({ name: partner.name })}
        </TextLink>
      </Text>
    </Alert>
  );
}
