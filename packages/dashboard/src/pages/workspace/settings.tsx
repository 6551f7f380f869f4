import { Card, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { useCan, useWorkspace, useWorkspaceId } from '../../session/session.js';
import { Form } from '../../ui/form-drawer.js';
import { PageHeader } from '../../ui/page-header.js';
import { nameOfRole } from './roles.js';

/** The name of a workspace. */
export function Page() {
  const workspace = useWorkspace();
  const canRename = useCan('workspace:write');
  return (
    <>
      <PageHeader title="Workspace settings" description="What your team and your partners call it." />
      <Card maw={560}>
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
    </>
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
