import { Box, Card, Group, Stack, Text, Title } from '@mantine/core';
import { addressOf, type Row } from '../../api/client.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/payouts.js';
import { CopyButton } from '../../ui/copy.js';
import type { Column } from '../../ui/data-table.js';
import { DownloadLink } from '../../ui/download-link.js';
import { Identifier } from '../../ui/identifier.js';
import { ListTable } from '../../ui/list-table.js';
import { Money } from '../../ui/money.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';
import { PayFile } from './mark-paid.js';
import { FILES, fileLabel, type Run } from './payee.js';

type WrittenFile = Row<'/api/programs/{programId}/payout-runs/{id}/files'>;

/** A download does not notify this page, so it polls the list. */
const POLL_EVERY_MS = 5000;

/** The payment files of the open payouts of a run; empty if none are open. */
export function PayoutFiles({ run }: { readonly run: Run }) {
  const programId = useProgramId();
  const open = run.payouts.filter(({ status }) => status === 'open');
  const files = FILES.map((file) => {
    const paid = open.filter(({ format }) => format === file.format);
    return { ...file, count: paid.length, missing: paid.filter(({ method }) => method === null).length };
  }).filter(({ count }) => count > 0);
  if (files.length === 0) return null;
  return (
    <Card mb="md" component="section" aria-labelledby="files">
      <Title order={2} size="h3" id="files">
        {texts.paymentFiles}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        {texts.eachOpenPayout}
      </Text>
      <Stack gap="xs">
        {files.map(({ format, label, count, missing }) => (
          <Group key={format} gap="xs">
            <DownloadLink
              href={addressOf('/api/programs/{programId}/payout-runs/{id}/file', {
                path: { programId, id: run.id },
                query: { format },
              })}
            >
              {missing > 0
                ? texts.fileWithMissing({ label, count, missing })
                : texts.fileWithCount({ label, count })}
            </DownloadLink>
            {files.length > 1 && <PayFile run={run} format={format} count={count} />}
          </Group>
        ))}
      </Stack>
    </Card>
  );
}

const COLUMNS: readonly Column<WrittenFile>[] = [
  { key: 'file', header: texts.file, cell: (file) => texts.fileName({ fileLabel: fileLabel(file.format) }) },
  {
    key: 'created',
    header: texts.downloaded,
    sort: '-created_at',
    cell: (file) => <Time at={file.created_at} />,
  },
  { key: 'by', header: texts.by, cell: (file) => file.created_by },
  {
    key: 'sha256',
    onPhone: 'hidden',
    header: texts.sha256,
    cell: (file) => (
      <Group gap={4} wrap="nowrap" miw={0}>
        <Box miw={0} style={{ display: 'flex' }}>
          <Identifier>{file.sha256}</Identifier>
        </Box>
        <CopyButton value={file.sha256} label={texts.copySha256} />
      </Group>
    ),
  },
  {
    key: 'payouts',
    header: common.payouts,
    align: 'end',
    cell: (file) => texts.payoutCount({ payouts: file.payouts.length }),
  },
  {
    key: 'amount',
    header: common.amount,
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
  const page = useListPage(
    '/api/programs/{programId}/payout-runs/{id}/files',
    { path: { programId, id: run.id } },
    { everyMs: POLL_EVERY_MS, name: 'files' },
  );
  return (
    <section aria-labelledby="downloads">
      <Title order={2} id="downloads" mt="lg" mb="xs">
        {texts.downloadedPaymentFiles}
      </Title>
      <ListTable
        label={texts.downloadedPaymentFiles}
        page={page}
        view="payout-files"
        searched={texts.searchFiles}
        columns={COLUMNS}
        rowKey={(file) => file.id}
        expectedRows={1}
        empty={{
          title: texts.noDownloadsYet,
          text: texts.downloadedPaymentFilesAppearHere,
        }}
      />
    </section>
  );
}
