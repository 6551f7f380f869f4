import { Group, SimpleGrid } from '@mantine/core';
import { PAYOUT_SCHEDULE } from '@svc/contract/payout-schedule';
import { IconArrowLeft } from '@tabler/icons-react';
import { listOf, useRead } from '../../api/use-read.js';
import { useCan, useParam, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/payouts.js';
import { Figure } from '../../ui/figure.js';
import { TextLink } from '../../ui/links.js';
import { ListTable } from '../../ui/list-table.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { Time } from '../../ui/time.js';
import { useLocalPage } from '../../ui/use-local-page.js';
import { BeingCreated } from './being-created.js';
import { PayRun } from './mark-paid.js';
import type { Run } from './payee.js';
import { DownloadedFiles, PayoutFiles } from './payout-files.js';
import { RUN_ORDER, runColumns } from './run-columns.js';
import { Skipped } from './skipped.js';
import { UndoPaid } from './undo-paid.js';

const STATUSES = [
  { status: 'open', label: texts.toSend },
  { status: 'paid', label: common.paid },
  { status: 'cancelled', label: common.cancelled },
] as const;

/** One payout run: its payouts, the files to send the money with, and what was sent. */
export function PayoutRunPage() {
  const programId = useProgramId();
  const runId = useParam('runId');
  const canPay = useCan('payout:write');
  const run = useRead('/api/programs/{programId}/payout-runs/{id}', { path: { programId, id: runId } });
  const page = useLocalPage(
    listOf(run, ({ payouts }) => payouts),
    RUN_ORDER,
  );
  return (
    <>
      <TextLink
        to="/p/$programId/payouts"
        params={{ programId }}
        search={{ show: 'runs' } as never}
        size="sm"
      >
        <Group gap={4} component="span" mb={4} style={{ display: 'inline-flex' }}>
          <IconArrowLeft size={14} aria-hidden />
          {texts.allRuns}
        </Group>
      </TextLink>
      <PageHeader
        title={texts.payoutRun({ runId })}
        description={run.data ? creationOf(run.data) : texts.payoutsCreatedTogether}
        actions={run.data?.is_complete && canPay && <PayRun run={run.data} />}
      />
      {run.data && !run.data.is_complete && <BeingCreated run={run.data} />}
      {(run.data || !run.error) && <RunSums run={run.data} />}
      {canPay && run.data && <UndoPaid run={run.data} />}
      {run.data && <Skipped run={run.data} />}
      {canPay && run.data?.is_complete && <PayoutFiles run={run.data} />}
      <ListTable
        label={texts.payoutsInThisRun}
        page={page}
        view="payout-run"
        searched={texts.searchPayouts}
        columns={runColumns(canPay, run.data?.payouts ?? [])}
        rowKey={(payout) => payout.id}
        expectedRows={4}
        empty={{ title: texts.noPayoutsInThisRun }}
      />
      {run.data && <DownloadedFiles run={run.data} />}
    </>
  );
}

function creationOf({ created_at, created_by: createdBy }: Run) {
  const time = <Time at={created_at} />;
  return createdBy === PAYOUT_SCHEDULE
    ? texts.preparedBySchedule({ time })
    : texts.createdBy({ time, createdBy });
}

function RunSums({ run }: { readonly run: Run | undefined }) {
  const currencies = run ? [...new Set(run.totals.map(({ currency }) => currency))] : [''];
  return currencies.map((currency) => (
    <SimpleGrid key={currency} cols={{ base: 1, xs: 3 }} spacing="sm" mb="md">
      {STATUSES.map(({ status, label }) => {
        const total = run?.totals.find((one) => one.currency === currency && one.status === status);
        return (
          <Figure
            key={status}
            label={label}
            isLoading={run === undefined}
            value={run && <Money amountCents={total?.amount_cents ?? 0} currency={currency} />}
            note={texts.payoutCount({ payouts: total?.payouts ?? 0 })}
          />
        );
      })}
    </SimpleGrid>
  ));
}
