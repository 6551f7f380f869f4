import { Select, Text } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { useList } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { idField } from '../../session/search.js';
import { useCan, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/groups.js';
import { SelectFilter } from '../../ui/filters.js';
import { useSavedAtOnce } from '../../ui/use-saved-at-once.js';
import type { PartnerDetail } from './partner-detail.js';

const NONE = 'none';
const ALL_AT_ONCE = { limit: '200', sort: 'name' } as const;

/** A group as an option of a `Select`. */
interface GroupOption {
  readonly value: string;
  readonly label: string;
  /** Its own rate, which joining or leaving it changes for a partner; null: none. */
  readonly rule: Row<'/api/programs/{programId}/groups'>['commission'];
}

/** The groups of the program, by name, as options of a `Select`. */
export function useGroupOptions(): readonly GroupOption[] {
  const programId = useProgramId();
  const { rows = [] } = useList('/api/programs/{programId}/groups', {
    path: { programId },
    query: ALL_AT_ONCE,
  });
  return rows.map(({ id, name, commission }) => ({
    value: String(id),
    label: name,
    rule: commission,
  }));
}

/** The groups that the user may put a partner into: who may not change rates cannot choose one that has a rate. */
export function usePermittedGroups(): readonly GroupOption[] {
  const canSetRate = useCan('program:write');
  return useGroupOptions().filter(({ rule }) => canSetRate || rule === null);
}

/** Reads a group in an address: its number, or `none` for no group. */
export function groupField(value: unknown): string | undefined {
  return value === NONE ? NONE : idField(value);
}

/** One of the program's groups, or none of them; nothing where there are none. */
export function GroupFilter({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (group: string | undefined) => void;
}) {
  const groups = useGroupOptions();
  if (groups.length === 0) return null;
  const options = [...groups, { value: NONE, label: texts.noGroup }];
  return (
    <SelectFilter label={texts.group} options={options} value={value} onChange={onChange} isSearchable />
  );
}

/**
 * Chooses a group of the program, or none; nothing where the program has none. Who may not change rates cannot choose a group that
 * has one, nor another group in its place.
 */
export function GroupSelect({
  value,
  onChange,
}: {
  readonly value: number | null;
  readonly onChange: (groupId: number | null) => void;
}) {
  const canSetRate = useCan('program:write');
  const options = useGroupOptions();
  if (options.length === 0) return null;
  const current = value === null ? NONE : String(value);
  const isFixed = !canSetRate && options.some((option) => option.value === current && option.rule !== null);
  return (
    <Select
      label={texts.group}
      data={[
        { value: NONE, label: texts.noGroup },
        ...options.map(({ rule, ...option }) => ({
          ...option,
          disabled: rule !== null && !canSetRate,
        })),
      ]}
      value={current}
      onChange={(next) => onChange(next === null || next === NONE ? null : Number(next))}
      allowDeselect={false}
      searchable={options.length > 8}
      disabled={isFixed}
    />
  );
}

/** The group of a partner. Another one is taken at once. */
export function PartnerGroup({
  partner: { id, group_id: groupId, group },
}: {
  readonly partner: PartnerDetail;
}) {
  const programId = useProgramId();
  const canWrite = useCan('partner:write');
  const update = useWrite('patch', '/api/programs/{programId}/partners/{id}');
  const [shown, choose] = useSavedAtOnce(groupId, async (next) => {
    const answer = await update.sendAndWait({ path: { programId, id }, body: { group_id: next } });
    return answer && { stored: answer.group_id };
  });
  if (!canWrite) return group === null ? null : <Text size="sm">{`${texts.group}: ${group}`}</Text>;
  return <GroupSelect value={shown} onChange={choose} />;
}
