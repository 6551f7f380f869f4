import { Button } from '@mantine/core';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/partners.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import type { PartnerDetail } from './partner-detail.js';

interface Props {
  readonly partner: PartnerDetail;
}

/** Approves an application, or takes back a suspension or rejection: nothing is lost, so nothing is asked. */
export function Approve({ partner: { id, name, status } }: Props) {
  const programId = useProgramId();
  const approve = useWrite('patch', '/api/programs/{programId}/partners/{id}', {
    done: texts.approved(name),
  });
  return (
    <Button
      loading={approve.isSending}
      onClick={() => approve.send({ path: { programId, id }, body: { status: 'approved' } })}
    >
      {status === 'pending' ? texts.approve : texts.approveAgain}
    </Button>
  );
}

/** Turns an application down. */
export function Reject({ partner: { id, name } }: Props) {
  const programId = useProgramId();
  const reject = useWrite('patch', '/api/programs/{programId}/partners/{id}', {
    showsError: true,
    done: texts.rejected(name),
  });
  return (
    <ConfirmButton
      title={texts.rejectQuestion(name)}
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

/** Stops the links of a partner. */
export function Suspend({ partner: { id, name } }: Props) {
  const programId = useProgramId();
  const suspend = useWrite('patch', '/api/programs/{programId}/partners/{id}', {
    showsError: true,
    done: texts.suspended(name),
  });
  return (
    <ConfirmButton
      title={texts.suspendQuestion(name)}
      text={texts.theirLinksStopCountingClicks}
      confirm={texts.suspend}
      isDangerous
      write={suspend}
      onConfirm={() => suspend.sendAndWait({ path: { programId, id }, body: { status: 'suspended' } })}
    >
      {texts.suspend}
    </ConfirmButton>
  );
}
