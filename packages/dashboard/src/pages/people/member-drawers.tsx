import { Alert, Button, Drawer, Group, List, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { Answer, Row } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/people.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Form, FormDrawer } from '../../ui/form-drawer.js';
import { InvitationLink } from '../../ui/invitation-link.js';
import { LinkButton } from '../../ui/links.js';
import { nameOfRole, type Role, RoleField } from './roles.js';

type Member = Row<'/api/workspaces/{workspaceId}/members'>;
type Removed = Answer<'/api/workspaces/{workspaceId}/members/{userId}', 'delete'>;
type ManagementKey = Removed['management_keys'][number];

const INVITE_FIELDS = { email: { at: 'email', invalid: common.enterAnEmailAddress } } as const;

/** Invites somebody by email, or by a link to hand over where there is no email server. */
export function InviteDrawer({ onClose }: { readonly onClose: () => void }) {
  const workspaceId = useWorkspaceId();
  const form = useForm<{ email: string; role: Role }>({
    initialValues: { email: '', role: 'member' },
    validate: { email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : common.enterAnEmailAddress) },
  });
  const invite = useWrite('post', '/api/workspaces/{workspaceId}/invitations', {
    showsError: true,
    onDone({ invitation, mail_sent: isSent }) {
      if (!isSent) return;
      notifications.show({ message: texts.invitationSentTo({ email: invitation.email }), color: 'brand' });
      onClose();
    },
  });
  const shown = useFieldErrors(form, invite, INVITE_FIELDS);
  const { invitation_url: url = null, invitation = null } = invite.answer ?? {};
  if (invitation !== null && invite.answer?.mail_sent === false)
    return (
      <Drawer opened onClose={onClose} title={texts.inviteAMember}>
        {url === null ? (
          <Alert role="status" mb="md" variant="light" color="orange" title={texts.noEmailYet}>
            {texts.noEmailYetHint({ email: invitation.email })}
          </Alert>
        ) : (
          <InvitationLink url={url} email={invitation.email} />
        )}
        <Group justify="flex-end">
          <Button onClick={onClose}>{texts.done}</Button>
        </Group>
      </Drawer>
    );
  return (
    <FormDrawer
      title={texts.inviteAMember}
      submit={texts.sendInvitation}
      write={shown}
      onClose={onClose}
      onSubmit={form.onSubmit(({ email, role }) =>
        invite.send({ path: { workspaceId }, body: { email: email.trim(), role } }),
      )}
    >
      <TextInput
        type="email"
        label={common.email}
        description={texts.wellEmailALinkWhere}
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
  const [keysLeft, setKeysLeft] = useState<readonly ManagementKey[] | null>(null);
  if (keysLeft !== null)
    return (
      <Drawer opened onClose={onClose} title={texts.wasRemoved({ name: member.name })}>
        <KeysLeft keys={keysLeft} onClose={onClose} />
      </Drawer>
    );
  const closeRemoved = ({ management_keys: keys }: Removed) =>
    keys.length === 0 ? onClose() : setKeysLeft(keys);
  return (
    <Drawer opened onClose={onClose} title={member.name}>
      <Stack gap="xl">
        <Text size="sm" c="dimmed">
          {member.email}
        </Text>
        {isLastOwner ? (
          <Alert color="gray" variant="light" title={texts.theOnlyOwner}>
            {texts.aWorkspaceNeedsAtLeast}
          </Alert>
        ) : (
          <ChangeRole member={member} isSelf={isSelf} onClose={onClose} />
        )}
        {!isSelf && <EndSessions member={member} />}
        {!isLastOwner && <Remove member={member} isSelf={isSelf} onRemoved={closeRemoved} />}
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
    done: (changed) => texts.sRoleIsNow({ name: changed.name, role: nameOfRole(changed.role) }),
    showsError: true,
    onDone: onClose,
  });
  return (
    <Form
      submit={texts.changeRole}
      write={change}
      onSubmit={form.onSubmit(() =>
        change.send({ path: { workspaceId, userId: member.user_id }, body: { role } }),
      )}
      extra={
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
      }
    >
      <RoleField value={role} onChange={(next) => form.setFieldValue('role', next)} />
      {isSelf && member.role === 'owner' && role !== 'owner' && (
        <Alert color="gray" variant="light">
          {texts.thisIsYourOwnRole}
        </Alert>
      )}
    </Form>
  );
}

/** Signs the member out everywhere, after a lost device say. */
function EndSessions({ member }: Pick<MemberProps, 'member'>) {
  const workspaceId = useWorkspaceId();
  const end = useWrite('delete', '/api/workspaces/{workspaceId}/members/{userId}/sessions', {
    done: ({ ended }) => texts.sessionsEnded({ name: member.name, ended }),
    showsError: true,
  });
  return (
    <Group justify="space-between" align="center" gap="md">
      <div>
        <Title order={3}>{texts.sessions}</Title>
        <Text size="sm" c="dimmed">
          {texts.signOutHint}
        </Text>
      </div>
      <ConfirmButton
        title={texts.signOutQuestion({ name: member.name })}
        text={texts.signOutConsequence({ email: member.email })}
        confirm={texts.signOutEverywhere}
        write={end}
        onConfirm={() => end.sendAndWait({ path: { workspaceId, userId: member.user_id } })}
      >
        {texts.signOutEverywhere}
      </ConfirmButton>
    </Group>
  );
}

/** Management keys that go on working although who created them was removed. */
function KeysLeft({
  keys,
  onClose,
}: {
  readonly keys: readonly ManagementKey[];
  readonly onClose: () => void;
}) {
  const workspaceId = useWorkspaceId();
  return (
    <Stack gap="md">
      <Alert color="yellow" variant="light" title={texts.keysStillWork({ keys: keys.length })}>
        {texts.revokeWhatYouDoNotNeed}
      </Alert>
      <List size="sm" spacing={4}>
        {keys.map(({ id, name, hint }) => (
          <List.Item key={id}>
            {name} <code>…{hint}</code>
          </List.Item>
        ))}
      </List>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {texts.done}
        </Button>
        <LinkButton to="/w/$workspaceId/management-keys" params={{ workspaceId }}>
          {texts.reviewKeys}
        </LinkButton>
      </Group>
    </Stack>
  );
}

function Remove({
  member,
  isSelf,
  onRemoved,
}: Omit<MemberProps, 'onClose'> & { readonly onRemoved: (removed: Removed) => void }) {
  const workspaceId = useWorkspaceId();
  const remove = useWrite('delete', '/api/workspaces/{workspaceId}/members/{userId}', {
    done: texts.wasRemoved({ name: member.name }),
    showsError: true,
    onDone: onRemoved,
  });
  return (
    <Group justify="space-between" align="center" gap="md">
      <div>
        <Title order={3}>{isSelf ? texts.leaveWorkspace : texts.removeFromWorkspace}</Title>
        <Text size="sm" c="dimmed">
          {texts.theirPastActionsStay}
        </Text>
      </div>
      <ConfirmButton
        isDangerous
        title={isSelf ? texts.leaveThisWorkspace : texts.removeQuestion({ name: member.name })}
        text={
          isSelf ? texts.youImmediatelyLoseAccess : texts.immediatelyLosesAccessToAll({ email: member.email })
        }
        confirm={isSelf ? texts.leave : texts.removeMember}
        write={remove}
        onConfirm={() => remove.sendAndWait({ path: { workspaceId, userId: member.user_id } })}
      >
        {isSelf ? texts.leave : texts.remove}
      </ConfirmButton>
    </Group>
  );
}
