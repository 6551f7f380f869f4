import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type AuthSession, auth } from '../../api/auth.js';
import { useAction } from '../../api/use-write.js';
import { deviceOf } from '../../format/device.js';
import { leave } from '../../session/leave.js';
import { texts } from '../../texts/account.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { SectionTitle } from '../../ui/section-title.js';
import { ErrorState, Loading } from '../../ui/states.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';

/** Where one is signed in, and the way out of all of it. */
export function Sessions() {
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: auth.sessions });
  const current = useQuery({ queryKey: ['session'], queryFn: auth.session });
  const everywhere = useAction(() => leave(auth.revokeSessions), { showsError: true });
  return (
    <Card>
      <Group justify="space-between" mb="sm">
        <SectionTitle id="sessions" size="h3">
          {texts.activeSessions}
        </SectionTitle>
        <ConfirmButton
          title={texts.signOutEverywhereQuestion}
          text={texts.thisEndsAllYourSessions}
          confirm={texts.signOutEverywhere}
          write={everywhere}
          onConfirm={() => everywhere.sendAndWait(undefined)}
          size="xs"
        >
          {texts.signOutEverywhere}
        </ConfirmButton>
      </Group>
      {sessions.error && <ErrorState error={sessions.error} retry={() => void sessions.refetch()} />}
      {sessions.isPending && <Loading height={120} />}
      <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {sessions.data?.map((session) => (
          <SessionLine
            key={session.id}
            session={session}
            isCurrent={session.id === current.data?.session.id}
          />
        ))}
      </Stack>
    </Card>
  );
}

function SessionLine({ session, isCurrent }: { readonly session: AuthSession; readonly isCurrent: boolean }) {
  const end = useAction(() => auth.revokeSession(session.token), { done: texts.sessionSignedOut });
  const where = deviceOf(session.userAgent);
  return (
    <Group justify="space-between" component="li" wrap="nowrap">
      <div>
        <Text size="sm" component="div">
          {where} {isCurrent && <StatusBadge status="none" label={texts.thisDevice} />}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {texts.signedIn({ time: <Time at={session.createdAt} /> })}
        </Text>
      </div>
      {!isCurrent && (
        <Button
          variant="default"
          size="xs"
          flex="none"
          loading={end.isSending}
          onClick={() => end.send(undefined)}
          aria-label={texts.signOutOf({ where })}
        >
          {texts.signOut}
        </Button>
      )}
    </Group>
  );
}
