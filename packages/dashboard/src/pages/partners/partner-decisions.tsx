import { Button } from '@mantine/core';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import type { PartnerDetail } from './partner-detail.js';

interface Props {
  readonly partner: PartnerDetail;
}

/** Approves an application, or takes back a suspension or rejection: nothing is lost, so nothing is asked. */
export function Approve({ partner: { id, name, status } }: Props) {
  const programId = useProgramId();
  const approve = useWrite('patch', '/api/programs/{programId}/partners/{id}', {
    done: `${name} is approved`,
  });
  return (
    <Button
      loading={approve.isSending}
      onClick={() => approve.send({ path: { programId, id }, body: { status: 'approved' } })}
    >
      {status === 'pending' ? 'Approve' : 'Approve again'}
    </Button>
  );
}

/** Turns an application down. */
export function Reject({ partner: { id, name } }: Props) {
  const programId = useProgramId();
  const reject = useWrite('patch', '/api/programs/{programId}/partners/{id}', {
    showsError: true,
    done: `${name} was turned down`,
  });
  return (
    <ConfirmButton
      title={`Turn ${name} down?`}
      text="They get no links, and a mail that says so without a reason. You can still approve them later."
      confirm="Turn down"
      isDangerous
      write={reject}
      onConfirm={() => reject.sendAndWait({ path: { programId, id }, body: { status: 'rejected' } })}
    >
      Turn down
    </ConfirmButton>
  );
}

/** Stops the links of a partner. */
export function Suspend({ partner: { id, name } }: Props) {
  const programId = useProgramId();
  const suspend = useWrite('patch', '/api/programs/{programId}/partners/{id}', {
    showsError: true,
    done: `${name} is suspended`,
  });
  return (
    <ConfirmButton
      title={`Suspend ${name}?`}
      text="Their links count no clicks from now on, and clicks that come meanwhile are lost. What they have earned stays owed to them. You can approve them again at any time."
      confirm="Suspend"
      isDangerous
      write={suspend}
      onConfirm={() => suspend.sendAndWait({ path: { programId, id }, body: { status: 'suspended' } })}
    >
      Suspend
    </ConfirmButton>
  );
}
