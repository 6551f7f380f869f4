import { Alert } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useRead } from '../../api/use-read.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/payouts.js';
import type { Run } from './payee.js';

const READ_EVERY_MS = 2000;

/** Says that payouts of a run are still being created, and reads the run again until all of them are. */
export function BeingCreated({ run }: { readonly run: Run }) {
  const programId = useProgramId();
  const input = { path: { programId, id: String(run.id) } };
  useRead('/api/programs/{programId}/payout-runs/{id}', input, { everyMs: READ_EVERY_MS });
  return (
    <Alert
      mb="md"
      variant="light"
      color="yellow"
      role="status"
      icon={<IconClock size={18} aria-hidden />}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      title={texts.beingCreated}
    >
      {texts.beingCreatedHint}
    </Alert>
  );
}
