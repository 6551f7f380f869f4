import { Button, Card, List, Stack, Text, Title } from '@mantine/core';
import { useWrite } from '../../api/use-write.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/programs.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { NoPermission } from '../../ui/no-permission.js';
import { Time } from '../../ui/time.js';

/** Taking a program out of use, and back. */
export function ArchiveProgramPage() {
  const canArchive = useCan('workspace:write');
  const { archived_at: archivedAt } = useProgram();
  return (
    <>
      <title>{texts.archiveSvc}</title>
      {!canArchive ? (
        <NoPermission who={texts.owners} />
      ) : archivedAt === null ? (
        <Archive />
      ) : (
        <Restore archivedAt={archivedAt} />
      )}
    </>
  );
}

function Archive() {
  const programId = useProgramId();
  const { name } = useProgram();
  const archive = useWrite('post', '/api/programs/{programId}/archive', {
    done: texts.programArchived,
    showsError: true,
  });
  return (
    <Card>
      <Stack gap="md" align="flex-start">
        <div>
          <Title order={2}>{texts.archiveThisProgram}</Title>
          <Text size="sm" c="dimmed" mt={4}>
            {texts.archiveAProgramYouNo}
          </Text>
        </div>
        <Consequences />
        <ConfirmButton
          isDangerous
          title={texts.archiveQuestion({ name })}
          text={<Consequences />}
          confirm={texts.archiveProgram}
          typeToConfirm={name}
          write={archive}
          onConfirm={() => archive.sendAndWait({ path: { programId }, body: { name } })}
        >
          {texts.archiveProgram}
        </ConfirmButton>
      </Stack>
    </Card>
  );
}

function Consequences() {
  return (
    <List size="sm" spacing={4}>
      <List.Item>{texts.itsLinksNoLongerCount}</List.Item>
      <List.Item>{texts.newSalesAreRejectedBoth}</List.Item>
      <List.Item>{texts.refundsAndDisputesOfEarlier}</List.Item>
      <List.Item>{texts.yourRecordsStayCommissionsStill}</List.Item>
    </List>
  );
}

function Restore({ archivedAt }: { readonly archivedAt: string }) {
  const programId = useProgramId();
  const restore = useWrite('post', '/api/programs/{programId}/restore', {
    done: texts.programRestored,
  });
  return (
    <Card>
      <Stack gap="md" align="flex-start">
        <div>
          <Title order={2}>{texts.thisProgramIsArchived}</Title>
          <Text size="sm" c="dimmed" mt={4} component="div">
            {texts.archivedLinksAndApiKeys({ time: <Time at={archivedAt} /> })}
          </Text>
        </div>
        <Button loading={restore.isSending} onClick={() => restore.send({ path: { programId }, body: {} })}>
          {texts.restoreProgram}
        </Button>
      </Stack>
    </Card>
  );
}
