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

/** As `auditSettled` for an object with a commission: a new version of its rule has an entry of its own. */
export function auditWithCommission(
  run: Run,
  settled: Audited,
  actions: { readonly created: string; readonly updated: string; readonly rule: string },
  target: AuditTarget,
): void {
  const { before, after } = settled;
  if (before === null) {
    auditSettled(run, settled, actions, target);
    return;
  }
  const { commission: oldRule = null, ...oldFields } = before;
  const { commission: newRule = null, ...fields } = after;
  const changed = new Set([...settled.changed].filter((name) => name !== 'commission'));
  auditSettled(run, { before: oldFields, after: fields, changed }, actions, target);
  if (!settled.changed.has('commission')) return;
  const { on, id, place } = target;
  run.entries.push({ action: actions.rule, on, id, place, before: oldRule, after: newRule });
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
