import { Button, Checkbox, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/partners.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { ApproveDrawer } from './approve-drawer.js';
import type { PartnerDetail } from './partner-detail.js';

interface Props {
  readonly partner: PartnerDetail;
}

/** Approves an application, with a rate of their own where wanted. */
export function Approve({ partner, onLink }: Props & OnLink) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button onClick={open}>{texts.approveDialog}</Button>
      {isOpen && <ApproveDrawer partner={partner} onClose={close} onLink={onLink} />}
    </>
  );
}

interface OnLink {
  /** Gets the link of their invitation, where no email brought it. */
  readonly onLink: (url: string) => void;
}

/** Ends a suspension or a rejection: nothing is lost, so nothing is asked. */
export function ApproveAgain({ partner: { id, name, status }, onLink }: Props & OnLink) {
  const programId = useProgramId();
  const approve = useWrite('patch', '/api/programs/{programId}/partners/{id}', {
    done: texts.approved({ name }),
    onDone({ invitation_url: url }) {
      if (url !== null) onLink(url);
    },
  });
  return (
    <Button
      loading={approve.isSending}
      onClick={() => approve.send({ path: { programId, id }, body: { status: 'approved' } })}
    >
      {status === 'rejected' ? texts.approve : texts.approveAgain}
    </Button>
  );
}

/** Turns an application down. */
export function Reject({ partner: { id, name } }: Props) {
  const programId = useProgramId();
  const reject = useWrite('patch', '/api/programs/{programId}/partners/{id}', {
    showsError: true,
    done: ({ mail_sent: isSent }) =>
      isSent === false ? texts.rejectedNoEmail({ name }) : texts.rejected({ name }),
  });
  return (
    <ConfirmButton
      title={texts.rejectQuestion({ name })}
      text={texts.theyGetNoLinks}
      confirm={texts.reject}
      isDangerous
      write={reject}
      onConfirm={() => reject.sendAndWait({ path: { programId, id }, body: { status: 'rejected' } })}
    >
      {texts.reject}
    </ConfirmButton>
  );
}

/** Stops the links of a partner, and holds what they have earned if that is chosen. */
export function Suspend({ partner: { id, name } }: Props) {
  const programId = useProgramId();
  const [holdsEarned, setHoldsEarned] = useState(false);
  const suspend = useWrite('patch', '/api/programs/{programId}/partners/{id}', {
    showsError: true,
    done: texts.suspended({ name }),
  });
  return (
    <ConfirmButton
      title={texts.suspendQuestion({ name })}
      text={
        <Stack gap="md">
          <span>{texts.theirLinksStopCountingClicks}</span>
          <Checkbox
            label={texts.holdUnpaidCommissions}
            description={texts.theyAreNotPaidUntil}
            checked={holdsEarned}
            onChange={(event) => setHoldsEarned(event.currentTarget.checked)}
          />
        </Stack>
      }
      confirm={texts.suspend}
      isDangerous
      write={suspend}
      onConfirm={() =>
        suspend.sendAndWait({
          path: { programId, id },
          body: { status: 'suspended', hold_earned: holdsEarned },
        })
      }
    >
      {texts.suspend}
    </ConfirmButton>
  );
}
