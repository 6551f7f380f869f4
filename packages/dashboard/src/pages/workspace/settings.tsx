import { Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { useCan, useMe, useWorkspace, useWorkspaceId } from '../../session/session.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { Form } from '../../ui/form-drawer.js';
import { TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { nameOfRole } from './roles.js';

/** The name of a workspace, and what it requires of its members. */
export function Page() {
  const workspace = useWorkspace();
  const canRename = useCan('workspace:write');
  return (
    <>
      <PageHeader title="Workspace settings" description="Its name, and how its members sign in." />
      <Stack gap="lg" maw={560}>
        <Card>
          {canRename ? (
            <Rename key={workspace?.id} name={workspace?.name ?? ''} />
          ) : (
            <>
              <Text fw={600}>{workspace?.name}</Text>
              <Text size="sm" c="dimmed" mt={4}>
                You are here as {nameOfRole(workspace?.role ?? 'none').toLowerCase()}. Owners can rename the
                workspace.
              </Text>
            </>
          )}
        </Card>
        {canRename && <RequireTwoFactor isRequired={workspace?.two_factor_required ?? false} />}
      </Stack>
    </>
  );
}

/** Whether members have to use two-factor authentication. Turned on only by someone who uses it themselves. */
function RequireTwoFactor({ isRequired }: { readonly isRequired: boolean }) {
  const workspaceId = useWorkspaceId();
  const { user } = useMe();
  const change = useWrite('patch', '/api/workspaces/{workspaceId}', { showsError: true, done: 'Saved' });
  const set = (require_two_factor: boolean) =>
    change.sendAndWait({ path: { workspaceId }, body: { require_two_factor } });
  return (
    <Card>
      <Group justify="space-between" mb={4}>
        <Title order={2} size="h3">
          Two-factor authentication
        </Title>
        <StatusBadge
          status={isRequired ? 'active' : 'disabled'}
          label={isRequired ? 'Required' : 'Optional'}
        />
      </Group>
      <Text size="sm" c="dimmed" mb="md">
        When it is required, members who have not turned it on can do nothing in this workspace until they do.
      </Text>
      {isRequired ? (
        <ConfirmButton
          title="Make two-factor authentication optional?"
          text="Members can then turn it off and sign in with a password only."
          confirm="Make optional"
          write={change}
          onConfirm={() => set(false)}
        >
          Make optional
        </ConfirmButton>
      ) : user.two_factor ? (
        <ConfirmButton
          title="Require two-factor authentication?"
          text="Members who have not turned it on lose access to this workspace until they set it up in their account. Partners are not affected."
          confirm="Require it"
          write={change}
          onConfirm={() => set(true)}
        >
          Require it of all members
        </ConfirmButton>
      ) : (
        <Text size="sm">
          To require it, <TextLink to="/account">turn it on for your own account</TextLink> first.
        </Text>
      )}
    </Card>
  );
}

function Rename({ name }: { readonly name: string }) {
  const workspaceId = useWorkspaceId();
  const form = useForm({
    initialValues: { name },
    validate: { name: (text) => (text.trim() === '' ? 'Give it a name' : null) },
  });
  const rename = useWrite('patch', '/api/workspaces/{workspaceId}', { done: 'Saved', showsError: true });
  return (
    <Form
      submit="Save"
      write={rename}
      onSubmit={form.onSubmit((values) =>
        rename.send({ path: { workspaceId }, body: { name: values.name.trim() } }),
      )}
    >
      <TextInput
        label="Name"
        description="It stands in invitations, and partners see it as your company."
        required
        {...form.getInputProps('name')}
      />
    </Form>
  );
}
