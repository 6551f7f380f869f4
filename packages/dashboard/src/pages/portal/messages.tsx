import { Button, Drawer, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Row } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { idField, useFilters } from '../../session/search.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/partner-messages.js';
import { texts as uiTexts } from '../../texts/ui.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { PlainText } from '../../ui/plain-text.js';
import { ErrorState, Loading } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';
import { Standing } from './standing.js';

type Message = Row<'/api/partner/programs/{programId}/messages'>;

const SEARCH = { message: idField };
const DRAWERS = ['message'] as const;

const COLUMNS: readonly Column<Message>[] = [
  {
    key: 'subject',
    header: texts.subject,
    sort: 'subject',
    cell: ({ subject, body }) => (
      <Stack gap={0} component="span">
        <Text span inherit lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Text>
        <Text
          span
          size="xs"
          c="dimmed"
          fw={400}
          lineClamp={1}
          maw="40rem"
          style={{ overflowWrap: 'anywhere' }}
        >
          {body}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'received',
    header: texts.received,
    sort: '-created_at',
    width: '10rem',
    cell: (message) => <Time at={message.created_at} form="date" />,
  },
];

/** What the company wrote to the partner. */
export function PortalMessagesPage() {
  const programId = useProgramId();
  const { company: workspace } = usePartnerProgram();
  const [search, setSearch] = useFilters(SEARCH, DRAWERS);
  const page = useListPage('/api/partner/programs/{programId}/messages', { path: { programId } });
  return (
    <>
      <PageHeader title={texts.messages} description={<About />} />
      <Standing />
      <DataTable
        label={texts.messages}
        list={page.list}
        sorting={page.sorting}
        columns={COLUMNS}
        rowKey={(message) => message.id}
        rowName={(message) => message.subject}
        open={(message) => setSearch({ message: String(message.id) })}
        expectedRows={3}
        empty={{ title: texts.noMessagesYet, text: texts.messagesAppearHere({ workspace }) }}
      />
      <MessageDrawer messageId={search.message} onClose={() => setSearch({ message: undefined })} />
    </>
  );
}

/** What is here, and where partners ask themselves. */
function About() {
  const programId = useProgramId();
  const { company: workspace } = usePartnerProgram();
  return (
    <>
      {texts.fromCompany({ workspace })}{' '}
      {texts.isASaleMissing({
        link: (
          <TextLink to="/partner/$programId/claims" params={{ programId }} underline="always">
            {texts.reportIt}
          </TextLink>
        ),
      })}
    </>
  );
}

/** A message as it was written. `messageId` undefined: closed. */
function MessageDrawer({
  messageId,
  onClose,
}: {
  readonly messageId: string | undefined;
  readonly onClose: () => void;
}) {
  // What is shown stays while the drawer closes.
  const [last, setLast] = useState(messageId);
  if (messageId !== undefined && messageId !== last) setLast(messageId);
  return (
    <Drawer opened={messageId !== undefined} onClose={onClose} title={texts.message}>
      {last !== undefined && <Content key={last} messageId={last} onClose={onClose} />}
    </Drawer>
  );
}

function Content({ messageId, onClose }: { readonly messageId: string; readonly onClose: () => void }) {
  const programId = useProgramId();
  const message = useRead('/api/partner/programs/{programId}/messages/{id}', {
    path: { programId, id: messageId },
  });
  if (message.data) {
    const { subject, body, created_at: at } = message.data;
    return (
      <article>
        <Title order={2} size="h3" style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Title>
        <Text size="xs" c="dimmed" mb="md">
          <Time at={at} />
        </Text>
        <PlainText>{body}</PlainText>
      </article>
    );
  }
  if (message.error) {
    const back = (
      <Button variant="default" onClick={onClose}>
        {uiTexts.close}
      </Button>
    );
    return (
      <ErrorState
        error={message.error}
        retry={() => void message.refetch()}
        missing={{ title: texts.thisMessageDoesNotExist, back }}
      />
    );
  }
  return <Loading label={texts.loadingMessage} />;
}
