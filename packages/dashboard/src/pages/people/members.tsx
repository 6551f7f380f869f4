import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Row } from '../../api/client.js';
import { listOf, useRead } from '../../api/use-read.js';
import { useCan, useMe, useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/people.js';
import { Breakable } from '../../ui/breakable.js';
import type { Column } from '../../ui/data-table.js';
import { ListTable } from '../../ui/list-table.js';
import { NoPermission } from '../../ui/no-permission.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { type LocalOrder, useLocalPage } from '../../ui/use-local-page.js';
import { EmailStatus } from './email-status.js';
import { Invitations } from './invitations.js';
import { InviteDrawer, MemberDrawer } from './member-drawers.js';
import { nameOfRole, RoleGuide } from './roles.js';

type Member = Row<'/api/workspaces/{workspaceId}/members'>;

/** Who works in the workspace, and as what. */
export function MembersPage() {
  return useCan('program:read') ? (
    <Members />
  ) : (
    <>
      <PageHeader title={texts.members} />
      <NoPermission who={texts.membersWithARole} />
    </>
  );
}

function Members() {
  const workspaceId = useWorkspaceId();
  const { user } = useMe();
  const canManage = useCan('member:write');
  const [opened, setOpened] = useState<Member | 'invite' | null>(null);
  const closeMember = () => setOpened(null);
  const members = useRead('/api/workspaces/{workspaceId}/members', { path: { workspaceId } });
  const page = useLocalPage(
    listOf(members, ({ data }) => data),
    MEMBER_ORDER,
  );
  const owners = members.data?.data.filter(({ role }) => role === 'owner').length ?? 0;
  return (
    <>
      <PageHeader
        title={texts.members}
        description={texts.peopleOnYourTeam}
        actions={canManage && <Button onClick={() => setOpened('invite')}>{texts.inviteMember}</Button>}
      />
      {canManage && <EmailStatus />}
      <Stack gap="xl">
        <ListTable
          label={texts.members}
          page={page}
          view="members"
          searched={texts.searchMembers}
          columns={memberColumns(user.id)}
          rowKey={({ user_id }) => user_id}
          {...(canManage && { open: setOpened })}
          expectedRows={3}
          empty={{ title: texts.noMembers }}
        />
        {canManage && <Invitations />}
        <RoleGuide />
      </Stack>
      {opened === 'invite' && <InviteDrawer onClose={closeMember} />}
      {opened !== null && opened !== 'invite' && (
        <MemberDrawer
          member={opened}
          isSelf={opened.user_id === user.id}
          isLastOwner={opened.role === 'owner' && owners === 1}
          onClose={closeMember}
        />
      )}
    </>
  );
}

const MEMBER_ORDER: LocalOrder<Member> = {
  searched: ({ name, email }) => [name, email],
  sorts: {
    name: ({ name }) => name,
    email: ({ email }) => email,
    role: ({ role }) => nameOfRole(role),
    joined_at: ({ joined_at: at }) => at,
  },
};

function memberColumns(ownId: string): Column<Member>[] {
  return [
    {
      key: 'name',
      header: common.name,
      sort: 'name',
      cell: ({ name, user_id }) => (
        <Group component="span" gap={6} wrap="nowrap" w="max-content" display="inline-flex">
          {name}
          {user_id === ownId && <StatusBadge status="none" label={texts.you} />}
        </Group>
      ),
    },
    {
      key: 'email',
      header: common.email,
      sort: 'email',
      cell: ({ email }) => <Breakable>{email}</Breakable>,
    },
    { key: 'role', header: texts.role, sort: 'role', cell: ({ role }) => nameOfRole(role) },
    {
      key: 'two-factor',
      header: texts.twoFactor,
      cell: ({ two_factor }) =>
        two_factor ? (
          <StatusBadge status="active" label={texts.on} />
        ) : (
          <Text span inherit c="dimmed">
            {common.off}
          </Text>
        ),
    },
    {
      key: 'joined',
      header: common.joined,
      sort: '-joined_at',
      cell: ({ joined_at }) => <Time at={joined_at} form="date" />,
    },
  ];
}
