import { Alert, Button, Drawer, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { Row } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { useWorkspaceId } from '../../session/session.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { Form, FormDrawer } from '../../ui/form-drawer.js';
import { nameOfRole, type Role, RoleField } from './roles.js';

type Member = Row<'/api/workspaces/{workspaceId}/members'>;

/** Invites somebody by mail. */
export function InviteDrawer({ onClose }: { readonly onClose: () => void }) {
  const workspaceId = useWorkspaceId();
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: '', role: 'member' },
    validate: { email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : 'Write an email address') },
  });
  const invite = useWrite('post', '/api/workspaces/{workspaceId}/invitations', {
    showsError: true,
    onDone({ invitation, mail_sent: isSent }) {
      if (isSent) notifications.show({ message: `Invitation sent to ${invitation.email}`, color: 'brand' });
      else {
        notifications.show({
          title: 'The mail could not be sent',
          message: `The invitation of ${invitation.email} is kept. Take it back and invite again once mail works.`,
          color: 'red',
          autoClose: false,
        });
      }
      onClose();
    },
  });
  return (
    <FormDrawer
      title="Invite a member"
      submit="Send invitation"
      write={invite}
      onClose={onClose}
      onSubmit={form.onSubmit(({ email, role }) =>
        invite.send({ path: { workspaceId }, body: { email: email.trim(), role } }),
      )}
    >
      <TextInput
        type="email"
        label="Email"
        description="The link in the mail leads to a page where they choose a password."
        autoComplete="off"
        data-autofocus
        required
        {...form.getInputProps('email')}
      />
      <RoleField value={form.values.role} onChange={(role) => form.setFieldValue('role', role)} />
    </FormDrawer>
  );
}

/** Another role for a member, or the end of the membership. */
export function MemberDrawer({
  member,
  isSelf,
  isLastOwner,
  onClose,
}: {
  readonly member: Member;
  readonly isSelf: boolean;
  readonly isLastOwner: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Drawer opened onClose={onClose} title={member.name}>
      <Stack gap="xl">
        <Text size="sm" c="dimmed">
          {member.email}
        </Text>
        {isLastOwner ? (
          <Alert color="gray" variant="light" title="The only owner">
            A workspace has at least one owner. Make somebody else an owner first; then this role can be
            changed.
          </Alert>
        ) : (
          <>
            <ChangeRole member={member} isSelf={isSelf} onClose={onClose} />
            <Remove member={member} isSelf={isSelf} onClose={onClose} />
          </>
        )}
      </Stack>
    </Drawer>
  );
}

interface MemberProps {
  readonly member: Member;
  readonly isSelf: boolean;
  readonly onClose: () => void;
}

function ChangeRole({ member, isSelf, onClose }: MemberProps) {
  const workspaceId = useWorkspaceId();
  const form = useForm<{ role: Role }>({ initialValues: { role: member.role } });
  const { role } = form.values;
  const change = useWrite('patch', '/api/workspaces/{workspaceId}/members/{userId}', {
    done: (changed) => `${changed.name}: ${nameOfRole(changed.role)} from now on`,
    showsError: true,
    onDone: onClose,
  });
  return (
    <Form
      submit="Change role"
      write={change}
      onSubmit={form.onSubmit(() =>
        change.send({ path: { workspaceId, userId: member.user_id }, body: { role } }),
      )}
      extra={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <RoleField value={role} onChange={(next) => form.setFieldValue('role', next)} />
      {isSelf && member.role === 'owner' && role !== 'owner' && (
        <Alert color="gray" variant="light">
          This is you. You will no longer be able to manage members, and only another owner can give it back.
        </Alert>
      )}
    </Form>
  );
}

function Remove({ member, isSelf, onClose }: MemberProps) {
  const workspaceId = useWorkspaceId();
  const remove = useWrite('delete', '/api/workspaces/{workspaceId}/members/{userId}', {
    done: `${member.name} is no longer a member`,
    showsError: true,
    onDone: onClose,
  });
  return (
    <Group justify="space-between" align="center" gap="md">
      <div>
        <Title order={3}>{isSelf ? 'Leave the workspace' : 'Remove from the workspace'}</Title>
        <Text size="sm" c="dimmed">
          What was done stays in the audit log.
        </Text>
      </div>
      <ConfirmButton
        isDangerous
        title={isSelf ? 'Leave this workspace?' : `Remove ${member.name}?`}
        text={
          isSelf
            ? 'You lose access to all its programs at once. Only an owner can invite you again.'
            : `${member.email} loses access to all programs of the workspace at once. You can invite them again.`
        }
        confirm={isSelf ? 'Leave' : 'Remove member'}
        write={remove}
        onConfirm={() => remove.sendAndWait({ path: { workspaceId, userId: member.user_id } })}
      >
        {isSelf ? 'Leave' : 'Remove'}
      </ConfirmButton>
    </Group>
  );
}
