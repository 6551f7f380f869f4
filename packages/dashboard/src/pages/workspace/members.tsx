import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Row } from '../../api/client.js';
import { listOf, useRead } from '../../api/use-read.js';
import { useCan, useMe, useWorkspaceId } from '../../session/session.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { NoPermission } from '../../ui/no-permission.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { Invitations } from './invitations.js';
import { InviteDrawer, MemberDrawer } from './member-drawers.js';
import { nameOfRole, RoleGuide } from './roles.js';

type Member = Row<'/api/workspaces/{workspaceId}/members'>;

/** Who works in the workspace, and as what. */
export function Page() {
  return useCan('program:read') ? (
    <Members />
  ) : (
    <>
      <PageHeader title="Members" />
      <NoPermission what="The list of members is" who="people with a role in this workspace" />
    </>
  );
}

function Members() {
  const workspaceId = useWorkspaceId();
  const { user } = useMe();
  const canManage = useCan('member:write');
  const [opened, setOpened] = useState<Member | 'invite' | null>(null);
  const close = () => setOpened(null);
  const members = useRead('/api/workspaces/{workspaceId}/members', { path: { workspaceId } });
  const owners = members.data?.data.filter(({ role }) => role === 'owner').length ?? 0;
  return (
    <>
      <PageHeader
        title="Members"
        description="Who of your team may sign in here, and what each of them may do."
        actions={canManage && <Button onClick={() => setOpened('invite')}>Invite member</Button>}
      />
      <Stack gap="xl">
        <DataTable
          label="Members"
          list={listOf(members, ({ data }) => data)}
          columns={columnsOf(user.id)}
          rowKey={({ user_id }) => user_id}
          {...(canManage && { open: setOpened })}
          expectedRows={3}
          empty={{ title: 'No members' }}
        />
        {canManage && <Invitations />}
        <RoleGuide />
      </Stack>
      {opened === 'invite' && <InviteDrawer onClose={close} />}
      {opened !== null && opened !== 'invite' && (
        <MemberDrawer
          member={opened}
          isSelf={opened.user_id === user.id}
          isLastOwner={opened.role === 'owner' && owners === 1}
          onClose={close}
        />
      )}
    </>
  );
}

function columnsOf(ownId: string): Column<Member>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      cell: ({ name, user_id }) => (
        <Group component="span" gap={6} wrap="nowrap" w="max-content" display="inline-flex">
          {name}
          {user_id === ownId && <StatusBadge status="none" label="You" />}
        </Group>
      ),
    },
    {
      key: 'email',
      header: 'Email',
      cell: ({ email }) => <span style={{ overflowWrap: 'anywhere' }}>{email}</span>,
    },
    { key: 'role', header: 'Role', cell: ({ role }) => nameOfRole(role) },
    {
      key: 'two-factor',
      header: 'Two-factor',
      cell: ({ two_factor }) =>
        two_factor ? (
          <StatusBadge status="active" label="On" />
        ) : (
          <Text span inherit c="dimmed">
            Off
          </Text>
        ),
    },
    { key: 'joined', header: 'Joined', cell: ({ joined_at }) => <Time at={joined_at} form="date" /> },
  ];
}
