import { Button, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/use-read.js';
import { useCan, useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/payment-accounts.js';
import { NoPermission } from '../../ui/no-permission.js';
import { PageHeader } from '../../ui/page-header.js';
import { ErrorState } from '../../ui/states.js';
import { ConnectAccount } from './connect-account.js';
import { PaymentAccount } from './payment-account.js';
import { PlatformConnection } from './processor-connection.js';
import { Coverage } from './processor-coverage.js';
import { ProcessorEvents } from './processor-events.js';

/** The connected payment accounts, what they sent, and how much of it could be credited. */
export function PaymentAccountsPage() {
  const mayRead = useCan('program:read');
  const canConnect = useCan('program:write');
  const [isConnecting, setConnecting] = useState(false);
  if (!mayRead) {
    return (
      <>
        <PageHeader title={common.paymentAccounts} description={texts.description} />
        <NoPermission who={texts.membersWithARole} />
      </>
    );
  }
  const connect = <Button onClick={() => setConnecting(true)}>{texts.connectAccount}</Button>;
  return (
    <>
      <PageHeader
        title={common.paymentAccounts}
        description={texts.description}
        {...(canConnect && { actions: connect })}
      />
      <Stack gap="xl">
        <Accounts />
        <PlatformConnection />
        <Coverage />
        <ProcessorEvents />
      </Stack>
      {isConnecting && <ConnectAccount onClose={() => setConnecting(false)} />}
    </>
  );
}

const LOOK_EVERY_MS = 20_000;

function Accounts() {
  const workspaceId = useWorkspaceId();
  const list = useRead(
    '/api/workspaces/{workspaceId}/payment-connections',
    { path: { workspaceId } },
    { everyMs: LOOK_EVERY_MS },
  );
  if (list.error && list.data === undefined)
    return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  return (
    <Stack component="section" gap="sm" aria-labelledby="accounts">
      <Group gap="xs">
        <Title order={2} id="accounts">
          {texts.accounts}
        </Title>
      </Group>
      {list.data === undefined ? (
        <Skeleton height={150} />
      ) : list.data.data.length === 0 ? (
        <Card>
          <Text size="sm" c="dimmed">
            {texts.noAccountsYet}
          </Text>
        </Card>
      ) : (
        list.data.data.map((account) => <PaymentAccount key={account.id} account={account} />)
      )}
    </Stack>
  );
}
