import { Alert, Anchor, Button, Card, Code, Group, List, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { useCan, useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts as accounts } from '../../texts/payment-accounts.js';
import { texts } from '../../texts/payments.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { ErrorState } from '../../ui/states.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';

type State = Answer<'/api/workspaces/{workspaceId}/processor'>;

const LOOK_EVERY_MS = 2000;

const MEANINGS: Readonly<Record<State['status'], string>> = texts.meanings;

/** The connection through the platform of this service, where it has one or its operator offers it. */
export function PlatformConnection() {
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
  if (state !== undefined && !state.can_connect && state.status === 'not_connected') return null;
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
                  {accounts.stripeConnect}
                </Title>
                <span aria-live="polite">
                  <StatusBadge
                    status={state.status}
                    {...(state.status === 'pending' && { label: texts.waitingForStripe })}
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
  const startConnecting = async () => {
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
  return { connect, start: startConnecting };
}

function Connect(props: StartProps) {
  const { connect, start } = useStart(props);
  return (
    <Button onClick={start} loading={connect.isSending}>
      {props.state.status === 'not_connected' ? texts.connectStripe : texts.reconnect}
    </Button>
  );
}

function Replace(props: StartProps) {
  const { connect, start } = useStart(props, { showsError: true });
  return (
    <ConfirmButton
      title={texts.replaceTheAccount}
      text={texts.youllChooseTheNewAccount}
      confirm={texts.chooseAccount}
      write={connect}
      onConfirm={start}
    >
      {texts.replaceAccount}
    </ConfirmButton>
  );
}

function ProcessorPage({ address }: { readonly address: string }) {
  return (
    <Alert color="gray" variant="light" title={texts.continueWithYourPaymentProvider} role="status">
      <Text size="sm">
        {texts.stripeHasOpened({
          link: (
            <Anchor href={address} target="_blank" rel="noreferrer" inherit underline="always">
              {texts.openItHere}
            </Anchor>
          ),
        })}
      </Text>
    </Alert>
  );
}

function Disconnect() {
  const workspaceId = useWorkspaceId();
  const disconnect = useWrite('post', '/api/workspaces/{workspaceId}/processor/disconnect', {
    done: accounts.disconnected,
    showsError: true,
  });
  return (
    <ConfirmButton
      isDangerous
      title={accounts.disconnectQuestion({ label: accounts.stripeConnect })}
      text={accounts.disconnectText}
      confirm={accounts.disconnect}
      write={disconnect}
      onConfirm={() => disconnect.sendAndWait({ path: { workspaceId }, body: {} })}
    >
      {accounts.disconnect}
    </ConfirmButton>
  );
}

function Facts({ state }: { readonly state: State }) {
  const facts = [
    [common.account, <Code key="account">{state.account_id}</Code>],
    ...(state.connected_at === null
      ? []
      : ([[texts.connected, <Time key="at" at={state.connected_at} />]] as const)),
    [texts.acceptsPayments, state.charges_enabled ? texts.yes : texts.no],
    [texts.payoutsEnabled, state.payouts_enabled ? texts.yes : texts.no],
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

/** The settings that the operator of the service has not made yet. */
function Missing({ state }: { readonly state: State }) {
  const needsCredentials = !state.can_connect && state.status !== 'connected';
  if (!needsCredentials && state.takes_events) return null;
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={texts.stripeIsntConfigured}
    >
      <Text size="sm">{texts.askYourAdministratorToSet}</Text>
      <List size="sm" mt={6} spacing={4}>
        {needsCredentials && (
          <List.Item>
            {texts.andToConnectAccounts({
              code: <Code>PROCESSOR_SECRET_KEY</Code>,
              code2: <Code>PROCESSOR_CLIENT_ID</Code>,
            })}
          </List.Item>
        )}
        {!state.takes_events && (
          <List.Item>
            {texts.toVerifyEventsFromStripe({ code: <Code>PROCESSOR_WEBHOOK_SECRET</Code> })}
          </List.Item>
        )}
      </List>
    </Alert>
  );
}
