import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconFileImport, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Row } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { formatCount } from '../../format/number.js';
import { formatPeriod } from '../../format/period.js';
import { onlyPeriod, useFilters, useNewForm, usePeriod } from '../../session/search.js';
import { type Program, useCan, useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts as importTexts } from '../../texts/partner-imports.js';
import { texts } from '../../texts/partners.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { FilterTabs } from '../../ui/filter-tabs.js';
import { InvitationLink } from '../../ui/invitation-link.js';
import { LinkButton } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { Time } from '../../ui/time.js';
import { NOTHING_FOUND, useListPage } from '../../ui/use-list-page.js';
import { answerText } from '../applications/answers.js';
import { ApplicationsHint } from './applications-hint.js';
import { ApproveDrawer } from './approve-drawer.js';
import { BulkBar } from './bulk/bulk-bar.js';
import { useBulkSelection } from './bulk/use-bulk-selection.js';
import { useGroupOptions } from './group-field.js';
import { InviteDrawer } from './invite-drawer.js';
import { Invited, type InvitedPartner } from './invited.js';
import { PARTNER_FILTERS, PartnerFilters } from './partner-filters.js';
import { PartnerStanding } from './partner-status.js';
import { Rate } from './rate.js';
import { TagChips, useKnownTags } from './tags.js';
import { Amounts, countOf } from './totals.js';

type Partner = Row<'/api/programs/{programId}/partners'>;

const EMPTY = texts.empty;

const NAME: Column<Partner> = {
  key: 'name',
  header: common.partner,
  sort: 'name',
  cell: (partner) => (
    <Stack gap={0} component="span">
      <span>{partner.name}</span>
      <Text span size="xs" c="dimmed" fw={400} truncate maw="12rem" title={partner.email}>
        {partner.email}
      </Text>
    </Stack>
  ),
};

const TAGS: Column<Partner> = {
  key: 'tags',
  header: texts.tags,
  onPhone: 'hidden',
  cell: ({ tags }) => <TagChips tags={tags} />,
};

/** Applicants have no figures yet, only the time they applied. */
const OF_APPLICATIONS: readonly Column<Partner>[] = [
  NAME,
  {
    key: 'applied',
    header: texts.appliedOn,
    sort: '-joined_at',
    cell: (partner) => <Time at={partner.joined_at} form="relative" />,
  },
  {
    key: 'application',
    header: texts.application,
    onPhone: 'plain',
    cell: (partner) => <ApplicationSummary partner={partner} />,
  },
];

/** The beginning of what somebody wrote when they applied; the rest is on their page. */
function ApplicationSummary({ partner }: { readonly partner: Partner }) {
  const {
    application_website: website,
    application_message: message,
    application_answers: answers,
  } = partner;
  const parts = [website, message, ...answers.map((one) => `${one.question} ${answerText(one)}`)].filter(
    (part) => part !== null && part !== '',
  );
  const isEmpty = parts.length === 0;
  return (
    <Text
      span
      size="sm"
      lineClamp={2}
      maw="26rem"
      c={isEmpty ? 'dimmed' : undefined}
      style={{ overflowWrap: 'anywhere' }}
    >
      {isEmpty ? texts.nothingWritten : parts.join(' · ')}
    </Text>
  );
}

/** What the program's partners are sorted into: columns without anything would only narrow the others. */
interface Sorted {
  readonly hasGroups: boolean;
  readonly hasTags: boolean;
}

