import { Button, Card, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import type { Row } from '../../api/client.js';
import { useList } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { formatMoment } from '../../format/time.js';
import { useCan, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/partner-notes.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { ErrorState } from '../../ui/states.js';
import { Time } from '../../ui/time.js';

const LONGEST_NOTE = 2000;

type Note = Row<'/api/programs/{programId}/partners/{id}/notes'>;

/** What the team wrote about a partner for itself, the newest first. */
export function PartnerNotes({ partnerId }: { readonly partnerId: number }) {
  const programId = useProgramId();
  const canWrite = useCan('partner:write');
  const notes = useList('/api/programs/{programId}/partners/{id}/notes', {
    path: { programId, id: partnerId },
  });
  return (
    <Card component="section" aria-label={texts.notes} mt="md">
      <Title order={2}>{texts.notes}</Title>
      <Text size="sm" c="dimmed" mb="md">
        {texts.onlyYourTeam}
      </Text>
      {canWrite && <NewNote partnerId={partnerId} />}
      {notes.error && <ErrorState error={notes.error} retry={notes.retry} />}
      {!canWrite && notes.rows?.length === 0 && <Text size="sm">{texts.noNotesYet}</Text>}
      <Stack gap="md" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {notes.rows?.map((note) => (
          <li key={note.id}>
            <NoteOfTeam note={note} partnerId={partnerId} canDelete={canWrite && note.is_own} />
          </li>
        ))}
      </Stack>
      {notes.more && (
        <Button variant="default" mt="md" onClick={notes.more} loading={notes.isLoadingMore ?? false}>
          {texts.showMore}
        </Button>
      )}
    </Card>
  );
}

function NewNote({ partnerId }: { readonly partnerId: number }) {
  const programId = useProgramId();
  const [body, setBody] = useState('');
  const create = useWrite('post', '/api/programs/{programId}/partners/{id}/notes', {
    done: texts.added,
    onDone: () => setBody(''),
  });
  const written = body.trim();
  return (
    <Group gap="xs" align="flex-end" mb="md">
      <Textarea
        aria-label={texts.newNote}
        placeholder={texts.newNote}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={LONGEST_NOTE}
        flex="1 1 16rem"
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={written === ''}
        loading={create.isSending}
        onClick={() => create.send({ path: { programId, id: partnerId }, body: { body: written } })}
      >
        {texts.addNote}
      </Button>
    </Group>
  );
}

interface NoteProps {
  readonly note: Note;
  readonly partnerId: number;
  readonly canDelete: boolean;
}

function NoteOfTeam({ note, partnerId, canDelete }: NoteProps) {
  const programId = useProgramId();
  const remove = useWrite('delete', '/api/programs/{programId}/partners/{id}/notes/{noteId}', {
    showsError: true,
    done: texts.deleted,
  });
  return (
    <>
      <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {note.body}
      </Text>
      <Group gap="xs" justify="space-between">
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {texts.by({ time: <Time at={note.created_at} />, by: note.by })}
        </Text>
        {canDelete && (
          <ConfirmButton
            size="compact-xs"
            variant="subtle"
            color="gray"
            c="dimmed"
            aria-label={texts.deleteNote({ time: formatMoment(note.created_at) })}
            title={texts.deleteQuestion}
            text={texts.goneForGood}
            confirm={texts.delete}
            write={remove}
            onConfirm={() => remove.sendAndWait({ path: { programId, id: partnerId, noteId: note.id } })}
          >
            {texts.delete}
          </ConfirmButton>
        )}
      </Group>
    </>
  );
}
