import { listOf, useRead } from '../../api/use-read.js';
import { type PartnerProgram, useMe } from '../../session/session.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { rateOf } from './terms.js';

const COLUMNS: readonly Column<PartnerProgram>[] = [
  { key: 'program', header: 'Program', cell: (program) => program.name },
  { key: 'company', header: 'Company', cell: (program) => program.company },
  { key: 'site', header: 'Site', cell: (program) => program.domain },
  { key: 'rate', header: 'You earn', cell: rateOf },
  { key: 'since', header: 'Since', cell: (program) => <Time at={program.joined_at} form="date" /> },
  { key: 'status', header: 'Status', cell: (program) => <StatusBadge status={program.status} /> },
];

/** The programs somebody takes part in as a partner. */
export function Page() {
  const { user } = useMe();
  const programs = useRead('/api/partner/programs', {});
  return (
    <>
      <PageHeader title="My partner programs" description="Where you bring customers, and earn for it." />
      <DataTable
        label="My partner programs"
        list={listOf(programs, ({ data }) => data)}
        columns={COLUMNS}
        rowKey={(program) => program.program_id}
        to={(program) => ({
          to: '/partner/$programId/overview',
          params: { programId: String(program.program_id) },
        })}
        expectedRows={3}
        empty={{
          title: 'You take part in no program yet',
          text: (
            <>
              A company invites you by mail, or you apply on the page of its program. Use {user.email} for it:
              programs of this address appear here.
            </>
          ),
        }}
      />
    </>
  );
}
