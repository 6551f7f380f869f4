import { Button, Group, Stack, Text } from '@mantine/core';
import { useWrite } from '../../api/use-write.js';
import { type Program, useCan, useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/programs.js';
import { CopyButton } from '../../ui/copy.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { SectionTitle } from '../../ui/section-title.js';
import { StatusBadge } from '../../ui/status-badge.js';

type Host = Program['hosts'][number];

const COLUMNS: readonly Column<Host>[] = [
  { key: 'host', header: texts.host, cell: ({ host }) => host },
  { key: 'status', header: common.status, cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'record', header: texts.dnsRecord, onPhone: 'plain', cell: (host) => <DnsRecord {...host} /> },
];
const CHECK: Column<Host> = {
  key: 'check',
  header: common.actions,
  align: 'end',
  cell: ({ host }) => <CheckHost host={host} />,
};

/** Hosts of the origins and link domains of the program, and the DNS records that prove them. */
export function Hosts() {
  const { hosts } = useProgram();
  const canChange = useCan('program:write');
  if (hosts.length === 0) return null;
  return (
    <Stack gap="xs">
      <div>
        <SectionTitle id="hosts">{texts.hosts}</SectionTitle>
        <Text size="sm" c="dimmed" mt={4} maw={640}>
          {texts.hostsServeOneWorkspace}
        </Text>
      </div>
      <DataTable
        label={texts.hosts}
        list={{ rows: hosts, error: null, retry: () => undefined }}
        columns={canChange ? [...COLUMNS, CHECK] : COLUMNS}
        rowKey={({ host }) => host}
        empty={{ title: common.none }}
      />
    </Stack>
  );
}

function DnsRecord({ host, record }: Host) {
  return (
    <Stack gap={2}>
      <Group gap={4} wrap="nowrap">
        <Text size="sm">
          {texts.recordType} <code>_svc.{host}</code>
        </Text>
        <CopyButton value={`_svc.${host}`} label={texts.copyRecordName} />
      </Group>
      <Group gap={4} wrap="nowrap">
        <code style={{ overflowWrap: 'anywhere' }}>{record}</code>
        <CopyButton value={record} label={texts.copyRecordText} />
      </Group>
    </Stack>
  );
}

function CheckHost({ host }: { readonly host: string }) {
  const programId = useProgramId();
  const check = useWrite('post', '/api/programs/{programId}/hosts/{host}/check', {
    done: ({ record_found: isFound }) =>
      isFound ? texts.recordFound({ host }) : texts.recordNotFound({ name: `_svc.${host}` }),
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={check.isSending}
      aria-label={texts.checkRecordOf({ host })}
      onClick={() => check.send({ path: { programId, host }, body: {} })}
    >
      {texts.checkRecord}
    </Button>
  );
}
