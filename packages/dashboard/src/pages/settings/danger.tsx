import { Button, Card, List, Stack, Text, Title } from '@mantine/core';
import { useWrite } from '../../api/use-write.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { NoPermission } from '../../ui/no-permission.js';
import { Time } from '../../ui/time.js';

/** Taking a program out of use, and back. */
export function Page() {
  const canArchive = useCan('workspace:write');
  const { archived_at: archivedAt } = useProgram();
  return (
    <>
      <title>Archive · svc</title>
      {!canArchive ? (
        <NoPermission what="Archiving a program is" who="owners" />
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
    done: 'The program is archived',
    showsError: true,
  });
  return (
    <Card>
      <Stack gap="md" align="flex-start">
        <div>
          <Title order={2}>Archive this program</Title>
          <Text size="sm" c="dimmed" mt={4}>
            For a program that has come to its end. You can restore it here later.
          </Text>
        </div>
        <Consequences />
        <ConfirmButton
          isDangerous
          title={`Archive ${name}?`}
          text={<Consequences />}
          confirm="Archive program"
          typeToConfirm={name}
          write={archive}
          onConfirm={() => archive.sendAndWait({ path: { programId }, body: { name } })}
        >
          Archive program
        </ConfirmButton>
      </Stack>
    </Card>
  );
}

function Consequences() {
  return (
    <List size="sm" spacing={4}>
      <List.Item>Its links no longer count clicks, and your site can't report sign-ups for it.</List.Item>
      <List.Item>New sales are refused, from your server and from your payment provider.</List.Item>
      <List.Item>
        Refunds and disputes of earlier sales still count; your API keys work for refunds only.
      </List.Item>
      <List.Item>The books stay: commissions become payable, and can be paid.</List.Item>
    </List>
  );
}

function Restore({ archivedAt }: { readonly archivedAt: string }) {
  const programId = useProgramId();
  const restore = useWrite('post', '/api/programs/{programId}/restore', {
    done: 'The program is in use again',
  });
  return (
    <Card>
      <Stack gap="md" align="flex-start">
        <div>
          <Title order={2}>This program is archived</Title>
          <Text size="sm" c="dimmed" mt={4} component="div">
            Since <Time at={archivedAt} />. Links and API keys work again as soon as it is restored; what was
            sent in between was refused.
          </Text>
        </div>
        <Button loading={restore.isSending} onClick={() => restore.send({ path: { programId }, body: {} })}>
          Restore program
        </Button>
      </Stack>
    </Card>
  );
}
