import { Stack, Text, Title } from '@mantine/core';
import type { Answer } from '../../api/client.js';
import { listOf, useRead } from '../../api/use-read.js';
import { formatBasisPoints } from '../../format/number.js';
import { useWorkspaceId } from '../../session/session.js';
import { texts } from '../../texts/payments.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Identifier } from '../../ui/identifier.js';
import { Money } from '../../ui/money.js';

type Kind = Answer<'/api/workspaces/{workspaceId}/processor-coverage'>['kinds'][number];

const NAMES: Readonly<Record<Kind['kind'], string>> = texts.names;

const COLUMNS: readonly Column<Kind>[] = [
  { key: 'kind', header: texts.payments, cell: ({ kind }) => NAMES[kind] },
  {
    key: 'paid',
    header: texts.paid,
    align: 'end',
    cell: ({ paid_cents, currency, payments }) => (
      <>
        <Money amountCents={paid_cents} currency={currency} />
        <Text span size="xs" c="dimmed" display="block">
          {texts.paymentCount({ payments })}
        </Text>
      </>
    ),
  },
  {
    key: 'with',
    header: texts.withMetadata,
    align: 'end',
    cell: ({ paid_cents_with_keys, currency }) => (
      <Money amountCents={paid_cents_with_keys} currency={currency} />
    ),
  },
  {
    key: 'share',
    header: texts.share,
    align: 'end',
    cell: ({ share }) => (
      <Text span inherit fw={600} className="figures">
        {formatBasisPoints(share)}
      </Text>
    ),
  },
  { key: 'advice', header: texts.nextStep, width: '40%', cell: (kind) => <Advice {...kind} /> },
];

/** How much of what was paid could be credited, by kind of payment, and what to change. */
export function Coverage() {
  const workspaceId = useWorkspaceId();
  const coverage = useRead('/api/workspaces/{workspaceId}/processor-coverage', { path: { workspaceId } });
  return (
    <Stack component="section" gap="xs" aria-labelledby="coverage">
      <div>
        <Title order={2} id="coverage">
          {texts.metadataCoverage}
        </Title>
        <Text size="sm" c="dimmed" maw={640}>
          {texts.aPaymentIsCredited({
            code: <code>program_id</code>,
            code2: <code>svc_customer_key</code>,
            code3: <code>svc_click_id</code>,
          })}
        </Text>
      </div>
      <DataTable
        label={texts.paymentsByType}
        list={listOf(coverage, ({ kinds }) => kinds)}
        columns={COLUMNS}
        rowKey={({ kind, currency }) => `${kind} ${currency}`}
        expectedRows={2}
        empty={{
          title: texts.noPaymentsYet,
          text: texts.onceYourAccountIsConnected,
        }}
      />
    </Stack>
  );
}

function Advice({ advice, first_without_keys: first }: Kind) {
  if (advice === null) return texts.noneEveryPayment;
  return (
    <Text span size="sm" ta="start" display="block">
      {advice}
      {first && (
        <Text span size="xs" c="dimmed" display="block" mt={4}>
          {texts.firstPaymentWithoutIt({
            transactionId: <Identifier>{first.transaction_id}</Identifier>,
          })}
        </Text>
      )}
    </Text>
  );
}
