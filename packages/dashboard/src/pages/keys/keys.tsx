import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useCan, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/keys.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Filters, SearchFilter } from '../../ui/filters.js';
import { KeyName, LastUsed, MadeKey } from '../../ui/key-parts.js';
import { NoPermission } from '../../ui/no-permission.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { NOTHING_FOUND, useListPage } from '../../ui/use-list-page.js';
import { useNow } from '../../ui/use-now.js';
import { type ApiKey, CreateKey, RotateKey, WithdrawKey } from './key-actions.js';

/** What one does with keys, and which is under way. */
type Step =
  | { readonly is: 'create' }
  | { readonly is: 'rotate'; readonly key: ApiKey }
  | { readonly is: 'made'; readonly secret: string };

/** The keys by which the program's server is known. */
export function KeysPage() {
  const canManage = useCan('api_key:write');
  return (
    <>
      <title>{texts.apiKeysSvc}</title>
      {canManage ? <Keys /> : <NoPermission who={texts.ownersAndAdmins} />}
    </>
  );
}

function Keys() {
  const programId = useProgramId();
  const [step, setStep] = useState<Step | null>(null);
  const closeDialog = () => setStep(null);
  const showMade = (secret: string) => setStep({ is: 'made', secret });
  const now = useNow(true);
  const page = useListPage('/api/programs/{programId}/keys', { path: { programId } });
  const create = <Button onClick={() => setStep({ is: 'create' })}>{texts.createKey}</Button>;
  const columns = keyColumns(now, (key) => setStep({ is: 'rotate', key }));
  return (
    <Stack gap="md">
      <Card>
        <Group justify="space-between" align="flex-start" gap="md">
          <div>
            <Title order={2}>{common.apiKeys}</Title>
            <Text size="sm" c="dimmed" mt={4} maw={600}>
              {texts.yourServerUsesAnApi}
            </Text>
          </div>
          {create}
        </Group>
      </Card>
      <Filters
        onClear={page.isSearched ? () => page.clear() : undefined}
        files={page.files}
        view={{ list: 'keys', columns: columns }}
      >
        <SearchFilter {...page.search} />
      </Filters>
      <DataTable
        onClear={page.isSearched ? () => page.clear() : undefined}
        label={common.apiKeys}
        list={page.list}
        sorting={page.sorting}
        view="keys"
        columns={columns}
        rowKey={({ id }) => id}
        expectedRows={3}
        empty={
          page.isSearched
            ? NOTHING_FOUND
            : { title: texts.noApiKeysYet, text: texts.createOneForYourServer, action: create }
        }
      />
      {step?.is === 'create' && <CreateKey onClose={closeDialog} onMade={showMade} />}
      {step?.is === 'rotate' && <RotateKey apiKey={step.key} onClose={closeDialog} onMade={showMade} />}
      {step?.is === 'made' && (
        <MadeKey
          secret={step.secret}
          label={texts.apiKey}
          note={texts.yourServerReadsItFrom({ code: <code>SVC_API_KEY</code> })}
          onClose={closeDialog}
        />
      )}
    </Stack>
  );
}

function isOver({ expires_at: at }: ApiKey, now: number): boolean {
  return at !== null && Date.parse(at) <= now;
}

function keyColumns(now: number, rotate: (key: ApiKey) => void): Column<ApiKey>[] {
  return [
    {
      key: 'key',
      header: texts.key,
      sort: 'name',
      cell: (key) => <KeyName {...key} />,
    },
    { key: 'state', header: common.status, cell: (key) => <KeyState apiKey={key} now={now} /> },
    {
      key: 'made',
      header: common.created,
      sort: '-created_at',
      cell: ({ created_at }) => <Time at={created_at} form="date" />,
    },
    {
      key: 'used',
      header: texts.lastUsed,
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
            {key.expires_at === null && (
              <Button
                size="xs"
                variant="default"
                onClick={() => rotate(key)}
                aria-label={texts.rotateKeyNamed({ name: key.name, hint: key.hint })}
              >
                {texts.rotate}
              </Button>
            )}
            <WithdrawKey apiKey={key} />
          </Group>
        ),
    },
  ];
}

function KeyState({ apiKey, now }: { readonly apiKey: ApiKey; readonly now: number }) {
  if (apiKey.expires_at === null) return <StatusBadge status="active" />;
  if (isOver(apiKey, now)) return <StatusBadge status="expired" label={common.revoked} />;
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <StatusBadge status="held" label={texts.expires} /> <Time at={apiKey.expires_at} form="relative" />
    </span>
  );
}
