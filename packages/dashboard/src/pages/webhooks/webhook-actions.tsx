import { Button, Group, NumberInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { useWorkspaceId } from '../../session/session.js';
import { texts } from '../../texts/webhooks.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import type { Webhook } from './webhook-status.js';

interface ActionsProps {
  readonly webhook: Webhook;
  readonly onEdit: () => void;
  readonly onReplay: () => void;
  readonly onSecret: (secret: string) => void;
  readonly onRemoved: () => void;
}

/** What can be done with a webhook; a disabled one sends nothing. */
export function WebhookActions({ webhook, onEdit, onReplay, onSecret, onRemoved }: ActionsProps) {
  const isEnabled = webhook.status === 'enabled';
  return (
    <Group gap="xs">
      <Remove id={webhook.id} onRemoved={onRemoved} />
      {isEnabled && <Disable id={webhook.id} />}
      <Rotate id={webhook.id} onSecret={onSecret} />
      {isEnabled && (
        <Button variant="default" onClick={onReplay}>
          {texts.replay}
        </Button>
      )}
      <Button variant="default" onClick={onEdit}>
        {texts.edit}
      </Button>
      {isEnabled && <SendTest id={webhook.id} />}
    </Group>
  );
}

function SendTest({ id }: { readonly id: number }) {
  const workspaceId = useWorkspaceId();
  const test = useWrite('post', '/api/workspaces/{workspaceId}/webhooks/{id}/test', {
    done: texts.testQueued,
  });
  return (
    <Button loading={test.isSending} onClick={() => test.send({ path: { workspaceId, id }, body: {} })}>
      {texts.sendTest}
    </Button>
  );
}

function Disable({ id }: { readonly id: number }) {
  const workspaceId = useWorkspaceId();
  const disable = useWrite('patch', '/api/workspaces/{workspaceId}/webhooks/{id}', {
    done: texts.disabled,
    showsError: true,
  });
  return (
    <ConfirmButton
      title={texts.disableQuestion}
      text={texts.disableText}
      confirm={texts.disableWebhook}
      write={disable}
      onConfirm={() => disable.sendAndWait({ path: { workspaceId, id }, body: { status: 'disabled' } })}
    >
      {texts.disable}
    </ConfirmButton>
  );
}

function Rotate({ id, onSecret }: { readonly id: number; readonly onSecret: (secret: string) => void }) {
  const workspaceId = useWorkspaceId();
  const rotate = useWrite('post', '/api/workspaces/{workspaceId}/webhooks/{id}/rotate-secret', {
    showsError: true,
    onDone: ({ secret }) => onSecret(secret),
  });
  return (
    <ConfirmButton
      title={texts.rotateQuestion}
      text={texts.rotateText}
      confirm={texts.rotateSecret}
      write={rotate}
      onConfirm={() => rotate.sendAndWait({ path: { workspaceId, id }, body: {} })}
    >
      {texts.rotateSecret}
    </ConfirmButton>
  );
}

function Remove({ id, onRemoved }: { readonly id: number; readonly onRemoved: () => void }) {
  const workspaceId = useWorkspaceId();
  const remove = useWrite('delete', '/api/workspaces/{workspaceId}/webhooks/{id}', {
    done: texts.removed,
    showsError: true,
    onDone: onRemoved,
  });
  return (
    <ConfirmButton
      isDangerous
      title={texts.removeQuestion}
      text={texts.removeText}
      confirm={texts.removeWebhook}
      write={remove}
      onConfirm={() => remove.sendAndWait({ path: { workspaceId, id } })}
    >
      {texts.remove}
    </ConfirmButton>
  );
}

/** The form that sends events again from a number on. */
export function ReplayForm({
  webhook,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}) {
  const workspaceId = useWorkspaceId();
  const last = webhook.last_sequence;
  const form = useForm<{ after: number | string }>({
    initialValues: { after: '' },
    validate: {
      after: (after) =>
        typeof after === 'number' && after >= 0 && after <= last ? null : texts.enterANumber({ last }),
    },
  });
  const replay = useWrite('post', '/api/workspaces/{workspaceId}/webhooks/{id}/replay', {
    done: texts.replaying,
    showsError: true,
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={texts.replayTitle}
      submit={texts.replayEvents}
      write={replay}
      onClose={onClose}
      onSubmit={form.onSubmit(({ after }) =>
        replay.send({ path: { workspaceId, id: webhook.id }, body: { after: Number(after) } }),
      )}
    >
      <Text size="sm">{texts.replayText}</Text>
      <NumberInput
        label={texts.afterNumber}
        description={texts.afterHint({ last })}
        min={0}
        max={last}
        allowDecimal={false}
        clampBehavior="none"
        data-autofocus
        required
        {...form.getInputProps('after')}
      />
    </FormDrawer>
  );
}
