import { Alert, Button, Drawer, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { useWrite } from '../../../api/use-write.js';
import { useProgramId } from '../../../session/session.js';
import { common } from '../../../texts/common.js';
import { texts } from '../../../texts/partner-bulk.js';
import { useFocusBack } from '../../../ui/form-drawer.js';
import { Loading } from '../../../ui/states.js';
import { ActionForm, type FormType } from './action-form.js';
import { type Action, type ActionType, type Chosen, PATH } from './bulk.js';
import { Outcome } from './outcome.js';

/** These need nothing but a preview. */
const READY: Partial<Record<ActionType, Action>> = {
  approve: { type: 'approve' },
  reject: { type: 'reject' },
  suspend: { type: 'suspend' },
  invite: { type: 'invite' },
};

/** Says how many were changed, and in how many cases no email told them; an invitation that was not sent is nothing done. */
function say(type: ActionType, count: number, failed: number): void {
  const done = type === 'invite' ? count - failed : count;
  const message = type === 'invite' ? texts.invited({ count: done }) : texts.done({ count: done });
  if (done > 0 || failed === 0) notifications.show({ message, color: 'brand' });
  if (failed > 0)
    notifications.show({ message: texts.mailsFailed({ count: failed }), color: 'orange', autoClose: false });
}

/** Asks what is to be done, shows what would become of everyone, and does it. */
export function BulkDrawer({
  type,
  chosen,
  onClose,
  onDone,
}: {
  readonly type: ActionType;
  readonly chosen: Chosen;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const programId = useProgramId();
  useFocusBack();
  const ready = READY[type] ?? null;
  const [action, setAction] = useState<Action | null>(ready);
  const preview = useWrite('post', PATH, { showsError: true });
  const change = useWrite('post', PATH, {
    showsError: true,
    onDone({ data, mails_failed: failed }) {
      const count = data.filter(({ result }) => result === 'changed').length;
      say(type, count, failed ?? 0);
      onDone();
    },
  });
  const { send, reset } = preview;
  // biome-ignore lint/correctness/useExhaustiveDependencies: who is chosen stays the same while the drawer is open
  useEffect(() => {
    if (action !== null) send({ path: { programId }, body: { ...chosen, action, preview: true } });
  }, [action, programId, send]);
  const found = preview.answer;
  // Those of the preview, so that nobody changes who was not in it.
  const ids = found?.data.filter(({ result }) => result === 'changed').map(({ id }) => id) ?? [];
  const error = preview.error ?? change.error;
  const back = () => {
    setAction(null);
    reset();
    change.reset();
  };
  return (
    <Drawer opened onClose={onClose} title={texts.titles[type]}>
      {ready === null && (
        // Kept while its preview is shown, for those who go back.
        <div hidden={action !== null}>
          <ActionForm type={type as FormType} onChosen={setAction} onClose={onClose} />
        </div>
      )}
      {action !== null && (
        <Stack gap="md">
          {error && (
            <Alert color="red" role="alert" variant="light">
              {error.message}
            </Alert>
          )}
          {found === null && !error && <Loading height={160} />}
          {found && <Outcome action={action} answer={found} />}
          <Buttons
            type={type}
            count={ids.length}
            isSending={change.isSending}
            onBack={ready === null ? back : undefined}
            onClose={onClose}
            onConfirm={() => change.send({ path: { programId }, body: { ids, action } })}
          />
        </Stack>
      )}
    </Drawer>
  );
}

function Buttons({
  type,
  count,
  isSending,
  onBack,
  onClose,
  onConfirm,
}: {
  readonly type: ActionType;
  /** How many would change. */
  readonly count: number;
  readonly isSending: boolean;
  /** undefined: nothing was asked before. */
  readonly onBack: (() => void) | undefined;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) {
  return (
    <Group justify="flex-end" gap="xs">
      {onBack && (
        <Button variant="default" mr="auto" disabled={isSending} onClick={onBack}>
          {texts.back}
        </Button>
      )}
      <Button variant="default" onClick={onClose}>
        {common.cancel}
      </Button>
      {count > 0 && (
        <Button
          color={type === 'suspend' || type === 'reject' ? 'red.8' : undefined}
          loading={isSending}
          onClick={onConfirm}
        >
          {texts.confirm[type]({ count })}
        </Button>
      )}
    </Group>
  );
}
