import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRead } from '../../api/use-read.js';
import { usePeriod } from '../../session/search.js';
import { useParam, useProgram, useProgramId } from '../../session/session.js';
import { texts as codeTexts } from '../../texts/codes.js';
import { texts } from '../../texts/performance.js';
import { LinkButton } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { PartnerName } from '../../ui/partner-name.js';
import { PerformanceReport } from '../../ui/performance.js';
import { PeriodPicker } from '../../ui/period-picker.js';
import { RowPage } from '../../ui/row-page.js';
import { NewestSales } from '../sales/newest-sales.js';
import { CodeStatus } from './code-columns.js';
import { CodeDrawer } from './code-drawer.js';
import { CodeRule } from './code-rule.js';

/** One code: what it brought, and its newest sales. */
export function CodePage() {
  const programId = useProgramId();
  const codeId = useParam('codeId');
  const period = usePeriod();
  const { currency } = useProgram();
  const [isEditing, { open, close }] = useDisclosure(false);
  const code = useRead('/api/programs/{programId}/codes/{id}', { path: { programId, id: codeId } });
  const report = useRead('/api/programs/{programId}/report', {
    path: { programId },
    query: { ...period.days, code_id: codeId },
  });
  const back = (
    <LinkButton to="/p/$programId/codes" params={{ programId }} variant="default">
      {texts.allCodes}
    </LinkButton>
  );
  return (
    <RowPage row={code} title={codeTexts.code} missing={{ title: texts.codeMissing, back }}>
      {(data) => (
        <>
          <PageHeader
            title={codeTexts.codeNamed({ code: data.code })}
            description={
              <>
                <CodeStatus code={data} /> <PartnerName partnerId={data.partner_id} />
                <br />
                <CodeRule />
              </>
            }
            actions={
              <>
                <PeriodPicker value={period.text} onChange={period.set} />
                <Button variant="default" aria-haspopup="dialog" onClick={open}>
                  {texts.editCode}
                </Button>
              </>
            }
          />
          <PerformanceReport report={report} own={currency} hasClicks={false} />
          <NewestSales of={{ code_id: codeId }} />
          {isEditing && <CodeDrawer code={data} onClose={close} />}
        </>
      )}
    </RowPage>
  );
}
