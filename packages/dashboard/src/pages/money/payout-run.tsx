import { Group, SimpleGrid } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { listOf, useRead } from '../../api/use-read.js';
import { plural } from '../../format/number.js';
import { useCan, useParam, useProgramId } from '../../session/session.js';
import { DataTable } from '../../ui/data-table.js';
import { Figure } from '../../ui/figure.js';
import { TextLink } from '../../ui/links.js';
import { Money } from '../../ui/money.js';
import { PageHeader } from '../../ui/page-header.js';
import { Time } from '../../ui/time.js';
import { PayRun } from './payouts/mark-paid.js';
import type { Run } from './payouts/payee.js';
import { DownloadedFiles, PayoutFiles } from './payouts/payout-files.js';
import { runColumns } from './payouts/run-columns.js';
import { Skipped } from './payouts/skipped.js';

const STATUSES = [
  { status: 'open', label: 'To send' },
  { status: 'paid', label: 'Paid' },
  { status: 'cancelled', label: 'Cancelled' },
] as const;

/** One payout run: its payouts, the files to send the money with, and what was sent. */
export function Page() {
  const programId = useProgramId();
  const runId = useParam('runId');
  const canPay = useCan('payout:write');
  const run = useRead('/api/programs/{programId}/payout-runs/{id}', { path: { programId, id: runId } });
  return (
    <>
      <TextLink
        to="/p/$programId/payouts"
        params={{ programId }}
        search={{ show: 'runs' } as never}
        size="sm"
      >
        <Group gap={4} component="span" mb={4} style={{ display: 'inline-flex' }}>
          <IconArrowLeft size={14} aria-hidden /> All runs
        </Group>
      </TextLink>
      <PageHeader
        title={`Payout run ${runId}`}
        description={
          run.data ? (
            <>
              Created <Time at={run.data.created_at} /> by {run.data.created_by}
            </>
          ) : (
            'The payouts that were made together.'
          )
        }
        actions={run.data && canPay && <PayRun run={run.data} />}
      />
      {(run.data || !run.error) && <RunSums run={run.data} />}
      {run.data && <Skipped run={run.data} />}
      {canPay && run.data && <PayoutFiles run={run.data} />}
      <DataTable
        label="Payouts of this run"
        list={listOf(run, ({ payouts }) => payouts)}
        columns={runColumns(canPay)}
        rowKey={(payout) => payout.id}
        expectedRows={4}
        empty={{ title: 'This run created no payouts' }}
      />
      {run.data && <DownloadedFiles run={run.data} />}
    </>
  );
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
            note={plural(total?.payouts ?? 0, 'payout')}
          />
        );
      })}
    </SimpleGrid>
  ));
}
