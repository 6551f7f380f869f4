import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Row } from '../../api/client.js';
import { formatRule } from '../../format/rule.js';
import { useCan, useWorkspace, useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/programs.js';
import { Breakable } from '../../ui/breakable.js';
import type { Column } from '../../ui/data-table.js';
import { LinkButton } from '../../ui/links.js';
import { ListTable } from '../../ui/list-table.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { useListPage } from '../../ui/use-list-page.js';
import { Balances } from './balances.js';
import { CreateProgram } from './create-program.js';

type Program = Row<'/api/workspaces/{workspaceId}/programs'>;

const COLUMNS: readonly Column<Program>[] = [
  { key: 'name', header: common.program, sort: 'name', cell: ({ name }) => name },
  {
    key: 'domain',
    header: texts.domain,
    sort: 'domain',
    onPhone: 'hidden',
    cell: ({ domain }) => <Breakable>{domain}</Breakable>,
  },
  {
    key: 'rule',
    header: common.commission,
    cell: ({ commission, currency }) => (commission ? formatRule(commission, currency) : common.none),
  },
  { key: 'currency', header: common.currency, onPhone: 'hidden', cell: ({ currency }) => currency },
  {
    key: 'status',
    header: common.status,
    cell: ({ archived_at }) => <StatusBadge status={archived_at === null ? 'active' : 'archived'} />,
  },
];

/** The programs of a workspace. */
export function ProgramsPage() {
  const workspaceId = useWorkspaceId();
  const workspace = useWorkspace();
  const canCreate = useCan('program:write');
  const mayRead = useCan('program:read');
  const [isOpen, { open, close }] = useDisclosure(false);
  const page = useListPage(
    '/api/workspaces/{workspaceId}/programs',
    { path: { workspaceId } },
    { enabled: mayRead },
  );
  const create = canCreate && <Button onClick={open}>{texts.createProgram}</Button>;
  return (
    <>
      <PageHeader
        title={texts.programs}
        description={texts.theProgramsOfEachProgram({ name: workspace?.name ?? texts.thisWorkspace })}
        actions={create}
      />
      <ListTable
        label={texts.programs}
        page={mayRead ? page : { ...page, list: { rows: [], error: null, retry: () => undefined } }}
        view="programs"
        searched={texts.searchPrograms}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        to={({ id }) => ({ to: '/p/$programId/overview', params: { programId: String(id) } })}
        expectedRows={3}
        empty={
          mayRead
            ? {
                title: texts.noProgramsYet,
                text: texts.aProgramDefinesWherePartners,
                action: canCreate && (
                  <LinkButton to="/setup" search={{ workspace: workspaceId }}>
                    {texts.setUpYourFirstProgram}
                  </LinkButton>
                ),
              }
            : {
                title: texts.youDontHaveAccessYet,
                text: texts.youDontHaveARole,
              }
        }
      />
      {page.list.rows?.length !== 0 && <Balances />}
      {isOpen && <CreateProgram onClose={close} />}
    </>
  );
}
