import { listOf, useRead } from '../../api/use-read.js';
import { type PartnerProgram, useMe } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { rateOf } from './terms.js';

const COLUMNS: readonly Column<PartnerProgram>[] = [
  { key: 'program', header: common.program, cell: (program) => program.name },
  { key: 'workspace', header: texts.company, cell: (program) => program.company },
  { key: 'site', header: texts.site, cell: (program) => program.domain },
  { key: 'rate', header: common.commission, cell: rateOf },
  { key: 'since', header: common.joined, cell: (program) => <Time at={program.joined_at} form="date" /> },
  { key: 'status', header: common.status, cell: (program) => <StatusBadge status={program.status} /> },
];

/** The programs somebody takes part in as a partner. */
export function PortalProgramsPage() {
  const { user } = useMe();
  const programs = useRead('/api/partner/programs', {});
  return (
    <>
      <PageHeader title={texts.myPartnerPrograms} description={texts.theProgramsYouEarnCommission} />
      <DataTable
        label={texts.myPartnerPrograms}
        list={listOf(programs, ({ data }) => data)}
        columns={COLUMNS}
        rowKey={(program) => program.program_id}
        to={(program) => ({
          to: '/partner/$programId/overview',
          params: { programId: String(program.program_id) },
        })}
        expectedRows={3}
        empty={{
          title: texts.youHaventJoinedAProgram,
          text: texts.aCompanyCanInvite({ email: user.email }),
        }}
      />
    </>
  );
}
