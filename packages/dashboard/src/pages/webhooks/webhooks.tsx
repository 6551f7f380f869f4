import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan, useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/webhooks.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SearchFilter } from '../../ui/filters.js';
import { NoPermission } from '../../ui/no-permission.js';
import { PageHeader } from '../../ui/page-header.js';
import { Time } from '../../ui/time.js';
import { NOTHING_FOUND, useListPage } from '../../ui/use-list-page.js';
import { SecretDialog } from './secret-dialog.js';
import { WebhookForm } from './webhook-form.js';
import { type Webhook, WebhookStatus } from './webhook-status.js';

/** The webhooks of a workspace. */
export function WebhooksPage() {
  return useCan('webhook:write') ? (
    <Webhooks />
  ) : (
    <>
      <PageHeader title={texts.webhooks} />
      <NoPermission who={texts.ownersAndAdmins} />
    </>
  );
}

function Webhooks() {
  const workspaceId = useWorkspaceId();
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const navigate = useNavigate();
  const showAdded = (id: number) => {
    notifications.show({ message: texts.added, color: 'brand' });
    void navigate({
      to: '/w/$workspaceId/webhooks/$webhookId',
      params: { workspaceId: String(workspaceId), webhookId: String(id) },
    });
  };
  const page = useListPage('/api/workspaces/{workspaceId}/webhooks', {
    path: { workspaceId },
  });
  const add = <Button onClick={() => setAdding(true)}>{texts.addWebhook}</Button>;
  return (
    <>
      <PageHeader title={texts.webhooks} description={texts.description} actions={add} />
      <Filters
        onClear={page.isSearched ? () => page.clear() : undefined}
        files={page.files}
        view={{ list: 'webhooks', columns: COLUMNS }}
      >
        <SearchFilter {...page.search} />
      </Filters>
      <DataTable
        onClear={page.isSearched ? () => page.clear() : undefined}
        label={texts.webhooks}
        list={page.list}
        sorting={page.sorting}
        view="webhooks"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        to={({ id }) => ({
          to: '/w/$workspaceId/webhooks/$webhookId',
          params: { workspaceId: String(workspaceId), webhookId: String(id) },
        })}
        expectedRows={3}
        empty={
          page.isSearched
            ? NOTHING_FOUND
            : { title: texts.noWebhooksYet, text: texts.noWebhooksText, action: add }
        }
      />
      {isAdding && (
        <WebhookForm
          webhook={null}
          onClose={() => setAdding(false)}
          onMade={({ webhook, secret: made }) => {
            setAdding(false);
            // Slack and Discord verify nothing: the secret would only be one more thing to keep.
            if (webhook.format === 'standard') setSecret(made);
            else showAdded(webhook.id);
          }}
        />
      )}
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </>
  );
}

const COLUMNS: readonly Column<Webhook>[] = [
  {
    key: 'url',
    header: texts.url,
    sort: 'url',
    cell: ({ url, description }) => (
      <div>
        <span style={{ overflowWrap: 'anywhere' }}>{url}</span>
        {description !== null && (
          <Text span size="xs" c="dimmed" display="block">
            {description}
          </Text>
        )}
      </div>
    ),
  },
  {
    key: 'receives',
    header: texts.receives,
    cell: ({ types, format }) => (
      <div>
        {types === null ? texts.allTypes : types.join(', ')}
        <Text span size="xs" c="dimmed" display="block">
          {texts.formats[format]}
        </Text>
      </div>
    ),
  },
  { key: 'status', header: common.status, cell: (webhook) => <WebhookStatus webhook={webhook} /> },
  {
    key: 'created',
    header: common.created,
    sort: '-created_at',
    cell: ({ created_at }) => <Time at={created_at} form="date" />,
  },
];
