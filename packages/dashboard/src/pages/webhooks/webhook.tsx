import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { useCan, useParam, useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/webhooks.js';
import { LinkButton, TextLink } from '../../ui/links.js';
import { NoPermission } from '../../ui/no-permission.js';
import { PageHeader } from '../../ui/page-header.js';
import { ErrorState } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { Deliveries } from './deliveries.js';
import { SecretDialog } from './secret-dialog.js';
import { ReplayForm, WebhookActions } from './webhook-actions.js';
import { WebhookForm } from './webhook-form.js';
import { type Webhook, WebhookStatus } from './webhook-status.js';

const LOOK_EVERY_MS = 3_000;

/** One webhook: what it receives, what can be done with it, and a log of its deliveries that updates itself. */
export function WebhookPage() {
  return useCan('webhook:write') ? (
    <LoadedWebhook />
  ) : (
    <>
      <PageHeader title={texts.webhook} />
      <NoPermission who={texts.ownersAndAdmins} />
    </>
  );
}

function LoadedWebhook() {
  const workspaceId = useWorkspaceId();
  const webhookId = useParam('webhookId');
  const read = useRead(
    '/api/workspaces/{workspaceId}/webhooks/{id}',
    { path: { workspaceId, id: webhookId } },
    { everyMs: LOOK_EVERY_MS },
  );
  if (read.data !== undefined) return <OneWebhook webhook={read.data} />;
  return (
    <>
      <PageHeader title={texts.webhook} />
      {read.error && (
        <ErrorState
          error={read.error}
          retry={() => void read.refetch()}
          missing={{
            title: texts.thisWebhookDoesNotExist,
            back: (
              <LinkButton
                to="/w/$workspaceId/webhooks"
                params={{ workspaceId: String(workspaceId) }}
                variant="default"
              >
                {texts.backToWebhooks}
              </LinkButton>
            ),
          }}
        />
      )}
    </>
  );
}

function OneWebhook({ webhook }: { readonly webhook: Webhook }) {
  const workspaceId = useWorkspaceId();
  const navigate = useNavigate();
  const [step, setStep] = useState<'edit' | 'replay' | { readonly secret: string } | null>(null);
  const close = () => setStep(null);
  const workspace = { workspaceId: String(workspaceId) };
  const toList = () => void navigate({ to: '/w/$workspaceId/webhooks', params: workspace });
  return (
    <>
      <TextLink to="/w/$workspaceId/webhooks" params={workspace} size="sm">
        <Group gap={4} component="span" mb={4} style={{ display: 'inline-flex' }}>
          <IconArrowLeft size={14} aria-hidden />
          {texts.backToWebhooks}
        </Group>
      </TextLink>
      <PageHeader
        title={new URL(webhook.url).host}
        actions={
          <WebhookActions
            webhook={webhook}
            onEdit={() => setStep('edit')}
            onReplay={() => setStep('replay')}
            onSecret={(secret) => setStep({ secret })}
            onRemoved={toList}
          />
        }
      />
      <Stack gap="lg">
        <State webhook={webhook} />
        <Facts webhook={webhook} />
        <Deliveries webhookId={webhook.id} isEnabled={webhook.status === 'enabled'} everyMs={LOOK_EVERY_MS} />
      </Stack>
      {step === 'edit' && <WebhookForm webhook={webhook} onClose={close} />}
      {step === 'replay' && <ReplayForm webhook={webhook} onClose={close} />}
      {step !== null && typeof step === 'object' && <SecretDialog secret={step.secret} onClose={close} />}
    </>
  );
}

/** Why nothing arrives, and what to do about it. */
function State({ webhook }: { readonly webhook: Webhook }) {
  const workspaceId = useWorkspaceId();
  const enable = useWrite('patch', '/api/workspaces/{workspaceId}/webhooks/{id}', { done: texts.enabled });
  const { id, status, disabled_reason: reason, failing_since: since } = webhook;
  const icon = <IconAlertTriangle size={18} aria-hidden />;
  if (status === 'disabled')
    return (
      <Alert color="gray" variant="light" icon={icon} title={texts.disabledTitle}>
        <Group justify="space-between" gap="md">
          <Text size="sm" maw={600}>
            {texts.disabledBecause[reason ?? 'person']}
          </Text>
          <Button
            loading={enable.isSending}
            onClick={() => enable.send({ path: { workspaceId, id }, body: { status: 'enabled' } })}
          >
            {texts.enable}
          </Button>
        </Group>
      </Alert>
    );
  if (since === null) return null;
  return (
    <Alert color="gray" variant="light" icon={icon} title={texts.failingTitle}>
      {texts.failingSince({ time: <Time at={since} /> })}
    </Alert>
  );
}

function Facts({ webhook }: { readonly webhook: Webhook }) {
  const workspaceId = useWorkspaceId();
  const programs = useRead('/api/workspaces/{workspaceId}/programs', { path: { workspaceId } });
  const program = programs.data?.data.find(({ id }) => id === webhook.program_id)?.name;
  const { url, types, program_id: programId, format, description, previous_secret_until: until } = webhook;
  const facts = [
    [common.status, <WebhookStatus key="status" webhook={webhook} />],
    [
      texts.url,
      <Code key="url" style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Code>,
    ],
    [texts.types, types === null ? texts.allTypes : types.join(', ')],
    [common.program, programId === null ? texts.allPrograms : (program ?? '')],
    [texts.format, texts.formats[format]],
    ...(description === null ? [] : ([[texts.whatItIsFor, description]] as const)),
    ...(until === null
      ? []
      : ([[texts.signingSecret, texts.bothSign({ time: <Time at={until} /> })]] as const)),
  ] as const;
  return (
    <Group component="dl" gap="xl" m={0} align="flex-start">
      {facts.map(([name, value]) => (
        <div key={name} style={{ maxWidth: '32rem' }}>
          <Text component="dt" size="xs" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </div>
      ))}
    </Group>
  );
}
