import { Button, Code, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { useCan, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/integration.js';
import { Time } from '../../ui/time.js';

const PATH = '/api/programs/{programId}/test-events';
type Sent = Answer<typeof PATH, 'post'>;
type Kind = 'click' | 'lead' | 'sale';

/** A button that sends a test event, what came of it, and when the last one arrived. */
export function TestEvent({
  type,
  isPossible,
  lastAt,
}: {
  readonly type: Kind;
  /** A partner with a link is there, without which nothing can be clicked on. */
  readonly isPossible: boolean;
  readonly lastAt?: string | undefined;
}) {
  const programId = useProgramId();
  const maySend = useCan('link:write');
  const [sent, setSent] = useState<Sent | null>(null);
  const write = useWrite('post', PATH, { onDone: setSent, showsError: true });
  return (
    <div>
      <Group gap="sm">
        {maySend && (
          <Button
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={write.isSending}
            disabled={!isPossible}
            onClick={() => write.send({ path: { programId }, body: { type } })}
          >
            {texts.sendTest({ type })}
          </Button>
        )}
        {lastAt !== undefined && (
          <Text size="sm" c="dimmed" component="div">
            {texts.lastTest({ type, time: <Time at={lastAt} form="relative" /> })}
          </Text>
        )}
      </Group>
      <div role="status">
        {write.error ? (
          <Text size="sm" c="var(--mantine-color-error)" mt="xs">
            {write.error.message}
          </Text>
        ) : (
          sent !== null && <Outcome type={type} sent={sent} />
        )}
      </div>
    </div>
  );
}

function Outcome({ type, sent }: { readonly type: Kind; readonly sent: Sent }) {
  return (
    <Group gap="xs" mt="sm" wrap="nowrap" align="flex-start">
      <IconCircleCheck size={18} color="var(--svc-color-good)" aria-hidden style={{ flex: 'none' }} />
      <Text size="sm" component="div">
        {type === 'click' &&
          texts.recordedAVisitorFollowed({
            affiliateUrl: <Code>{sent.affiliate_url}</Code>,
            clickId: <Code>{sent.click_id}</Code>,
          })}
        {type === 'lead' &&
          texts.recordedTheVisitorSignedUp({ customerKey: <Code>{sent.customer_key}</Code> })}
        {type === 'sale' &&
          texts.recordedCustomerPaidInTransaction({
            customerKey: <Code>{sent.customer_key}</Code>,
            transactionId: <Code>{sent.transaction_id}</Code>,
          })}
      </Text>
    </Group>
  );
}
