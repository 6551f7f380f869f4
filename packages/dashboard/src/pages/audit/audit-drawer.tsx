import { Stack, Table, Text } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { texts } from '../../texts/audit.js';
import { common } from '../../texts/common.js';
import { Time } from '../../ui/time.js';
import { nameOfActor, nameOfTarget } from './audit-actions.js';
import { type Difference, differencesOf } from './audit-diff.js';
import classes from './audit-drawer.module.css';

type Entry = Row<'/api/workspaces/{workspaceId}/audit'>;

/** One change: who, when, and what is different since. */
export function AuditDetails({ entry, where }: { readonly entry: Entry; readonly where: string }) {
  const differences = differencesOf(entry);
  const target = nameOfTarget(entry, where);
  return (
    <Stack gap="md">
      <Text size="sm" component="div">
        <strong>{nameOfActor(entry.by)}</strong>, <Time at={entry.occurred_at} />
        <Text span inherit c="dimmed" display="block">
          {target === where ? where : `${target} · ${where}`}
        </Text>
      </Text>
      {differences.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noRecordedFieldsChanged}
        </Text>
      ) : (
        <Differences differences={differences} isNew={entry.before === null} isGone={entry.after === null} />
      )}
    </Stack>
  );
}

function Differences({
  differences,
  isNew,
  isGone,
}: {
  readonly differences: readonly Difference[];
  readonly isNew: boolean;
  readonly isGone: boolean;
}) {
  return (
    <Table layout="fixed" fz="sm" verticalSpacing={6} aria-label={texts.changes}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.field}</Table.Th>
          {!isNew && <Table.Th>{texts.before}</Table.Th>}
          {!isGone && <Table.Th>{isNew ? texts.value : texts.after}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {differences.map(({ field, before, after }) => (
          <Table.Tr key={field}>
            <Table.Th scope="row" fw={400} c="dimmed">
              {field}
            </Table.Th>
            {!isNew && (
              <Table.Td className={classes.value}>
                <Value value={before} isOld={!isGone} />
              </Table.Td>
            )}
            {!isGone && (
              <Table.Td className={classes.value}>
                <Value value={after} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Value({ value, isOld = false }: { readonly value: string | null; readonly isOld?: boolean }) {
  if (value === null) {
    return (
      <Text span inherit c="dimmed">
        {common.none}
      </Text>
    );
  }
  return isOld ? <del className={classes.old}>{value}</del> : value;
}
