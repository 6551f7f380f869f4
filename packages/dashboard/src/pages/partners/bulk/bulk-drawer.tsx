import { Alert, Button, Drawer, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { useWrite } from '../../../api/use-write.js';
import { useProgramId } from '../../../session/session.js';
import { common } from '../../../texts/common.js';
import { texts } from '../../../texts/partner-bulk.js';
import { Loading } from '../../../ui/states.js';
import { ActionForm, type FormType } from './action-form.js';
import { type Action, type ActionType, type Chosen, PATH } from './bulk.js';
import { Outcome } from './outcome.js';

/** These need nothing but a preview. */
const READY: Partial<Record<ActionType, Action>> = {
  approve: { type: 'approve' },
  reject: { type: 'reject' },
  suspend: { type: 'suspend' },
};

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
  const [action, setAction] = useState<Action | null>(READY[type] ?? null);
  const preview = useWrite('post', PATH, { showsError: true });
  const change = useWrite('post', PATH, {
    showsError: true,
    onDone({ data, mails_failed: failed }) {
      const count = data.filter(({ result }) => result === 'changed').length;
      notifications.show({ message: texts.done({ count }), color: 'brand' });
      if (failed > 0) notifications.show({ message: texts.mailsFailed({ count: failed }), color: 'orange' });
      onDone();
    },
  });
  const { send } = preview;
  // biome-ignore lint/correctness/useExhaustiveDependencies: who is chosen stays the same while the drawer is open
  useEffect(() => {
    if (action !== null) send({ path: { programId }, body: { ...chosen, action, preview: true } });
  }, [action, programId, send]);
  const found = preview.answer;
  // Those of the preview, so that nobody changes who was not in it.
  const ids = found?.data.filter(({ result }) => result === 'changed').map(({ id }) => id) ?? [];
  const error = preview.error ?? change.error;
  return (
    <Drawer opened onClose={onClose} title={texts.titles[type]}>
      {action === null ? (
        <ActionForm type={type as FormType} onChosen={setAction} onClose={onClose} />
      ) : (
        <Stack gap="md">
          {error && (
            <Alert color="red" role="alert" variant="light">
              {error.message}
            </Alert>
          )}
          {found === null && !error && <Loading height={160} />}
          {found && <Outcome type={type} answer={found} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
            <Button
              color={type === 'suspend' || type === 'reject' ? 'red.8' : undefined}
              disabled={ids.length === 0}
              loading={change.isSending}
              onClick={() => change.send({ path: { programId }, body: { ids, action } })}
            >
              {texts.confirm[type]({ count: ids.length })}
            </Button>
          </Group>
        </Stack>
      )}
    </Drawer>
  );
}
