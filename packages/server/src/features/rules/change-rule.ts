import type { RuleInput, RuleItem } from '@svc/contract';
import type { ClientBase } from 'pg';
import { type Change, changed } from '../../operations/change.js';
import { RefusedError } from '../../operations/refused-error.js';
import { addRuleVersion, lockRules } from './add-rule-version.js';
import { findRule } from './list-rules.js';
import { termsFromInput } from './terms-from-input.js';

/** Gives a program, or one partner in it, the next version of its rule. */
export async function changeRule(
  client: ClientBase,
  owner: { readonly programId: number; readonly partnerId: number | null },
  input: RuleInput,
): Promise<Change<RuleItem>> {
  const { programId, partnerId } = owner;
  await lockRules(client, programId);
  const enrollmentId = partnerId === null ? null : await findEnrollment(client, programId, partnerId);
  const own = await findRule(client, { programId, enrollmentId });
  // A partner without a rule of their own earned by the program's.
  const isOwn = enrollmentId === null || (own !== null && own.type !== 'program');
  const before = isOwn ? own : await findRule(client, { programId, enrollmentId: null });
  const rule = await addRuleVersion(client, { programId, enrollmentId, terms: termsFromInput(input) });
  const after = rule && (await findRule(client, { programId, enrollmentId }));
  if (after === null) throw new RefusedError('not_found');
  const on = partnerId === null ? 'program' : 'partner';
  return changed(after, { on, id: partnerId ?? programId, before, after });
}

/** The enrollment of a partner in a program, or a refusal. */
export async function findEnrollment(
  client: ClientBase,
  programId: number,
  partnerId: number,
): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    'select id from enrollments where program_id = $1 and partner_id = $2',
    [programId, partnerId],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new RefusedError('not_found');
  return id;
}
