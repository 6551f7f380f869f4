import { Stack } from '@mantine/core';
import { listOf, useRead } from '../../api/use-read.js';
import { type PartnerProgram, useMe } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import { Breakable } from '../../ui/breakable.js';
import type { Column } from '../../ui/data-table.js';
import { ListTable } from '../../ui/list-table.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { type LocalOrder, useLocalPage } from '../../ui/use-local-page.js';
import { rateOf } from './terms.js';

const ORDER: LocalOrder<PartnerProgram> = {
  searched: ({ name, company, domain }) => [name, company, domain],
  sorts: {
    name: ({ name }) => name,
    company: ({ company }) => company,
    joined_at: ({ joined_at: at }) => at,
  },
};

const COLUMNS: readonly Column<PartnerProgram>[] = [
  { key: 'program', header: common.program, sort: 'name', cell: (program) => program.name },
  { key: 'workspace', header: texts.company, sort: 'company', cell: (program) => program.company },
  { key: 'site', header: texts.site, cell: (program) => <Breakable>{program.domain}</Breakable> },
  { key: 'rate', header: common.commission, cell: rateOf },
  {
    key: 'payable',
    header: common.payable,
    align: 'end',
    cell: (program) => <Balances of={program} amount="payable_cents" />,
  },
  {
    key: 'paid',
    header: common.paid,
    align: 'end',
    onPhone: 'hidden',
    cell: (program) => <Balances of={program} amount="paid_cents" />,
  },
  {
    key: 'since',
    header: common.joined,
    sort: '-joined_at',
    cell: (program) => <Time at={program.joined_at} form="date" />,
  },
  { key: 'status', header: common.status, cell: (program) => <StatusBadge status={program.status} /> },
];

/** What a program owes or has paid, a line per currency. */
function Balances({
  of: { balances, currency },
  amount,
}: {
  readonly of: PartnerProgram;
  readonly amount: 'payable_cents' | 'paid_cents';
}) {
  const amounts = balances.filter((one) => one[amount] !== 0);
  if (amounts.length === 0) return <Money amountCents={0} currency={currency} isDimmedAtZero />;
  return (
    <Stack gap={0} component="span">
      {amounts.map((one) => (
        <Money key={one.currency} amountCents={one[amount]} currency={one.currency} />
      ))}
    </Stack>
  );
}

/** The programs somebody takes part in as a partner. */
export function PortalProgramsPage() {
  const { user } = useMe();
  const programs = useRead('/api/partner/programs', {});
  const page = useLocalPage(
    listOf(programs, ({ data }) => data),
    ORDER,
  );
  return (
    <>
      <PageHeader title={texts.myPartnerPrograms} description={texts.theProgramsYouEarnCommission} />
      <ListTable
        label={texts.myPartnerPrograms}
        page={page}
        view="portal-programs"
        searched={texts.searchPrograms}
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
