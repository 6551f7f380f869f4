import { Box, Card, Group, Stack, Text, Title } from '@mantine/core';
import { addressOf, type Row } from '../../../api/client.js';
import { useList } from '../../../api/use-read.js';
import { plural } from '../../../format/number.js';
import { useProgramId } from '../../../session/session.js';
import { CopyButton } from '../../../ui/copy.js';
import { type Column, DataTable } from '../../../ui/data-table.js';
import { DownloadLink } from '../../../ui/download-link.js';
import { Identifier } from '../../../ui/identifier.js';
import { Money } from '../../../ui/money.js';
import { Time } from '../../../ui/time.js';
import { PayFile } from './mark-paid.js';
import { FILES, fileLabel, type Run } from './payee.js';

type WrittenFile = Row<'/api/programs/{programId}/payout-runs/{id}/files'>;

/** A download changes the list without this page being told. */
const LOOK_EVERY_MS = 5000;

/** The files to send the money of a run with; nothing where none of it is still to be sent. */
export function PayoutFiles({ run }: { readonly run: Run }) {
  const programId = useProgramId();
  const open = run.payouts.filter(({ status }) => status === 'open');
  const files = FILES.map((file) => ({
    ...file,
    count: open.filter(({ format }) => format === file.format).length,
  })).filter(({ count }) => count > 0);
  if (files.length === 0) return null;
  return (
    <Card mb="md" component="section" aria-labelledby="files">
      <Title order={2} size="h3" id="files">
        Payment files
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        Each open payout is in exactly one of these CSV files, by the payout details it was created with.
        Payouts without payout details are in the bank file. Every download is recorded.
      </Text>
      <Stack gap="xs">
        {files.map(({ format, label, count }) => (
          <Group key={format} gap="xs">
            <DownloadLink
              href={addressOf('/api/programs/{programId}/payout-runs/{id}/file', {
                path: { programId, id: run.id },
                query: { format },
              })}
            >
              {`${label} CSV (${count})`}
            </DownloadLink>
            <PayFile run={run} format={format} count={count} />
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

const COLUMNS: readonly Column<WrittenFile>[] = [
  { key: 'file', header: 'File', cell: (file) => `${fileLabel(file.format)} CSV` },
  { key: 'created', header: 'Downloaded', cell: (file) => <Time at={file.created_at} /> },
  { key: 'by', header: 'By', cell: (file) => file.created_by },
  {
    key: 'sha256',
    header: 'SHA-256',
    cell: (file) => (
      <Group gap={4} wrap="nowrap" miw={0}>
        <Box miw={0} style={{ display: 'flex' }}>
          <Identifier>{file.sha256}</Identifier>
        </Box>
        <CopyButton value={file.sha256} label="Copy SHA-256" />
      </Group>
    ),
  },
  { key: 'payouts', header: 'Payouts', align: 'end', cell: (file) => plural(file.payouts.length, 'payout') },
  {
    key: 'amount',
    header: 'Amount',
    align: 'end',
    cell: (file) => (
      <Stack gap={0} align="flex-end">
        {file.totals.map(({ currency, amount_cents }) => (
          <Money key={currency} amountCents={amount_cents} currency={currency} />
        ))}
      </Stack>
    ),
  },
];

/** The payment files of a run that were downloaded: when, by whom, and what identifies the file. */
export function DownloadedFiles({ run }: { readonly run: Run }) {
  const programId = useProgramId();
  const files = useList(
    '/api/programs/{programId}/payout-runs/{id}/files',
    { path: { programId, id: run.id } },
    { everyMs: LOOK_EVERY_MS },
  );
  return (
    <section aria-labelledby="downloads">
      <Title order={2} id="downloads" mt="lg" mb="xs">
        Downloaded payment files
      </Title>
      <DataTable
        label="Downloaded payment files"
        list={files}
        columns={COLUMNS}
        rowKey={(file) => file.id}
        expectedRows={1}
        empty={{
          title: 'No downloads yet',
          text: 'Each downloaded payment file is listed here with its SHA-256.',
        }}
      />
    </section>
  );
}
