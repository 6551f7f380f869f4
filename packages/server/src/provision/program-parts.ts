import type { RuleItem } from '@svc/contract';
import { setOrigins } from '../features/programs/set-origins.js';
import { addRuleVersion } from '../features/rules/add-rule-version.js';
import { findRule } from '../features/rules/list-rules.js';
import type { Json } from './memory.js';
import type { CommissionEntry } from './provision-file.js';
import type { Row } from './rows.js';
import type { Run } from './run.js';
import type { Part } from './settle.js';

/** The origins from which browsers may send, as one list. */
export function originsPart({ client }: Run, origins: readonly string[] | undefined): Part {
  return {
    name: 'allowed_origins',
    kind: 'origins',
    wanted: () => origins && [...origins].sort(),
    absent: [],
    async read({ id }) {
      const { rows } = await client.query<{ origin: string }>(
        'select origin from program_origins where program_id = $1',
        [id],
      );
      return rows.map(({ origin }) => origin).sort();
    },
    write: ({ id }) => setOrigins(client, id, origins ?? []),
  };
}

/** A new version of a rule, and the one it follows. */
export interface RuleChange {
  readonly before: RuleItem | null;
  readonly after: RuleItem | null;
}

/**
 * The commission rule of a program, or of one partner in it. A rule is never changed: one that differs from the newest
 * version becomes the next version. `onChange` is given each that was made. Contract section 3.
 */
export function commissionPart(
  { client }: Run,
  entry: CommissionEntry | undefined,
  ownerOf: (row: Row) => { readonly programId: number; readonly enrollmentId: number | null },
  onChange: (change: RuleChange, isNew: boolean) => void,
): Part {
  return {
    name: 'commission',
    kind: 'commission rules',
    wanted: () => entry && commissionOfEntry(entry),
    absent: null,
    async read(row) {
      const rule = await findRule(client, ownerOf(row));
      return rule && commissionOfRule(rule);
    },
    async write(row, isNew) {
      if (entry === undefined) return;
      const owner = ownerOf(row);
      const before = await findRule(client, owner);
      await addRuleVersion(client, { ...owner, terms: entry });
      onChange({ before, after: await findRule(client, owner) }, isNew);
    },
  };
}

function commissionOfEntry(entry: CommissionEntry): Json {
  const { type, durationMonths: duration_months } = entry;
  return type === 'percent'
    ? { type, basis_points: entry.basisPoints, duration_months }
    : { type, amount_cents: entry.amountCents, duration_months };
}

/** A stored rule as a file would have it, so that the two can be compared. */
function commissionOfRule({ type, basis_points, amount_cents, duration_months }: RuleItem): Json {
  if (type === 'percent') return { type, basis_points, duration_months };
  return type === 'flat' ? { type, amount_cents, duration_months } : { type };
}
