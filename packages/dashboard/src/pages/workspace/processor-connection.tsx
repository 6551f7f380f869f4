import { Alert, Anchor, Button, Card, Code, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { useCan, useWorkspaceId } from '../../session/session.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { ErrorState } from '../../ui/states.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';

type State = Answer<'/api/workspaces/{workspaceId}/processor'>;

const LOOK_EVERY_MS = 2000;

const MEANINGS: Readonly<Record<State['status'], string>> = {
  not_connected: 'No account is connected. Sales are recorded only as your server reports them.',
  pending: 'Someone is connecting an account. This page updates by itself when that is done.',
  connected: 'Payments, renewals, refunds and disputes of the account are recorded as they happen.',
  restricted:
    'The account is connected, but the processor lets it take no payments at present. Sign in at the processor to see what it asks for.',
  disconnected: 'The account was connected once. What it sends now is ignored; what was recorded stays.',
};

/** Whether an account is connected, and the ways to change that. */
export function Connection() {
  const workspaceId = useWorkspaceId();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const connection = useRead(
    '/api/workspaces/{workspaceId}/processor',
    { path: { workspaceId } },
    { everyMs: LOOK_EVERY_MS * (waiting === null ? 10 : 1) },
  );
  const { data: state } = connection;
  const isOn = state?.status === 'connected' || state?.status === 'restricted';
  // An account that is being replaced stays connected until the other one is.
  if (isOn && waiting !== null && state.connected_at !== waiting.connectedAt) setWaiting(null);
  if (connection.error && state === undefined) {
    return <ErrorState error={connection.error} retry={() => void connection.refetch()} />;
  }
  return (
    <Card component="section" aria-labelledby="connection" mih={150}>
      {state === undefined ? (
        <Skeleton height={108} />
      ) : (
        <Stack gap="md">
          <Group justify="space-between" align="flex-start" gap="md">
            <div style={{ flex: '1 1 18rem' }}>
              <Group gap="xs">
                <Title order={2} id="connection">
                  Connection
                </Title>
                <span aria-live="polite">
                  <StatusBadge
                    status={state.status}
                    {...(state.status === 'pending' && { label: 'Waiting for the processor' })}
                  />
                </span>
              </Group>
              <Text size="sm" c="dimmed" mt={4} maw={600}>
                {MEANINGS[state.status]}
              </Text>
            </div>
            <Actions state={state} isOn={isOn} onStarted={setWaiting} />
          </Group>
          {isOn && <Facts state={state} />}
          {waiting !== null && <ProcessorPage address={waiting.page} />}
          <Missing state={state} />
        </Stack>
      )}
    </Card>
  );
}

/** A connection that was started here: the processor's page, and when the account of that moment was connected. */
interface Waiting {
  readonly page: string;
  readonly connectedAt: string | null;
}

interface StartProps {
  readonly state: State;
  readonly onStarted: (waiting: Waiting) => void;
}

function Actions({ state, isOn, onStarted }: StartProps & { readonly isOn: boolean }) {
  const canChange = useCan('program:write');
  if (!canChange) return null;
  if (!isOn) return state.can_connect ? <Connect state={state} onStarted={onStarted} /> : null;
  return (
    <Group gap="xs">
      {state.can_connect && <Replace state={state} onStarted={onStarted} />}
      <Disconnect />
    </Group>
  );
}

/** Starts to connect an account, and opens the processor's page in another tab. */
function useStart({ state, onStarted }: StartProps, settings: { readonly showsError?: boolean } = {}) {
  const workspaceId = useWorkspaceId();
  const connect = useWrite('post', '/api/workspaces/{workspaceId}/processor/connect', settings);
  const start = async () => {
    // Opened within the click, because browsers block what opens later.
    const tab = window.open('', '_blank');
    const started = await connect.sendAndWait({ path: { workspaceId }, body: {} });
    if (started === null) {
      tab?.close();
      return null;
    }
    onStarted({ page: started.authorize_url, connectedAt: state.connected_at });
    if (tab) {
      tab.opener = null;
      tab.location.href = started.authorize_url;
    }
    return started;
  };
  return { connect, start };
}

function Connect(props: StartProps) {
  const { connect, start } = useStart(props);
  return (
    <Button onClick={start} loading={connect.isSending}>
      {props.state.status === 'not_connected' ? 'Connect account' : 'Connect again'}
    </Button>
  );
}

function Replace(props: StartProps) {
  const { connect, start } = useStart(props, { showsError: true });
  return (
    <ConfirmButton
      title="Replace the account?"
      text="You choose the other account on the processor's page. From then on its payments are recorded, and what happens at the present account is ignored, refunds of recorded sales too. Until then nothing changes."
      confirm="Choose account"
      write={connect}
      onConfirm={start}
    >
      Replace account
    </ConfirmButton>
  );
}

function ProcessorPage({ address }: { readonly address: string }) {
  return (
    <Alert color="gray" variant="light" title="Go on at the processor" role="status">
      <Text size="sm">
        Its page has opened in another tab. If it has not,{' '}
        <Anchor href={address} target="_blank" rel="noreferrer" inherit underline="always">
          open it here
        </Anchor>
        , in this browser. It is valid for ten minutes. As soon as you have agreed there, this page says so.
      </Text>
    </Alert>
  );
}

function Disconnect() {
  const workspaceId = useWorkspaceId();
  const disconnect = useWrite('post', '/api/workspaces/{workspaceId}/processor/disconnect', {
    done: 'The account is disconnected',
    showsError: true,
  });
  return (
    <ConfirmButton
      isDangerous
      title="Disconnect the account?"
      text="From now on nothing that happens at the processor is recorded: no sales, and no refunds of sales that were. What was recorded stays, and you can connect again."
      confirm="Disconnect"
      write={disconnect}
      onConfirm={() => disconnect.sendAndWait({ path: { workspaceId }, body: {} })}
    >
      Disconnect
    </ConfirmButton>
  );
}

function Facts({ state }: { readonly state: State }) {
  const facts = [
    ['Account', <Code key="account">{state.account_id}</Code>],
    ...(state.connected_at === null
      ? []
      : ([['Connected', <Time key="at" at={state.connected_at} />]] as const)),
    ['Takes payments', state.charges_enabled ? 'Yes' : 'No'],
    ['Pays out to you', state.payouts_enabled ? 'Yes' : 'No'],
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

/** What whoever runs the service has not set up yet. */
function Missing({ state }: { readonly state: State }) {
  const needsCredentials = !state.can_connect && state.status !== 'connected';
  if (!needsCredentials && state.takes_events) return null;
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title="The service is not set up for this yet"
    >
      <Text size="sm">Whoever runs it has to set, and then start it again:</Text>
      <List size="sm" mt={6} spacing={4}>
        {needsCredentials && (
          <List.Item>
            <Code>PROCESSOR_SECRET_KEY</Code> and <Code>PROCESSOR_CLIENT_ID</Code>, so that accounts can be
            connected.
          </List.Item>
        )}
        {!state.takes_events && (
          <List.Item>
            <Code>PROCESSOR_WEBHOOK_SECRET</Code>, so that what the processor sends can be trusted. Until then
            it is refused.
          </List.Item>
        )}
      </List>
    </Alert>
  );
}
