import { Title } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { useList } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { useWorkspaceId } from '../../session/session.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { nameOfRole } from './roles.js';

type Invitation = Row<'/api/workspaces/{workspaceId}/invitations'>;

/** Invitations of members and of partners, with what became of each. */
export function Invitations() {
  const workspaceId = useWorkspaceId();
  const invitations = useList('/api/workspaces/{workspaceId}/invitations', { path: { workspaceId } });
  return (
    <section aria-labelledby="invitations">
      <Title order={2} id="invitations" mb="xs">
        Invitations
      </Title>
      <DataTable
        label="Invitations"
        list={invitations}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        expectedRows={2}
        empty={{
          title: 'No invitations',
          text: 'Whoever you invite stands here until they have accepted, members and partners alike.',
        }}
      />
    </section>
  );
}

const COLUMNS: readonly Column<Invitation>[] = [
  {
    key: 'email',
    header: 'Email',
    cell: ({ email }) => <span style={{ overflowWrap: 'anywhere' }}>{email}</span>,
  },
  { key: 'role', header: 'As', cell: ({ role }) => (role === null ? 'Partner' : nameOfRole(role)) },
  { key: 'status', header: 'Status', cell: ({ status }) => <InvitationStatus status={status} /> },
  { key: 'by', header: 'Invited by', cell: ({ invited_by }) => invited_by },
  { key: 'until', header: 'Valid until', cell: ({ expires_at }) => <Time at={expires_at} form="date" /> },
  {
    key: 'revoke',
    header: 'Change',
    align: 'end',
    cell: (invitation) => invitation.status === 'open' && <TakeBack invitation={invitation} />,
  },
];

function InvitationStatus({ status }: Pick<Invitation, 'status'>) {
  if (status === 'open') return <StatusBadge status="open" label="Sent" />;
  if (status === 'revoked') return <StatusBadge status="revoked" label="Taken back" />;
  return <StatusBadge status={status} />;
}

function TakeBack({ invitation }: { readonly invitation: Invitation }) {
  const workspaceId = useWorkspaceId();
  const revoke = useWrite('delete', '/api/workspaces/{workspaceId}/invitations/{id}', {
    done: 'The invitation is taken back',
    showsError: true,
  });
  return (
    <ConfirmButton
      size="xs"
      title="Take this invitation back?"
      text={`The link in the mail to ${invitation.email} stops working. You can invite them again.`}
      confirm="Take back"
      write={revoke}
      onConfirm={() => revoke.sendAndWait({ path: { workspaceId, id: invitation.id } })}
      aria-label={`Take back the invitation of ${invitation.email}`}
    >
      Take back
    </ConfirmButton>
  );
}
