import { Card, Group, Text, Title } from '@mantine/core';
import { addressOf } from '../../../api/client.js';
import { useProgramId } from '../../../session/session.js';
import { DownloadLink } from '../../../ui/download-link.js';
import type { Run } from './payee.js';

const FILES = [
  { format: 'bank', label: 'Bank' },
  { format: 'paypal', label: 'PayPal' },
  { format: 'wise', label: 'Wise' },
] as const;

/** The files to send the money of a run with; nothing where all of it was cancelled. */
export function PayoutFiles({ run }: { readonly run: Run }) {
  const programId = useProgramId();
  const { payouts } = run;
  if (payouts.every(({ status }) => status === 'cancelled')) return null;
  const isPartlyPaid = payouts.some(({ status }) => status === 'paid');
  return (
    <Card mb="md" component="section" aria-labelledby="files">
      <Title order={2} size="h3" id="files">
        Files to pay with
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        Each CSV file has every payout of the run that was not cancelled
        {isPartlyPaid && ', those that are paid already too'}. Keep only the lines you are going to pay that
        way, so that nobody is paid twice.
      </Text>
      <Group gap="xs">
        {FILES.map(({ format, label }) => (
          <DownloadLink
            key={format}
            href={addressOf('/api/programs/{programId}/payout-runs/{id}/file', {
              path: { programId, id: run.id },
              query: { format },
            })}
          >
            {`${label} CSV`}
          </DownloadLink>
        ))}
      </Group>
    </Card>
  );
}
