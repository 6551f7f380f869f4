import { Group } from '@mantine/core';
import { useRead } from '../../api/use-read.js';
import { usePeriod } from '../../session/search.js';
import { useParam, usePartnerProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/performance.js';
import { texts as portalTexts } from '../../texts/portal.js';
import { PartnerBreakdown } from '../../ui/breakdown.js';
import { CopyButton } from '../../ui/copy.js';
import { LinkButton } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { PerformanceReport } from '../../ui/performance.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { RowPage } from '../../ui/row-page.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { NewestCommissions } from './newest-commissions.js';
import { Standing } from './standing.js';

/** One link of a partner's: what it brought, from where, and what it earned last. */
export function PortalLinkPage() {
  const programId = useProgramId();
  const linkId = useParam('linkId');
  const period = usePeriod();
  const { currency } = usePartnerProgram();
  const link = useRead('/api/partner/programs/{programId}/links/{id}', { path: { programId, id: linkId } });
  const report = useRead('/api/partner/programs/{programId}/statistics', {
    path: { programId },
    query: { ...period.days, link_id: linkId },
  });
  const back = (
    <LinkButton to="/partner/$programId/links" params={{ programId }} variant="default">
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
              <Group gap={4}>
                {!data.is_active && <StatusBadge status="disabled" />}
                {data.referral_url !== null && (
                  <>
                    <span style={{ overflowWrap: 'anywhere' }}>{data.referral_url}</span>
                    <CopyButton
                      value={data.referral_url}
                      label={portalTexts.copy({ shortLink: data.short_link })}
                    />
                  </>
                )}
              </Group>
            }
            actions={<PeriodPicker value={period.text} onChange={period.set} />}
          />
          <Standing />
          <PerformanceReport report={report} own={currency} />
          <NewestCommissions of={{ link_id: linkId }} />
          {/* Where it will be shows only once what is above it has come. */}
          {report.data && <PartnerBreakdown first="referrer_host" linkId={data.id} />}
        </>
      )}
    </RowPage>
  );
}
