import { Button, Card, Group, Spoiler, Stack, Text, Title } from '@mantine/core';
import type { Row } from '../../../api/client.js';
import { useList } from '../../../api/use-read.js';
import { useProgramId } from '../../../session/session.js';
import { texts } from '../../../texts/partner-messages.js';
import { PlainText } from '../../../ui/plain-text.js';
import { ErrorState } from '../../../ui/states.js';
import { Time } from '../../../ui/time.js';

/** Five lines of text. */
const MOST_HEIGHT_PX = 102;

type Message = Row<'/api/programs/{programId}/partners/{id}/messages'>;

/** What the team has written to a partner, the newest first; nothing where it has not. */
export function PartnerMessages({ partnerId }: { readonly partnerId: number }) {
  const programId = useProgramId();
  const messages = useList('/api/programs/{programId}/partners/{id}/messages', {
    path: { programId, id: partnerId },
    query: { limit: '5' },
  });
  if (!messages.error && !messages.rows?.length) return null;
  return (
    <Card component="section" aria-label={texts.messages} mt="md">
      <Title order={2}>{texts.messages}</Title>
      <Text size="sm" c="dimmed" mb="md">
        {texts.sentToThem}
      </Text>
      {messages.error && <ErrorState error={messages.error} retry={messages.retry} />}
      <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {messages.rows?.map((message) => (
          <li key={message.id}>
            <Sent message={message} />
          </li>
        ))}
      </Stack>
      {messages.more && (
        <Button variant="default" mt="md" onClick={messages.more} loading={messages.isLoadingMore ?? false}>
          {texts.showOlder}
        </Button>
      )}
    </Card>
  );
}

function Sent({ message }: { readonly message: Message }) {
  const { subject, body, by, created_at: at, recipient_count: count, no_email: noEmail } = message;
  return (
    <>
      <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
        {subject}
      </Text>
      <Spoiler
        maxHeight={MOST_HEIGHT_PX}
        showLabel={texts.showAll}
        hideLabel={texts.showLess}
        styles={{ control: { fontSize: 'var(--mantine-font-size-sm)' } }}
      >
        <PlainText>{body}</PlainText>
      </Spoiler>
      <Group gap={4}>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {texts.by({ time: <Time at={at} />, by })}
          {count > 1 && ` · ${texts.toCount({ count })}`}
          {noEmail !== null && ` · ${texts.noEmail[noEmail]}`}
        </Text>
      </Group>
    </>
  );
}