function columnsFor(
  { currency, commission: ofProgram }: Pick<Program, 'currency' | 'commission'>,
  { hasGroups, hasTags }: Sorted,
): readonly Column<Partner>[] {
  const partnerCountColumn = (name: 'clicks' | 'sales', header: string): Column<Partner> => ({
    key: name,
    header,
    align: 'end',
    sort: `-${name}`,
    cell: (partner) => formatCount(countOf(partner.totals, name)),
  });
  const amount = (name: 'revenue' | 'commission', header: string): Column<Partner> => ({
    key: name,
    header,
    align: 'end',
    sort: `-${name}`,
    onPhone: name === 'revenue' ? 'hidden' : 'figure',
    cell: (partner) => <Amounts totals={partner.totals} amount={name} currency={currency} />,
  });
  return [
    NAME,
    {
      key: 'status',
      header: common.status,
      sort: 'status',
      cell: (partner) => <PartnerStanding partner={partner} />,
    },
    {
      key: 'rate',
      header: texts.rate,
      onPhone: hasGroups ? 'plain' : 'hidden',
      cell: (partner) => <Rate partner={partner} ofProgram={ofProgram} currency={currency} />,
    },
    ...(hasTags ? [TAGS] : []),
    partnerCountColumn('clicks', common.clicks),
    partnerCountColumn('sales', common.sales),
    amount('revenue', common.revenue),
    amount('commission', common.commission),
  ];
}

/** Who takes part in a program, who wants to, and what they brought. */
export function PartnersPage() {
  const programId = useProgramId();
  const period = usePeriod();
  const [{ status }] = useFilters(PARTNER_FILTERS);
  const canInvite = useCan('partner:write');
  const [isInviting, { open, close }] = useNewForm();
  const [invited, setInvited] = useState<InvitedPartner | null>(null);
  return (
    <>
      <PageHeader
        title={texts.partners}
        description={texts.yourPartnersAndHowThey({ period: formatPeriod(period.days) })}
        actions={
          <>
            {status !== 'pending' && <PeriodPicker value={period.text} onChange={period.set} />}
            {canInvite && (
              <LinkButton
                variant="default"
                leftSection={<IconFileImport size={16} aria-hidden />}
                to="/p/$programId/partners/import"
                params={{ programId }}
              >
                {importTexts.importPartners}
              </LinkButton>
            )}
            {canInvite && (
              <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={open}>
                {texts.inviteAPartner}
              </Button>
            )}
          </>
        }
      />
      {invited && <Invited invited={invited} onClose={() => setInvited(null)} />}
      <PartnerList onInvite={canInvite ? open : undefined} />
      {canInvite && isInviting && (
        <InviteDrawer
          onClose={close}
          onInvited={(made) => {
            setInvited(made);
            close();
          }}
        />
      )}
    </>
  );
}

function PartnerList({ onInvite }: { readonly onInvite: (() => void) | undefined }) {
  const programId = useProgramId();
  const program = useProgram();
  const { days } = usePeriod();
  const [{ status, tag, group, account }, setSearch] = useFilters(PARTNER_FILTERS);
  const canWrite = useCan('partner:write');
  const page = useListPage('/api/programs/{programId}/partners', {
    path: { programId },
    query: { status, tag, group_id: group, has_account: account, ...days },
  });
  const isNarrowed = tag !== undefined || group !== undefined || account !== undefined;
  const clear = page.isSearched || isNarrowed ? () => page.clear('tag', 'group', 'account') : undefined;
  const approval = useApproval();
  const decision = useDecision(approval.approve);
  const hasGroups = useGroupOptions().length > 0;
  const hasTags = useKnownTags().length > 0;
  const columns =
    status === 'pending'
      ? [...OF_APPLICATIONS, ...(hasTags ? [TAGS] : []), ...decision]
      : columnsFor(program, { hasGroups, hasTags });
  const view = status === 'pending' ? 'applications' : 'partners';
  const filter = { status, tag, group_id: group, has_account: account, q: page.search.value };
  const bulk = useBulkSelection(page.list.rows ?? [], page.list.more !== undefined, filter);
  return (
    <>
      {approval.link}
      <StatusTabs
        value={status}
        // Applications have no filter of accounts, so none may stay behind.
        onChange={(next) => setSearch({ status: next, ...(next === 'pending' && { account: undefined }) })}
      />
      <PartnerFilters page={page} view={{ list: view, columns }} onClear={clear} />
      {status === 'pending' && <ApplicationsHint />}
      {canWrite && <BulkBar {...bulk.bar} />}
      <DataTable
        onClear={clear}
        label={texts.partners}
        list={page.list}
        sorting={page.sorting}
        view={view}
        columns={columns}
        rowKey={(partner) => partner.id}
        rowName={(partner) => partner.name}
        {...(canWrite && { selection: bulk.selection })}
        to={(partner) => ({
          to: '/p/$programId/partners/$partnerId',
          params: { programId, partnerId: String(partner.id) },
          search: onlyPeriod as never,
        })}
        empty={emptyOf({
          isNarrowed,
          isNewGroup: group !== undefined && group !== 'none' && tag === undefined && !page.isSearched,
          search: page.search.value,
          status,
          onInvite,
          showAll: () => setSearch({ status: undefined }),
        })}
      />
      {approval.drawer}
    </>
  );
}

