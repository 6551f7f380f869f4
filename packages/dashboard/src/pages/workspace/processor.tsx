import { Stack } from '@mantine/core';
import { useCan } from '../../session/session.js';
import { NoPermission } from '../../ui/no-permission.js';
import { PageHeader } from '../../ui/page-header.js';
import { Connection } from './processor-connection.js';
import { Coverage } from './processor-coverage.js';
import { ProcessorEvents } from './processor-events.js';

/** The account of the card processor: whether it is connected, what it sent, and what of that could be credited. */
export function Page() {
  const mayRead = useCan('program:read');
  return (
    <>
      <PageHeader
        title="Card processor"
        description="Connect the account you are paid through, and sales, renewals and refunds arrive by themselves."
      />
      {mayRead ? (
        <Stack gap="xl">
          <Connection />
          <Coverage />
          <ProcessorEvents />
        </Stack>
      ) : (
        <NoPermission what="The card processor is" who="people with a role in this workspace" />
      )}
    </>
  );
}
