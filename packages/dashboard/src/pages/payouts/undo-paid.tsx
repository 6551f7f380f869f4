import { Alert, Button, Group, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useWrite } from '../../api/use-write.js';
import { serverNow } from '../../format/clock.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/payouts.js';
import { useNow } from '../../ui/use-now.js';
import type { Run } from './payee.js';

/** Shorter than the service allows, so that a click at the last moment is in time. */
const UNDO_MS = 57_000;

/** For a minute after payouts of a run were marked as paid: how many there were together, and a button that opens them again. */
export function UndoPaid({ run }: { readonly run: Run }) {
  const programId = useProgramId();
  const reopen = useWrite('post', '/api/programs/{programId}/payout-runs/{id}/reopen', {
    done: ({ reopened: count }) => texts.openAgain({ count }),
  });
  const times = run.payouts.flatMap(({ status, settled_at: at }) => (status === 'paid' && at ? [at] : []));
  const latest = times.toSorted().at(-1);
  const endMs = latest === undefined ? 0 : Date.parse(latest) + UNDO_MS;
  const isOver = useNow(serverNow() < endMs, 1_000) >= endMs;
  if (latest === undefined || isOver) return null;
  return (
    <Alert mb="md" variant="light" color="brand" role="status" icon={<IconCheck size={18} aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {texts.markedAsPaid({ paid: times.filter((at) => at === latest).length })}. {texts.undoForAMinute}
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={reopen.isSending}
          onClick={() => reopen.send({ path: { programId, id: run.id }, body: { settled_at: latest } })}
        >
          {common.undo}
        </Button>
      </Group>
    </Alert>
  );
}
