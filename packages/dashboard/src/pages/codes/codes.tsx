import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { idField, onlyPeriod, useFilters, useNewForm, usePeriod } from '../../session/search.js';
import { useCan, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/codes.js';
import { common } from '../../texts/common.js';
import { texts as linkTexts } from '../../texts/links.js';
import { ProgramBreakdown } from '../../ui/breakdown.js';
import { DataTable } from '../../ui/data-table.js';
import { Filters, SearchFilter } from '../../ui/filters.js';
import { LinkButton } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { PartnerFilter } from '../../ui/partner-filter.js';
import { usePartners } from '../../ui/partner-name.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { useListPage } from '../../ui/use-list-page.js';
import { CODE_COLUMNS } from './code-columns.js';
import { CodeRule } from './code-rule.js';
import { CreateCodeDrawer } from './create-code-drawer.js';

const FILTERS = { partner: idField };

/** The codes of a program: created, turned off, and joined with the discounts of the payment provider. */
export function CodesPage() {
  const programId = useProgramId();
  const period = usePeriod();
  const [{ partner }, setSearch] = useFilters(FILTERS);
  const [isCreating, { open, close }] = useNewForm();
  const canCreate = useCan('link:write');
  const approved = usePartners({ status: 'approved' });
  const page = useListPage('/api/programs/{programId}/codes', {
    path: { programId },
    query: { partner_id: partner },
  });
  const isFiltered = page.isSearched || partner !== undefined;
  const hasPartners = approved.data === undefined || approved.data.data.length > 0;
  const create = canCreate && hasPartners && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
      {texts.createACode}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={texts.codes}
        description={<About />}
        actions={
          <>
            <PeriodPicker value={period.text} onChange={period.set} />
            {create}
          </>
        }
      />
      <Filters
        onClear={isFiltered ? () => page.clear('partner') : undefined}
        files={page.files}
        view={{ list: 'codes', columns: CODE_COLUMNS }}
      >
        <SearchFilter {...page.search} />
        <PartnerFilter value={partner} onChange={(next) => setSearch({ partner: next })} />
      </Filters>
      <DataTable
        onClear={isFiltered ? () => page.clear('partner') : undefined}
        label={texts.codes}
        list={page.list}
        sorting={page.sorting}
        view="codes"
        columns={CODE_COLUMNS}
        rowKey={({ id }) => id}
        to={({ id }) => ({
          to: '/p/$programId/codes/$codeId',
          params: { programId, codeId: String(id) },
          search: onlyPeriod as never,
        })}
        expectedRows={3}
        empty={
          isFiltered
            ? { title: texts.noMatchingCodes, text: common.tryDifferentFilters }
            : hasPartners
              ? { title: texts.noCodesYet, text: texts.createOneForAPartner, action: create }
              : {
                  title: texts.noCodesYet,
                  text: texts.codesBelongToPartners,
                  action: <ToPartners />,
                }
        }
      />
      <ProgramBreakdown first="code" partnerId={partner} />
      {canCreate && isCreating && <CreateCodeDrawer partnerId={partner} onClose={close} />}
    </>
  );
}

function About() {
  return (
    <>
      {texts.codesCreditWithoutAClick} <CodeRule />
    </>
  );
}

function ToPartners() {
  return (
    <LinkButton to="/p/$programId/partners" params={{ programId: useProgramId() }}>
      {linkTexts.goToPartners}
    </LinkButton>
  );
}
