import { Stack } from '@mantine/core';
import { useCan } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/payments.js';
import { NoPermission } from '../../ui/no-permission.js';
import { PageHeader } from '../../ui/page-header.js';
import { Connection } from './processor-connection.js';
import { Coverage } from './processor-coverage.js';
import { ProcessorEvents } from './processor-events.js';

/** The account of the card processor: whether it is connected, what it sent, and what of that could be credited. */
export function PaymentProviderPage() {
  const mayRead = useCan('program:read');
  return (
    <>
      <PageHeader title={common.paymentProvider} description={texts.connectYourStripeAccount} />
      {mayRead ? (
        <Stack gap="xl">
          <Connection />
          <Coverage />
          <ProcessorEvents />
        </Stack>
      ) : (
        <NoPermission who={texts.membersWithARole} />
      )}
    </>
  );
}
