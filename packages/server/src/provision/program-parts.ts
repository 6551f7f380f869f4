import type { RuleItem } from '@svc/contract';
import { changeRule } from '../features/rules/change-rule.js';
import { findRuleSet } from '../features/rules/list-rules.js';
import { type Json, toJson } from './memory.js';
import type { CommissionEntry } from './provision-file.js';
import type { Row } from './rows.js';
import { type Run, record } from './run.js';
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
  };
}

/** The hosts on which the program's links are served, as one list in its order. */
export function linkDomainsPart({ client }: Run, hosts: readonly string[] | undefined): Part {
  return {
    name: 'link_domains',
    kind: null,
    wanted: () => hosts,
    absent: [],
    async read({ id }) {
      const { rows } = await client.query<{ host: string }>(
        'select host from program_link_domains where program_id = $1 order by position',
        [id],
      );
      return rows.map(({ host }) => host);
    },
  };
}

/**
 * The commission rule of a program, or of one partner in it, as one value. A rule is never changed: one that differs from
 * the newest version becomes the next version. Contract section 3.
 */
export function commissionPart(
  { client }: Run,
  entry: CommissionEntry | undefined,
  ownerOf: (row: Row) => { readonly programId: number; readonly enrollmentId: number | null },
): Part {
  return {
    name: 'commission',
    kind: 'commission rules',
    wanted: () => entry && toJson(entry),
    absent: null,
    async read(row) {
      const rule = await findRuleSet(client, ownerOf(row));
      return rule && commissionOfRule(rule);
    },
  };
}

/** Gives a program, or one partner in it, the next version of its rule. */
export async function applyRule(
  run: Run,
  place: { readonly workspaceId: number; readonly programId: number },
  partnerId: number | null,
  commission: CommissionEntry,
): Promise<void> {
  const { programId } = place;
  const action = partnerId === null ? 'rule.change' : 'partner.rule.change';
  record(run, action, place, await changeRule(run.client, { programId, partnerId }, commission));
  run.ruledPrograms.add(programId);
}

/** A stored rule as a file would have it, so that the two can be compared. */
function commissionOfRule(rule: RuleItem): Json {
  const { type, basis_points, amount_cents, duration_months, max_total_cents, clauses, otherwise } = rule;
  // Left out where there is none: what earlier versions remember of a file has no such field.
  const limits = { duration_months, ...(max_total_cents !== null && { max_total_cents }) };
  switch (type) {
    case 'percent':
      return { type, basis_points, ...limits };
    case 'flat':
      return { type, amount_cents, ...limits };
    case 'clauses':
      return toJson({ type, clauses, otherwise, ...limits });
    case 'program':
      return { type };
  }
}
