import type { GroupItem, RuleInput } from '@svc/contract';
import type { ClientBase } from 'pg';
import { isUniqueViolation } from '../../database/transaction.js';
import { RefusedError } from '../../operations/refused-error.js';
import { termsOfInput } from '../rules/rule-terms.js';

export const SELECT_GROUPS = `
  select g.id, g.name, g.rule, g.rule_version, g.created_at,
         (select count(*)::integer from enrollments e where e.group_id = g.id) as partners
    from partner_groups g`;

/** A row that `SELECT_GROUPS` reads. */
export interface GroupRow extends Omit<GroupItem, 'commission' | 'created_at'> {
  readonly rule: RuleInput | null;
  readonly rule_version: number;
  readonly created_at: Date;
}

/** A group as it is shown. */
export function groupFromRow({ rule, rule_version: version, created_at, ...row }: GroupRow): GroupItem {
  return { ...row, commission: rule && termsOfInput(rule, version), created_at: created_at.toISOString() };
}

/** A group of a program, locked until the transaction ends; null when there is none. */
export async function lockGroup(
  client: ClientBase,
  programId: number,
  groupId: number,
): Promise<GroupRow | null> {
  await client.query('select 1 from partner_groups where id = $1 and program_id = $2 for no key update', [
    groupId,
    programId,
  ]);
  const { rows } = await client.query<GroupRow>(
    `${SELECT_GROUPS} where g.id = $1 and g.program_id = $2 and g.removed_at is null`,
    [groupId, programId],
  );
  return rows[0] ?? null;
}

/** The ids of the relationships of the members of a group. */
export async function findMembers(client: ClientBase, groupId: number): Promise<readonly number[]> {
  const { rows } = await client.query<{ id: number }>(
    'select id from enrollments where group_id = $1 order by id',
    [groupId],
  );
  return rows.map(({ id }) => id);
}

interface Caller {
  readonly permissions: readonly string[];
}

/** Whether a caller may change what partners earn. */
export function mayChangeRules({ permissions }: Caller): boolean {
  return permissions.includes('program:write');
}

/** Refuses a field that changes what partners earn, where the caller may not do that. */
export function requireRulePermission(caller: Caller, field: string): void {
  if (!mayChangeRules(caller)) throw new RefusedError('field_invalid', field);
}

/** For `catch` of a statement that writes a name. */
export function refuseTakenName(error: unknown): never {
  throw isUniqueViolation(error) ? new RefusedError('name_taken') : error;
}