/** The form that approves an applicant, and afterwards the link of their invitation where no email brought it. */
function useApproval() {
  const [approving, approve] = useState<Partner | null>(null);
  const [link, setLink] = useState<{ readonly url: string; readonly email: string } | null>(null);
  return {
    approve,
    link: link && <InvitationLink {...link} onClose={() => setLink(null)} />,
    drawer: approving && (
      <ApproveDrawer
        partner={approving}
        onClose={() => approve(null)}
        onLink={(url) => setLink({ url, email: approving.email })}
      />
    ),
  };
}

/** The partners in each status, with their number. */
function StatusTabs({
  value,
  onChange,
}: {
  readonly value: Partner['status'] | undefined;
  readonly onChange: (status: Partner['status'] | undefined) => void;
}) {
  const programId = useProgramId();
  const { data: counts } = useRead('/api/programs/{programId}/partner-counts', { path: { programId } });
  const all = counts && counts.pending + counts.approved + counts.suspended + counts.rejected;
  return (
    <FilterTabs
      label={texts.partnersByStatus}
      value={value ?? 'all'}
      onChange={(next) => onChange(next === 'all' ? undefined : next)}
      tabs={[
        { value: 'all', label: texts.all, count: all },
        { value: 'pending', label: texts.applications, count: counts?.pending },
        { value: 'approved', label: texts.approvedTab, count: counts?.approved },
        { value: 'suspended', label: texts.suspendedTab, count: counts?.suspended },
        { value: 'rejected', label: common.rejected, count: counts?.rejected },
      ]}
    />
  );
}

/** What the list says where it is empty, and what leads on. */
function emptyOf({
  isNarrowed,
  isNewGroup,
  search,
  status,
  onInvite,
  showAll,
}: {
  readonly isNarrowed: boolean;
  /** Whether it lists a group, and nothing else narrows it down. */
  readonly isNewGroup: boolean;
  readonly search: string | undefined;
  readonly status: Partner['status'] | undefined;
  readonly onInvite: (() => void) | undefined;
  readonly showAll: () => void;
}) {
  if (isNewGroup) return { title: texts.nobodyInTheGroup, text: texts.howToAddToTheGroup };
  if (isNarrowed) return NOTHING_FOUND;
  if (search !== undefined) return { title: texts.noPartnersFound, text: texts.noPartner({ search }) };
  if (status === undefined) {
    return {
      title: texts.noPartnersYet,
      text: texts.inviteSomeoneWhoKnows,
      action: onInvite && <Button onClick={onInvite}>{texts.inviteAPartner}</Button>,
    };
  }
  const all = (
    <Anchor component="button" type="button" onClick={showAll}>
      {texts.showAllPartners}
    </Anchor>
  );
  return { ...EMPTY[status], action: all };
}

/** Applications can be approved in the list; to turn one down, one looks at it first. */
function useDecision(approve: (partner: Partner) => void): readonly Column<Partner>[] {
  const canDecide = useCan('partner:write');
  if (!canDecide) return [];
  const cell = (partner: Partner) => (
    <Button
      size="xs"
      variant="light"
      aria-label={texts.approvePartner({ name: partner.name })}
      onClick={() => approve(partner)}
    >
      {texts.approveDialog}
    </Button>
  );
  return [{ key: 'decide', header: common.actions, align: 'end', cell }];
}
