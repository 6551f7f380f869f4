import { Title } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/people.js';
import { Breakable } from '../../ui/breakable.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SearchFilter } from '../../ui/filters.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { NOTHING_FOUND, useListPage } from '../../ui/use-list-page.js';
import { nameOfRole } from './roles.js';

type Invitation = Row<'/api/workspaces/{workspaceId}/invitations'>;

/** Invitations of members and of partners, with what became of each. */
export function Invitations() {
  const workspaceId = useWorkspaceId();
  const page = useListPage('/api/workspaces/{workspaceId}/invitations', { path: { workspaceId } });
  return (
    <section aria-labelledby="invitations">
      <Title order={2} id="invitations" mb="xs">
        {texts.invitations}
      </Title>
      <Filters
        onClear={page.isSearched ? () => page.clear() : undefined}
        files={page.files}
        view={{ list: 'invitations', columns: COLUMNS }}
      >
        <SearchFilter {...page.search} />
      </Filters>
      <DataTable
        onClear={page.isSearched ? () => page.clear() : undefined}
        label={texts.invitations}
        list={page.list}
        sorting={page.sorting}
        view="invitations"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        expectedRows={2}
        empty={
          page.isSearched
            ? NOTHING_FOUND
            : { title: texts.noInvitationsYet, text: texts.pendingInvitationsAppearHere }
        }
      />
    </section>
  );
}

const COLUMNS: readonly Column<Invitation>[] = [
  {
    key: 'email',
    header: common.email,
    sort: 'email',
    cell: ({ email }) => <Breakable>{email}</Breakable>,
  },
  {
    key: 'role',
    header: texts.role,
    cell: ({ role }) => (role === null ? common.partner : nameOfRole(role)),
  },
  { key: 'status', header: common.status, cell: ({ status }) => <InvitationStatus status={status} /> },
  { key: 'by', header: texts.invitedBy, cell: ({ invited_by }) => invited_by },
  {
    key: 'until',
    header: texts.expires,
    sort: '-expires_at',
    cell: ({ expires_at }) => <Time at={expires_at} form="date" />,
  },
  {
    key: 'revoke',
    header: common.actions,
    align: 'end',
    cell: (invitation) => invitation.status === 'open' && <TakeBack invitation={invitation} />,
  },
];

function InvitationStatus({ status }: Pick<Invitation, 'status'>) {
  if (status === 'open') return <StatusBadge status="open" label={common.pending} />;
  if (status === 'revoked') return <StatusBadge status="revoked" label={common.revoked} />;
  return <StatusBadge status={status} />;
}

function TakeBack({ invitation }: { readonly invitation: Invitation }) {
  const workspaceId = useWorkspaceId();
  const revoke = useWrite('delete', '/api/workspaces/{workspaceId}/invitations/{id}', {
    done: texts.invitationRevoked,
    showsError: true,
  });
  return (
    <ConfirmButton
      size="xs"
      title={texts.revokeThisInvitation}
      text={texts.theLinkInTheEmail({ email: invitation.email })}
      confirm={texts.revoke}
      write={revoke}
      onConfirm={() => revoke.sendAndWait({ path: { workspaceId, id: invitation.id } })}
      aria-label={texts.revokeInvitationFor({ email: invitation.email })}
    >
      {texts.revoke}
    </ConfirmButton>
  );
}
