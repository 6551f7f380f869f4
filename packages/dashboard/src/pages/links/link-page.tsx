import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRead } from '../../api/use-read.js';
import { usePeriod } from '../../session/search.js';
import { useParam, useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/performance.js';
import { ProgramBreakdown } from '../../ui/breakdown.js';
import { LinkButton } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { PartnerName } from '../../ui/partner-name.js';
import { PerformanceReport } from '../../ui/performance.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { RowPage } from '../../ui/row-page.js';
import { NewestSales } from '../sales/newest-sales.js';
import { LinkDrawer } from './link-drawer.js';
import { LinkStatus } from './link-table.js';

/** One link: what it brought, from where, and its newest sales. */
export function LinkPage() {
  const programId = useProgramId();
  const linkId = useParam('linkId');
  const period = usePeriod();
  const { currency } = useProgram();
  const [isEditing, { open, close }] = useDisclosure(false);
  const link = useRead('/api/programs/{programId}/links/{id}', { path: { programId, id: linkId } });
  const report = useRead('/api/programs/{programId}/report', {
    path: { programId },
    query: { ...period.days, link_id: linkId },
  });
  const back = (
    <LinkButton to="/p/$programId/links" params={{ programId }} variant="default">
      {texts.allLinks}
    </LinkButton>
  );
  return (
    <RowPage row={link} title={common.link} missing={{ title: texts.linkMissing, back }}>
      {(data) => (
        <>
          <PageHeader
            title={data.short_link}
            description={
              <>
                <LinkStatus link={data} />{' '}
                {data.partner_id !== null && <PartnerName partnerId={data.partner_id} />}
                {data.referral_url !== null && (
                  <div style={{ overflowWrap: 'anywhere', marginTop: 4 }}>{data.referral_url}</div>
                )}
              </>
            }
            actions={
              <>
                <PeriodPicker value={period.text} onChange={period.set} />
                <Button variant="default" aria-haspopup="dialog" onClick={open}>
                  {texts.editLink}
                </Button>
              </>
            }
          />
          <PerformanceReport report={report} own={currency} />
          <NewestSales of={{ link_id: linkId }} />
          {/* Where it will be shows only once what is above it has come. */}
          {report.data && <ProgramBreakdown first="referrer_host" linkId={data.id} />}
          {isEditing && <LinkDrawer link={data} onClose={close} />}
        </>
      )}
    </RowPage>
  );
}
