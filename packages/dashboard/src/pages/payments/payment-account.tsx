import { Alert, Button, Card, Code, Group, List, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.js';
import { useCan, useWorkspaceId } from '../../session/session.js';
import { texts } from '../../texts/payment-accounts.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { Snippet } from '../../ui/copy.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import type { Account } from './account.js';
import { EditAccount } from './edit-account.js';

/** A connected account: its status, what to fix, and what can be done with it. */
export function PaymentAccount({ account }: { readonly account: Account }) {
  const canChange = useCan('program:write');
  const { id, label, kind, mode, status, problems } = account;
  return (
    <Card component="article" aria-labelledby={`account-${id}`}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start" gap="md">
          <div style={{ flex: '1 1 14rem' }}>
            <Group gap="xs">
              <Title order={3} id={`account-${id}`}>
                {label}
              </Title>
              <StatusBadge status={status} />
            </Group>
            <Text size="sm" c="dimmed" mt={4}>
              {kind === 'key' ? texts.byKey : texts.stripeConnect} · {texts.modes[mode]}
            </Text>
          </div>
          {canChange && <Actions account={account} />}
        </Group>
        <Facts account={account} />
        {problems.length > 0 && <Problems problems={problems} />}
        <ManualEndpoint account={account} />
      </Stack>
    </Card>
  );
}

function Actions({ account }: { readonly account: Account }) {
  const workspaceId = useWorkspaceId();
  const [isEditing, setEditing] = useState(false);
  const path = { workspaceId, id: account.id };
  const check = useWrite('post', '/api/workspaces/{workspaceId}/payment-connections/{id}/check', {
    done: texts.checked,
  });
  const remove = useWrite('delete', '/api/workspaces/{workspaceId}/payment-connections/{id}', {
    done: ({ not_removed: left }) =>
      left.length === 0
        ? texts.disconnected
        : texts.disconnectedButLeft({ urls: left.map(({ url }) => url).join(', ') }),
    showsError: true,
  });
  const { label, kind } = account;
  return (
    <Group gap="xs">
      {/* An account that is connected through the platform is disconnected there, where it can be replaced, too. */}
      {kind === 'key' && (
        <ConfirmButton
          isDangerous
          aria-label={texts.disconnectNamed({ label })}
          title={texts.disconnectQuestion({ label })}
          text={texts.disconnectText}
          confirm={texts.disconnect}
          write={remove}
          onConfirm={() => remove.sendAndWait({ path })}
        >
          {texts.disconnect}
        </ConfirmButton>
      )}
      <Button variant="default" onClick={() => setEditing(true)}>
        {texts.edit}
      </Button>
      <Button variant="default" loading={check.isSending} onClick={() => check.send({ path, body: {} })}>
        {texts.check}
      </Button>
      {isEditing && <EditAccount account={account} onClose={() => setEditing(false)} />}
    </Group>
  );
}

function Facts({ account }: { readonly account: Account }) {
  const { account_id: accountId, hint, webhook, kind, last_event_at: lastAt } = account;
  const facts = [
    [texts.account, accountId === null ? texts.unknownAccount : <Code key="account">{accountId}</Code>],
    ...(hint === null ? [] : [[texts.key, <Code key="hint">{hint}</Code>] as const]),
    ...(kind === 'key' ? [[texts.webhookEndpoint, texts.endpoints[webhook.status]] as const] : []),
    [texts.lastEvent, lastAt === null ? texts.noEventYet : <Time key="last" at={lastAt} />],
  ] as const;
  return (
    <Group component="dl" gap="xl" m={0}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0}>
            {value}
          </Text>
        </div>
      ))}
    </Group>
  );
}

function Problems({ problems }: { readonly problems: Account['problems'] }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={texts.problems}
    >
      <List size="sm" spacing={4}>
        {problems.map(({ code, message }) => (
          <List.Item key={message}>
            {foundText(code, message)} {texts.problemFix[code]}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** A missing permission is named in quotation marks. */
function foundText(code: Account['problems'][number]['code'], message: string): string {
  if (code !== 'permission_missing') return texts.problemFound[code];
  return texts.problemFound.permission_missing({ name: /“(.+)”/.exec(message)?.[1] ?? '' });
}

/** What to set up at the provider where the service does not look after the endpoint. */
function ManualEndpoint({ account: { kind, webhook } }: { readonly account: Account }) {
  if (kind !== 'key' || webhook.managed || webhook.status === 'active') return null;
  return (
    <Stack gap="xs">
      <div>
        <Text fw={600}>{texts.setUpEndpoint}</Text>
        <Text size="sm" c="dimmed">
          {texts.setUpEndpointText}
        </Text>
      </div>
      <Snippet label={texts.address} code={webhook.url} wraps />
      <Snippet label={texts.events} code={webhook.events.join('\n')} />
    </Stack>
  );
}
