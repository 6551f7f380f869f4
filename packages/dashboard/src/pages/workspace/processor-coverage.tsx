import { Stack, Text, Title } from '@mantine/core';
import type { Answer } from '../../api/client.js';
import { listOf, useRead } from '../../api/use-read.js';
import { formatBasisPoints, plural } from '../../format/number.js';
import { useWorkspaceId } from '../../session/session.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Identifier } from '../../ui/identifier.js';
import { Money } from '../../ui/money.js';

type Kind = Answer<'/api/workspaces/{workspaceId}/processor-coverage'>['kinds'][number];

const NAMES: Readonly<Record<Kind['kind'], string>> = {
  checkout: 'One-off checkouts',
  subscription_start: 'New subscriptions',
  renewal: 'Renewals',
  invoice: 'Invoices',
};

const COLUMNS: readonly Column<Kind>[] = [
  { key: 'kind', header: 'Payments', cell: ({ kind }) => NAMES[kind] },
  {
    key: 'paid',
    header: 'Paid',
    align: 'end',
    cell: ({ paid_cents, currency, payments }) => (
      <>
        <Money amountCents={paid_cents} currency={currency} />
        <Text span size="xs" c="dimmed" display="block">
          {plural(payments, 'payment')}
        </Text>
      </>
    ),
  },
  {
    key: 'with',
    header: 'With the keys',
    align: 'end',
    cell: ({ paid_cents_with_keys, currency }) => (
      <Money amountCents={paid_cents_with_keys} currency={currency} />
    ),
  },
  {
    key: 'share',
    header: 'Share',
    align: 'end',
    cell: ({ share }) => (
      <Text span inherit fw={600} className="figures">
        {formatBasisPoints(share)}
      </Text>
    ),
  },
  { key: 'advice', header: 'What to do', width: '40%', cell: (kind) => <Advice {...kind} /> },
];

/** How much of what was paid could be credited, by kind of payment, and what to change. */
export function Coverage() {
  const workspaceId = useWorkspaceId();
  const coverage = useRead('/api/workspaces/{workspaceId}/processor-coverage', { path: { workspaceId } });
  return (
    <Stack component="section" gap="xs" aria-labelledby="coverage">
      <div>
        <Title order={2} id="coverage">
          Can your payments be credited?
        </Title>
        <Text size="sm" c="dimmed" maw={640}>
          A payment is credited to a partner when its metadata carries <code>program_id</code>, and{' '}
          <code>svc_customer_key</code> or <code>svc_click_id</code>. This is how much of what was paid in the
          last 90 days did.
        </Text>
      </div>
      <DataTable
        label="Payments by kind"
        list={listOf(coverage, ({ kinds }) => kinds)}
        columns={COLUMNS}
        rowKey={({ kind, currency }) => `${kind} ${currency}`}
        expectedRows={2}
        empty={{
          title: 'No payments yet',
          text: 'As soon as the account is connected and somebody pays, you see here whether it can be credited.',
        }}
      />
    </Stack>
  );
}

function Advice({ advice, first_without_keys: first }: Kind) {
  if (advice === null) return <>Nothing: all of them carry the keys.</>;
  return (
    <Text span size="sm" ta="start" display="block">
      {advice}
      {first && (
        <Text span size="xs" c="dimmed" display="block" mt={4}>
          The first without: <Identifier>{first.transaction_id}</Identifier>
        </Text>
      )}
    </Text>
  );
}
