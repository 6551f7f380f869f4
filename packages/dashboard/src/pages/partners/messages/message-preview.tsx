import { Alert, Button, Card, Group, List, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ApiError } from '../../../api/error.js';
import { common } from '../../../texts/common.js';
import { texts as bulkTexts } from '../../../texts/partner-bulk.js';
import { texts } from '../../../texts/partner-messages.js';
import { PlainText } from '../../../ui/plain-text.js';
import { namesOf } from '../bulk/outcome.js';
import type { MessageAnswer } from './message.js';

const MOST_HEIGHT = '16rem';
const IN_PORTAL_ONLY = ['no_account', 'emails_off', 'no_email_server'] as const;

/** A message before it is sent, and who gets it. */
export function MessagePreview({
  subject,
  body,
  answer: { data, is_cut: isCut },
  write,
  onBack,
  onClose,
  onConfirm,
}: {
  readonly subject: string;
  readonly body: string;
  readonly answer: MessageAnswer;
  readonly write: { readonly isSending: boolean; readonly error: ApiError | null };
  readonly onBack: () => void;
  readonly onClose: () => void;
  /** With the ids of those who get it. */
  readonly onConfirm: (ids: readonly number[]) => void;
}) {
  const heading = useRef<HTMLParagraphElement>(null);
  // What was read before it is gone from the drawer, and the focus with it.
  useEffect(() => heading.current?.focus(), []);
  const ids = data.filter(({ result }) => result !== 'refused').map(({ id }) => id);
  return (
    <Stack gap="md">
      <Text fw={600} ref={heading} tabIndex={-1}>
        {ids.length === 0 ? texts.nobody : texts.send({ count: ids.length })}
      </Text>
      <Recipients data={data} />
      {isCut && (
        <Alert color="gray" variant="light">
          {bulkTexts.isCut}
        </Alert>
      )}
      <Card component="section" aria-label={texts.message} padding="sm">
        <Text fw={600} mb="xs" style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Text>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
        <div style={{ maxHeight: MOST_HEIGHT, overflowY: 'auto' }} tabIndex={0}>
          <PlainText>{body}</PlainText>
        </div>
      </Card>
      {write.error && (
        <Alert color="red" role="alert" variant="light">
          {write.error.message}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" mr="auto" disabled={write.isSending} onClick={onBack}>
          {bulkTexts.back}
        </Button>
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
        {ids.length > 0 && (
          <Button loading={write.isSending} onClick={() => onConfirm(ids)}>
            {texts.send({ count: ids.length })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** How many get it by email, how many in the portal alone, and who does not get it. */
function Recipients({ data }: { readonly data: MessageAnswer['data'] }) {
  const emailed = data.filter(({ result }) => result === 'emailed');
  const refused = data.filter(({ result }) => result === 'refused');
  return (
    <List size="sm" style={{ overflowWrap: 'anywhere' }}>
      {emailed.length > 0 && (
        <List.Item>{texts.emailed({ count: emailed.length, names: namesOf(emailed) })}</List.Item>
      )}
      {IN_PORTAL_ONLY.map((reason) => {
        const some = data.filter((row) => row.result === 'portal_only' && row.reason === reason);
        return (
          some.length > 0 && (
            <List.Item key={reason}>
              {texts.inPortalOnly[reason]({ count: some.length, names: namesOf(some) })}
            </List.Item>
          )
        );
      })}
      {refused.length > 0 && (
        <List.Item>{texts.notApproved({ count: refused.length, names: namesOf(refused) })}</List.Item>
      )}
    </List>
  );
}
