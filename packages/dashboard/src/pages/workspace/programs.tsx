import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Row } from '../../api/client.js';
import { useList } from '../../api/use-read.js';
import { formatRule } from '../../format/rule.js';
import { useCan, useWorkspace, useWorkspaceId } from '../../session/session.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { LinkButton } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { CreateProgram } from './create-program.js';

type Program = Row<'/api/workspaces/{workspaceId}/programs'>;

const COLUMNS: readonly Column<Program>[] = [
  { key: 'name', header: 'Program', cell: ({ name }) => name },
  { key: 'domain', header: 'Domain', cell: ({ domain }) => domain },
  {
    key: 'rule',
    header: 'Commission',
    cell: ({ commission, currency }) => (commission ? formatRule(commission, currency) : 'None'),
  },
  { key: 'currency', header: 'Currency', cell: ({ currency }) => currency },
  {
    key: 'state',
    header: 'State',
    cell: ({ archived_at }) => <StatusBadge status={archived_at === null ? 'active' : 'archived'} />,
  },
];

/** The programs of a workspace. */
export function Page() {
  const workspaceId = useWorkspaceId();
  const workspace = useWorkspace();
  const canCreate = useCan('program:write');
  const mayRead = useCan('program:read');
  const [isOpen, { open, close }] = useDisclosure(false);
  const programs = useList(
    '/api/workspaces/{workspaceId}/programs',
    { path: { workspaceId } },
    { enabled: mayRead },
  );
  const create = canCreate && <Button onClick={open}>Create program</Button>;
  return (
    <>
      <PageHeader
        title="Programs"
        description={`What ${workspace?.name ?? 'the workspace'} pays partners for. Each program has its own links, rules and books.`}
        actions={create}
      />
      <DataTable
        label="Programs"
        list={mayRead ? programs : { rows: [], error: null, retry: () => undefined }}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        to={({ id }) => ({ to: '/p/$programId/overview', params: { programId: String(id) } })}
        expectedRows={3}
        empty={
          mayRead
            ? {
                title: 'No program yet',
                text: 'A program says which site partners bring customers to, and what they earn.',
                action: canCreate && (
                  <LinkButton to="/setup" search={{ workspace: workspaceId }}>
                    Set up the first program
                  </LinkButton>
                ),
              }
            : {
                title: 'You have no access yet',
                text: 'You are a member of this workspace without a role. Ask an owner to give you one.',
              }
        }
      />
      {isOpen && <CreateProgram onClose={close} />}
    </>
  );
}
