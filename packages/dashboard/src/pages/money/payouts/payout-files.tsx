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

/** The files to send the money of a run with; nothing where none of it is still to be sent. */
export function PayoutFiles({ run }: { readonly run: Run }) {
  const programId = useProgramId();
  const open = run.payouts.filter(({ status }) => status === 'open');
  const files = FILES.map((file) => ({
    ...file,
    count: open.filter(({ method }) => (method ?? 'bank') === file.format).length,
  })).filter(({ count }) => count > 0);
  if (files.length === 0) return null;
  return (
    <Card mb="md" component="section" aria-labelledby="files">
      <Title order={2} size="h3" id="files">
        Files to pay with
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        Every payout that is still to be sent is in exactly one of these CSV files, by how its partner wants
        to be paid. Whoever has not said so is in the one for the bank.
      </Text>
      <Group gap="xs">
        {files.map(({ format, label, count }) => (
          <DownloadLink
            key={format}
            href={addressOf('/api/programs/{programId}/payout-runs/{id}/file', {
              path: { programId, id: run.id },
              query: { format },
            })}
          >
            {`${label} CSV (${count})`}
          </DownloadLink>
        ))}
      </Group>
    </Card>
  );
}
