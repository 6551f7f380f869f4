import { Button } from '@mantine/core';
import { IconLinkPlus } from '@tabler/icons-react';
import { formatPeriod } from '../../format/period.js';
import { idField, useFilters, useNewForm, usePeriod } from '../../session/search.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/links.js';
import { ProgramBreakdown } from '../../ui/breakdown.js';
import { Filters, SearchFilter } from '../../ui/filters.js';
import { LinkButton } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { PartnerFilter } from '../../ui/partner-filter.js';
import { usePartners } from '../../ui/partner-name.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { useListPage } from '../../ui/use-list-page.js';
import { CreateLinkDrawer } from './create-link-drawer.js';
import { columnsFor, LINK_VIEW, LinkTable } from './link-table.js';

const FILTERS = { partner: idField };

/** The links of a program: made, handed out, turned off, with what each brought. */
export function LinksPage() {
  const programId = useProgramId();
  const period = usePeriod();
  const partners = usePartners();
  const [{ partner }, setSearch] = useFilters(FILTERS);
  const [isCreating, { open, close }] = useNewForm();
  const canCreate = useCan('link:write');
  const { currency } = useProgram();
  const page = useListPage('/api/programs/{programId}/links', {
    path: { programId },
    query: { partner_id: partner, ...period.days },
  });
  const isFiltered = page.isSearched || partner !== undefined;
  const hasPartners = partners.data?.data.some(({ status }) => status === 'approved') ?? true;
  return (
    <>
      <PageHeader
        title={common.links}
        description={texts.yourPartnersLinksAndHow({ period: formatPeriod(period.days) })}
        actions={
          <>
            <PeriodPicker value={period.text} onChange={period.set} />
            {canCreate && hasPartners && (
              <Button leftSection={<IconLinkPlus size={16} aria-hidden />} onClick={open}>
                {texts.createALink}
              </Button>
            )}
          </>
        }
      />
      <Filters
        onClear={isFiltered ? () => page.clear('partner') : undefined}
        files={page.files}
        view={{ list: LINK_VIEW, columns: columnsFor(currency, true) }}
      >
        <SearchFilter {...page.search} />
        <PartnerFilter value={partner} onChange={(next) => setSearch({ partner: next })} />
      </Filters>
      <LinkTable
        links={page.list}
        sorting={page.sorting}
        withPartner
        onClear={page.isSearched ? () => page.clear('partner') : undefined}
        empty={
          page.isSearched
            ? { title: texts.noMatchingLinks, text: common.tryDifferentFilters }
            : hasPartners
              ? {
                  title: partner === undefined ? common.noLinksYet : texts.thisPartnerHasNoLinks,
                  text: texts.linksShowWhichPartnerSent,
                  action: canCreate && <Button onClick={open}>{texts.createALink}</Button>,
                }
              : {
                  title: common.noLinksYet,
                  text: texts.linksBelongToPartnersSo,
                  action: (
                    <LinkButton to="/p/$programId/partners" params={{ programId }}>
                      {texts.goToPartners}
                    </LinkButton>
                  ),
                }
        }
      />
      <ProgramBreakdown first="link" partnerId={partner} />
      {canCreate && isCreating && <CreateLinkDrawer partnerId={partner} onClose={close} />}
    </>
  );
}
