import { Alert, Anchor, List, PasswordInput, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ApiError } from '../../api/error.js';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { useWorkspaceId } from '../../session/session.js';
import { texts } from '../../texts/payment-accounts.js';
import { FormDrawer } from '../../ui/form-drawer.js';

const MODES = [
  { value: 'live', label: texts.modes.live },
  { value: 'test', label: texts.modes.test },
];

/** The form that connects an own account by a restricted key. */
export function ConnectAccount({ onClose }: { readonly onClose: () => void }) {
  const workspaceId = useWorkspaceId();
  const form = useForm({
    initialValues: { mode: 'live' as 'live' | 'test', key: '', label: '' },
    validate: { key: (key) => (key.trim() === '' ? texts.enterAKey : null) },
  });
  const connect = useWrite('post', '/api/workspaces/{workspaceId}/payment-connections', {
    done: texts.connected,
    showsError: true,
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={texts.connectAccount}
      submit={texts.connectAccount}
      write={connect}
      onClose={onClose}
      onSubmit={form.onSubmit(({ key, label }) =>
        connect.send({
          path: { workspaceId },
          body: {
            provider: 'stripe',
            api_key: key.trim(),
            ...(label.trim() !== '' && { label: label.trim() }),
          },
        }),
      )}
    >
      <Stack gap={6}>
        <Text size="sm" fw={500} id="mode">
          {texts.mode}
        </Text>
        <SegmentedControl aria-labelledby="mode" data={MODES} {...form.getInputProps('mode')} />
        <Text size="xs" c="dimmed">
          {texts.modeHint}
        </Text>
      </Stack>
      <KeyLink mode={form.values.mode} />
      <PasswordInput
        label={texts.restrictedKey}
        description={texts.restrictedKeyHint}
        placeholder={texts.keyExample({ mode: form.values.mode })}
        autoComplete="off"
        required
        {...form.getInputProps('key')}
      />
      <TextInput
        label={texts.label}
        description={texts.labelHint}
        placeholder={texts.defaultLabel}
        autoComplete="off"
        maxLength={100}
        {...form.getInputProps('label')}
      />
      <MissingPermissions error={connect.error} />
    </FormDrawer>
  );
}

function KeyLink({ mode }: { readonly mode: 'live' | 'test' }) {
  const workspaceId = useWorkspaceId();
  const { data } = useRead('/api/workspaces/{workspaceId}/payment-connections/key-link', {
    path: { workspaceId },
    query: { provider: 'stripe', mode },
  });
  const why: Readonly<Record<string, string>> = texts.why;
  return (
    <Stack gap="xs">
      <Text size="sm">{texts.createKeyText}</Text>
      {data?.url && (
        <Anchor href={data.url} target="_blank" rel="noreferrer" size="sm">
          {texts.createKey}
        </Anchor>
      )}
      {data && (
        <div>
          <Text size="sm" fw={500} id="permissions">
            {texts.permissions}
          </Text>
          <Text size="xs" c="dimmed" mb={6}>
            {texts.permissionsText}
          </Text>
          <List size="sm" spacing={4} aria-labelledby="permissions">
            {data.permissions.map(({ permission, name, why: reason }) => (
              <List.Item key={permission}>
                {name}
                <Text size="xs" c="dimmed">
                  {why[permission] ?? reason}
                </Text>
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Stack>
  );
}

interface MissingPermission {
  readonly permission: string;
  readonly name: string;
}

/** The permissions that a refused key lacks. */
export function MissingPermissions({ error }: { readonly error: ApiError | null }) {
  const missing = (error?.fields.missing_permissions ?? []) as readonly MissingPermission[];
  if (missing.length === 0) return null;
  return (
    <Alert color="red" variant="light">
      <Text size="sm" mb={4}>
        {texts.missingPermissions}
      </Text>
      <List size="sm">
        {missing.map(({ permission, name }) => (
          <List.Item key={permission}>{name}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
