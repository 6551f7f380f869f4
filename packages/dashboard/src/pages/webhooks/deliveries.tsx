import { Button, Stack, Text, Title } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { oneOf, useFilters } from '../../session/search.js';
import { useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/webhooks.js';
import type { Column } from '../../ui/data-table.js';
import { FilterTabs } from '../../ui/filter-tabs.js';
import { Identifier } from '../../ui/identifier.js';
import { ListTable, namesOf } from '../../ui/list-table.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';

type Delivery = Row<'/api/workspaces/{workspaceId}/webhooks/{id}/deliveries'>;

const STATUSES = ['delivered', 'pending', 'failed'] as const;
const FILTERS = { status: oneOf(...STATUSES) };
const TABS = [
  { value: 'all', label: texts.all },
  { value: 'delivered', label: texts.delivered },
  { value: 'pending', label: texts.pending },
  { value: 'failed', label: texts.failed },
] as const;

/** What was sent to a webhook and what came of it, read again and again while the page is open. */
export function Deliveries({
  webhookId,
  isEnabled,
  everyMs,
}: {
  readonly webhookId: number;
  readonly isEnabled: boolean;
  readonly everyMs: number;
}) {
  const workspaceId = useWorkspaceId();
  const [{ status }, setSearch] = useFilters(FILTERS);
  const page = useListPage(
    '/api/workspaces/{workspaceId}/webhooks/{id}/deliveries',
    { path: { workspaceId, id: webhookId }, query: { status } },
    { everyMs },
  );
  return (
    <Stack component="section" gap="xs" aria-labelledby="deliveries">
      <div>
        <Title order={2} id="deliveries">
          {texts.deliveries}
        </Title>
        <Text size="sm" c="dimmed">
          {texts.deliveriesText}
        </Text>
      </div>
      <FilterTabs
        label={texts.deliveries}
        tabs={TABS}
        value={status ?? 'all'}
        onChange={(next) => setSearch({ status: next === 'all' ? undefined : next })}
      />
      <ListTable
        label={texts.deliveries}
        page={page}
        view="deliveries"
        searched={texts.searchDeliveries}
        filtered={namesOf({ status })}
        columns={columnsOf(webhookId, isEnabled)}
        rowKey={({ id }) => id}
        empty={{ title: texts.noDeliveriesYet, text: texts.noDeliveriesText }}
      />
    </Stack>
  );
}

function columnsOf(webhookId: number, isEnabled: boolean): readonly Column<Delivery>[] {
  return [
    {
      key: 'event',
      header: texts.event,
      cell: ({ type, sequence, event_id }) => (
        <div>
          {type}
          <Text span size="xs" c="dimmed" display="block">
            {sequence === null ? texts.test : texts.eventNumber({ sequence })} ·{' '}
            <Identifier>{event_id}</Identifier>
          </Text>
        </div>
      ),
    },
    {
      key: 'status',
      header: common.status,
      cell: ({ status }) => <StatusBadge status={BADGES[status]} label={texts[status]} />,
    },
    {
      key: 'attempts',
      header: texts.attempts,
      align: 'end',
      onPhone: 'hidden',
      cell: ({ attempts }) => attempts,
    },
    { key: 'result', header: texts.result, cell: (delivery) => <Result delivery={delivery} /> },
    {
      key: 'time',
      header: common.time,
      sort: '-created_at',
      cell: ({ delivered_at, created_at }) => <Time at={delivered_at ?? created_at} />,
    },
    ...(isEnabled
      ? [
          {
            key: 'actions',
            header: common.actions,
            align: 'end',
            cell: (delivery: Delivery) => <Resend webhookId={webhookId} delivery={delivery} />,
          } as const,
        ]
      : []),
  ];
}

const BADGES = { delivered: 'processed', pending: 'waiting', failed: 'failed' } as const;

function Result({ delivery }: { readonly delivery: Delivery }) {
  const { status, attempts, last_status, last_error, next_attempt_at: next } = delivery;
  const answer =
    last_error ?? (last_status === null ? texts.notSentYet : texts.httpStatus({ status: last_status }));
  return (
    <div>
      {answer}
      {status === 'pending' && attempts > 0 && next !== null && (
        <Text span size="xs" c="dimmed" display="block">
          {texts.nextAttempt({ time: <Time at={next} form="relative" /> })}
        </Text>
      )}
    </div>
  );
}

function Resend({ webhookId, delivery }: { readonly webhookId: number; readonly delivery: Delivery }) {
  const workspaceId = useWorkspaceId();
  const resend = useWrite(
    'post',
    '/api/workspaces/{workspaceId}/webhooks/{id}/deliveries/{deliveryId}/resend',
    { done: texts.resent },
  );
  const { id, type, event_id, status, attempts } = delivery;
  if (status === 'pending' && attempts === 0) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={resend.isSending}
      aria-label={texts.resendNamed({ type, id: event_id })}
      onClick={() => resend.send({ path: { workspaceId, id: webhookId, deliveryId: id }, body: {} })}
    >
      {texts.resend}
    </Button>
  );
}
