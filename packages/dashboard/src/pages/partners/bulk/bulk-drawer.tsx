import { Alert, Button, Drawer, Group, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { useWrite } from '../../../api/use-write.js';
import { useProgramId } from '../../../session/session.js';
import { common } from '../../../texts/common.js';
import { texts } from '../../../texts/partner-bulk.js';
import { Snippet } from '../../../ui/copy.js';
import { useFocusBack } from '../../../ui/form-drawer.js';
import { Loading } from '../../../ui/states.js';
import { ActionForm, type FormType } from './action-form.js';
import { type Action, type ActionType, type BulkAnswer, type Chosen, PATH } from './bulk.js';
import { Outcome } from './outcome.js';

/** These need nothing but a preview. */
const READY: Partial<Record<ActionType, Action>> = {
  approve: { type: 'approve' },
  reject: { type: 'reject' },
  suspend: { type: 'suspend' },
  invite: { type: 'invite' },
};

/**
 * Says how many were changed, and how many emails failed. Invitations whose links are handed over instead do not count as sent.
 */
function say(type: ActionType, { data, mails_failed: failed }: BulkAnswer): void {
  const changed = data.filter(({ result }) => result === 'changed');
  const links = changed.filter(({ invitation_url: url }) => url !== null).length;
  const count = type === 'invite' ? changed.length - links : changed.length;
  if (count > 0 || links === 0) notifications.show({ message: texts.done[type]({ count }), color: 'brand' });
  const untold = (failed ?? 0) - links;
  if (untold > 0)
    notifications.show({ message: texts.mailsFailed({ count: untold }), color: 'orange', autoClose: false });
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
    onDone(answer) {
      say(type, answer);
      if (linksOf(answer) === '') onDone();
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
  const links = change.answer === null ? '' : linksOf(change.answer);
  if (links !== '') return <Links title={texts.titles[type]} links={links} onClose={onDone} />;
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

/** Names, addresses and links that no email brought, as they are pasted into a table; empty: all were brought. */
function linksOf({ data }: BulkAnswer): string {
  return data
    .filter(({ invitation_url: url }) => url !== null)
    .map(({ name, email, invitation_url: url }) => `${name}\t${email}\t${url}`)
    .join('\n');
}

/** The links to hand over. They are shown once, so no stray click closes them. */
function Links({
  title,
  links,
  onClose,
}: {
  readonly title: string;
  readonly links: string;
  readonly onClose: () => void;
}) {
  return (
    <Drawer
      opened
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert
          role="status"
          color="orange"
          variant="light"
          styles={{ title: { color: 'var(--mantine-color-text)' } }}
          title={texts.linksToHandOver}
        >
          {texts.copyAndSend}
        </Alert>
        <Snippet code={links} label={texts.invitationLinks} wraps />
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.closeLinks}</Button>
        </Group>
      </Stack>
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
