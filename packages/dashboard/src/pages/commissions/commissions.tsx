import { Button, Text } from '@mantine/core';
import { IconPlusMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { useRead } from '../../api/use-read.js';
import { readPeriod } from '../../format/period.js';
import { useNewForm } from '../../session/search.js';
import { useCan, useProgramId } from '../../session/session.js';
import { texts as adjustmentTexts } from '../../texts/adjustments.js';
import { texts } from '../../texts/commissions.js';
import { common } from '../../texts/common.js';
import { DataTable } from '../../ui/data-table.js';
import { ExplainDrawer, type Explained } from '../../ui/explain/explain-drawer.js';
import { LinkButton } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { useListPage } from '../../ui/use-list-page.js';
import { AddAdjustmentDrawer } from '../adjustments/add-adjustment-drawer.js';
import { BulkBar } from './bulk-bar.js';
import { COLUMNS } from './columns.js';
import { CommissionFilters, NARROWING, useCommissionFilters } from './filters.js';
import { StoryActions } from './story-actions.js';
import { Sums } from './sums.js';

const NOTHING: ReadonlySet<string> = new Set();

/** What partners have earned: found, understood, held, released and rejected. */
export function CommissionsPage() {
  const programId = useProgramId();
  const canHold = useCan('commission:write');
  const filters = useCommissionFilters();
  const { search, setSearch, isFiltered } = filters;
  const days = search.period === undefined ? null : readPeriod(search.period);
  const query = {
    status: search.status,
    partner_id: search.partner,
    currency: search.currency,
    flag: search.flag,
    from: days?.from,
    to: days?.to,
  };
  const page = useListPage('/api/programs/{programId}/commissions', { path: { programId }, query });
  // The sums are by status already: those of the others stay, whichever the list shows.
  const totals = useRead('/api/programs/{programId}/commissions/totals', {
    path: { programId },
    query: { ...query, status: undefined },
  });
  const [selected, setSelected] = useState(NOTHING);
  const chosen = (page.list.rows ?? []).filter(({ id }) => selected.has(String(id)));
  return (
    <>
      <PageHeader
        title={common.commissions}
        description={texts.whatYourPartnersHaveEarned}
        actions={canHold && <AddAdjustment />}
      />
      <Sums totals={totals} isSearched={page.isSearched} />
      <CommissionFilters
        {...filters}
        page={page}
        currencies={totals.data?.data.map(({ currency }) => currency) ?? []}
      />
      {canHold && <BulkBar chosen={chosen} onDone={() => setSelected(NOTHING)} />}
      <DataTable
        label={common.commissions}
        list={page.list}
        sorting={page.sorting}
        view="commissions"
        columns={COLUMNS}
        rowKey={(commission) => commission.id}
        rowName={({ transaction_id: sale, customer_key: key, customer_id: id }) =>
          sale ?? key ?? common.customerNumber({ id })
        }
        open={({ id }) => setSearch({ explain: String(id), sale: undefined })}
        {...(canHold && { selection: { selected, onChange: setSelected } })}
        onClear={isFiltered || page.isSearched ? () => page.clear(...NARROWING) : undefined}
        empty={isFiltered || page.isSearched ? NONE_FITS : { ...NONE_YET, action: <IntegrationLink /> }}
      />
      <Text size="xs" c="dimmed" mt="sm">
        {texts.datesAreInUtc}
      </Text>
      <ExplainDrawer
        explained={explainedOf(search)}
        onClose={() => setSearch({ explain: undefined, sale: undefined })}
        actions={(explanation) => <StoryActions explanation={explanation} />}
      />
    </>
  );
}

/** The way to what no sale earned: a bonus, or a deduction. */
function AddAdjustment() {
  const [isOpen, { open, close }] = useNewForm();
  return (
    <>
      <Button variant="default" leftSection={<IconPlusMinus size={16} aria-hidden />} onClick={open}>
        {adjustmentTexts.addAdjustment}
      </Button>
      {isOpen && <AddAdjustmentDrawer onClose={close} />}
    </>
  );
}

const NONE_FITS = texts.noneFits;
const NONE_YET = texts.noneYet;

function IntegrationLink() {
  return (
    <LinkButton to="/p/$programId/integration" params={{ programId: useProgramId() }}>
      {common.checkIntegration}
    </LinkButton>
  );
}

function explainedOf({ explain, sale }: { explain?: string; sale?: string }): Explained | null {
  if (explain !== undefined) return { what: 'commissions', id: explain };
  return sale === undefined ? null : { what: 'sales', id: sale };
}
