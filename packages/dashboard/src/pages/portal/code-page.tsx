import { useRead } from '../../api/use-read.js';
import { usePeriod } from '../../session/search.js';
import { useParam, usePartnerProgram, useProgramId } from '../../session/session.js';
import { texts as codeTexts } from '../../texts/codes.js';
import { texts } from '../../texts/performance.js';
import { LinkButton } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { PerformanceReport } from '../../ui/performance.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { RowPage } from '../../ui/row-page.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { NewestCommissions } from './newest-commissions.js';
import { Standing } from './standing.js';

/** One code of a partner's: what it brought, and what it earned last. */
export function PortalCodePage() {
  const programId = useProgramId();
  const codeId = useParam('codeId');
  const period = usePeriod();
  const { currency } = usePartnerProgram();
  const code = useRead('/api/partner/programs/{programId}/codes/{id}', { path: { programId, id: codeId } });
  const report = useRead('/api/partner/programs/{programId}/statistics', {
    path: { programId },
    query: { ...period.days, code_id: codeId },
  });
  const back = (
    <LinkButton to="/partner/$programId/links" params={{ programId }} variant="default">
      {texts.allLinks}
    </LinkButton>
  );
  return (
    <RowPage row={code} title={codeTexts.code} missing={{ title: texts.codeMissing, back }}>
      {(data) => (
        <>
          <PageHeader
            title={codeTexts.codeNamed({ code: data.code })}
            description={<StatusBadge status={data.is_active ? 'active' : 'disabled'} />}
            actions={<PeriodPicker value={period.text} onChange={period.set} />}
          />
          <Standing />
          <PerformanceReport report={report} own={currency} hasClicks={false} />
          <NewestCommissions of={{ code_id: codeId }} />
        </>
      )}
    </RowPage>
  );
}
