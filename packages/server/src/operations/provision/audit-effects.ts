import type { Place } from '../audit/change.js';
import { writeAuditEntries } from '../audit/change.js';
import type { Json } from './memory.js';
import type { NamedEntry, Run } from './run.js';
import type { Settled } from './settle.js';

/** Who provisioning is in the audit log. Contract-2, 7.1. */
const ACTOR = { userId: null, email: 'provision file' };

/** What the audit log says of an object besides its fields: what it is, and what names it for people. */
export interface AuditTarget {
  readonly on: string;
  readonly id: number | string;
  readonly place: Place;
  readonly identity?: Readonly<Record<string, Json>>;
}

type Audited = Pick<Settled, 'before' | 'after' | 'changed'>;

/** Notes that an object was created or updated; nothing where it was neither. */
export function auditSettled(
  run: Run,
  { before, after, changed }: Audited,
  actions: { readonly created: string; readonly updated: string },
  { on, id, place, identity }: AuditTarget,
): void {
  if (changed.size === 0) return;
  run.entries.push({
    action: before === null ? actions.created : actions.updated,
    on,
    id,
    place,
    before: before && { ...identity, ...before },
    after: { ...identity, ...after },
  });
}

/**
 * As `auditSettled` for an object with a commission: a new version of its rule has an entry of its own, and entries name the
 * version, because verify looks for the entry of each.
 */
export async function auditWithCommission(
  run: Run,
  settled: Audited,
  actions: { readonly created: string; readonly updated: string; readonly rule: string },
  target: AuditTarget,
): Promise<void> {
  const { before, after, changed } = settled;
  const { commission: newRule = null, ...fields } = after;
  const version = changed.has('commission') && newRule !== null ? await newestVersion(run, target) : 0;
  if (before === null) {
    const named = { ...settled, after: { ...fields, commission: ruleOf(newRule, version) } };
    auditSettled(run, named, actions, target);
    return;
  }
  const { commission: oldRule = null, ...oldFields } = before;
  const others = new Set([...changed].filter((name) => name !== 'commission'));
  auditSettled(run, { before: oldFields, after: fields, changed: others }, actions, target);
  if (!changed.has('commission')) return;
  const { on, id, place } = target;
  const rules = { before: ruleOf(oldRule, version - 1), after: ruleOf(newRule, version) };
  run.entries.push({ action: actions.rule, on, id, place, ...rules });
}

function ruleOf(rule: Json, version: number): Json {
  return rule === null ? null : { ...(rule as Readonly<Record<string, Json>>), version };
}

/** The newest version of the rule of a program, or of a partner in it. */
async function newestVersion({ client }: Run, { on, id, place }: AuditTarget): Promise<number> {
  const { rows } = await client.query<{ version: number }>(
    `select coalesce(max(r.version), 0) as version from commission_rules r
       left join enrollments e on e.id = r.enrollment_id
      where r.program_id = $1 and coalesce(e.partner_id, 0) = $2`,
    [place.programId, on === 'partner' ? id : 0],
  );
  return rows[0]?.version ?? 0;
}

/** Writes what was noted, in its order. Last in the transaction, as the audit log asks. */
export async function writeEffects({ client, entries }: Run): Promise<void> {
  for (let first = 0; first < entries.length; ) {
    const { action } = entries[first] as NamedEntry;
    const next = entries.findIndex((entry, index) => index > first && entry.action !== action);
    const end = next === -1 ? entries.length : next;
    await writeAuditEntries(client, { actor: ACTOR, action, place: null }, entries.slice(first, end));
    first = end;
  }
}
