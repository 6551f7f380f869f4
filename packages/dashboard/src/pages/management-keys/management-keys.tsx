import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useList } from '../../api/use-read.js';
import { useCan, useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts as keyTexts } from '../../texts/keys.js';
import { texts } from '../../texts/management-keys.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SearchFilter } from '../../ui/filters.js';
import { KeyName, LastUsed, MadeKey } from '../../ui/key-parts.js';
import { NoPermission } from '../../ui/no-permission.js';
import { PageHeader } from '../../ui/page-header.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { NOTHING_FOUND, useListPage } from '../../ui/use-list-page.js';
import { useNow } from '../../ui/use-now.js';
import { CreateManagementKey } from './create-management-key.js';
import { RevokeManagementKey, RotateManagementKey } from './management-key-actions.js';
import { type ManagementKey, nameOfPermission } from './permissions.js';

/** What one does with keys, and which is under way. */
type Step =
  | { readonly is: 'create' }
  | { readonly is: 'rotate'; readonly key: ManagementKey }
  | { readonly is: 'made'; readonly secret: string };

/** The keys with which programs manage the workspace. */
export function ManagementKeysPage() {
  return useCan('key:write') ? (
    <ManagementKeys />
  ) : (
    <>
      <PageHeader title={texts.managementKeys} />
      <NoPermission who={texts.ownersAndAdmins} />
    </>
  );
}

function ManagementKeys() {
  const workspaceId = useWorkspaceId();
  const [step, setStep] = useState<Step | null>(null);
  const closeDialog = () => setStep(null);
  const showMade = (secret: string) => setStep({ is: 'made', secret });
  // Looked at whenever it is drawn, because a key that has just ended is no longer valid.
  const now = useNow(true);
  const page = useListPage('/api/workspaces/{workspaceId}/management-keys', { path: { workspaceId } });
  const programs = useList('/api/workspaces/{workspaceId}/programs', {
    path: { workspaceId },
    query: { limit: '200' },
  });
  const nameOfProgram = (programId: number | null) =>
    programId === null
      ? texts.allPrograms
      : (programs.rows?.find(({ id }) => id === programId)?.name ?? texts.oneProgram({ programId }));
  const columns = keyColumns({ now, nameOfProgram, rotate: (key) => setStep({ is: 'rotate', key }) });
  const create = <Button onClick={() => setStep({ is: 'create' })}>{texts.createKey}</Button>;
  return (
    <>
      <PageHeader title={texts.managementKeys} description={texts.programsUseThem} actions={create} />
      <Filters
        onClear={page.isSearched ? () => page.clear() : undefined}
        files={page.files}
        view={{ list: 'management-keys', columns: columns }}
      >
        <SearchFilter {...page.search} />
      </Filters>
      <DataTable
        onClear={page.isSearched ? () => page.clear() : undefined}
        label={texts.managementKeys}
        list={page.list}
        sorting={page.sorting}
        view="management-keys"
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={3}
        empty={
          page.isSearched
            ? NOTHING_FOUND
            : { title: texts.noManagementKeysYet, text: texts.createOneForYourScripts, action: create }
        }
      />
      {step?.is === 'create' && <CreateManagementKey onClose={closeDialog} onMade={showMade} />}
      {step?.is === 'rotate' && (
        <RotateManagementKey managementKey={step.key} onClose={closeDialog} onMade={showMade} />
      )}
      {step?.is === 'made' && (
        <MadeKey
          secret={step.secret}
          label={texts.managementKey}
          note={texts.sendItAs({ header: <code>Authorization: Bearer svc_mk_…</code> })}
          onClose={closeDialog}
        />
      )}
    </>
  );
}

function isOver({ revoked_at, expires_at }: ManagementKey, now: number): boolean {
  return revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= now);
}

function keyColumns({
  now,
  nameOfProgram,
  rotate,
}: {
  readonly now: number;
  readonly nameOfProgram: (programId: number | null) => string;
  readonly rotate: (key: ManagementKey) => void;
}): Column<ManagementKey>[] {
  return [
    { key: 'key', header: keyTexts.key, sort: 'name', cell: (key) => <KeyName {...key} /> },
    {
      key: 'access',
      header: texts.access,
      cell: ({ program_id, permissions }) => (
        <div>
          {nameOfProgram(program_id)}
          <Text size="xs" c="dimmed" maw={320}>
            {permissions.map(nameOfPermission).join(', ')}
          </Text>
        </div>
      ),
    },
    { key: 'state', header: common.status, cell: (key) => <KeyState managementKey={key} now={now} /> },
    {
      key: 'made',
      header: common.created,
      sort: '-created_at',
      cell: ({ created_at, created_by, creator_left }) => (
        <div>
          <Time at={created_at} form="date" />
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {texts.createdBy({ who: created_by })}
          </Text>
          {creator_left && <StatusBadge status="held" label={texts.creatorLeft} />}
        </div>
      ),
    },
    {
      key: 'used',
      header: keyTexts.lastUsed,
      sort: '-last_used_at',
      cell: ({ last_used_at }) => <LastUsed at={last_used_at} />,
    },
    {
      key: 'actions',
      header: common.actions,
      align: 'end',
      cell: (key) =>
        isOver(key, now) ? null : (
          <Group gap={6} justify="flex-end" wrap="nowrap">
            <Button
              size="xs"
              variant="default"
              onClick={() => rotate(key)}
              aria-label={keyTexts.rotateKeyNamed({ name: key.name, hint: key.hint })}
            >
              {keyTexts.rotate}
            </Button>
            <RevokeManagementKey managementKey={key} />
          </Group>
        ),
    },
  ];
}

function KeyState({ managementKey, now }: { readonly managementKey: ManagementKey; readonly now: number }) {
  const { expires_at: expiresAt, revoked_at: revokedAt } = managementKey;
  if (revokedAt !== null) return <StatusBadge status="expired" label={common.revoked} />;
  if (expiresAt === null) return <StatusBadge status="active" />;
  if (isOver(managementKey, now)) return <StatusBadge status="expired" />;
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <StatusBadge status="held" label={keyTexts.expires} /> <Time at={expiresAt} form="relative" />
    </span>
  );
}
