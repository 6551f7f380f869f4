import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { useWorkspaceId } from '../../session/session.js';
import { texts as keyTexts } from '../../texts/keys.js';
import { texts } from '../../texts/management-keys.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { GraceField } from '../../ui/key-parts.js';
import type { ManagementKey } from './permissions.js';

/** The form that puts a new key in the place of another. `onMade` gets the key itself, which is shown only now. */
export function RotateManagementKey({
  managementKey,
  onClose,
  onMade,
}: {
  readonly managementKey: ManagementKey;
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}) {
  const workspaceId = useWorkspaceId();
  const form = useForm({ initialValues: { hours: '24' } });
  const rotate = useWrite('post', '/api/workspaces/{workspaceId}/management-keys/{id}/rotate', {
    showsError: true,
    onDone: ({ management_key: secret }) => onMade(secret),
  });
  return (
    <FormDrawer
      title={texts.rotateTitle({ name: managementKey.name })}
      submit={texts.rotateKey}
      write={rotate}
      onClose={onClose}
      onSubmit={form.onSubmit(({ hours }) =>
        rotate.send({ path: { workspaceId, id: managementKey.id }, body: { grace_hours: Number(hours) } }),
      )}
    >
      <Text size="sm">{texts.wellCreateANewKey({ hint: <code>{managementKey.hint}</code> })}</Text>
      <GraceField {...form.getInputProps('hours')} />
    </FormDrawer>
  );
}

/** Ends a key at once, after asking. */
export function RevokeManagementKey({ managementKey }: { readonly managementKey: ManagementKey }) {
  const workspaceId = useWorkspaceId();
  const { id, name, hint } = managementKey;
  const revoke = useWrite('delete', '/api/workspaces/{workspaceId}/management-keys/{id}', {
    done: keyTexts.keyRevoked,
    showsError: true,
  });
  return (
    <ConfirmButton
      size="xs"
      isDangerous
      title={keyTexts.revokeQuestion({ name })}
      text={keyTexts.theKeyEndingInStops({ hint: <code>{hint}</code> })}
      confirm={keyTexts.revokeKey}
      write={revoke}
      onConfirm={() => revoke.sendAndWait({ path: { workspaceId, id } })}
      aria-label={keyTexts.revokeKeyNamed({ name, hint })}
    >
      {keyTexts.revoke}
    </ConfirmButton>
  );
}
