import type { CommissionRule } from '@svc/core';
import type { ClientBase } from 'pg';
import { type JoinedRuleColumns, RULE_COLUMNS, ruleFromJoin } from '../../ingest/rules.js';

interface Version {
  readonly rule: CommissionRule | null;
  /** The partner's own rule was removed by this version. */
  readonly isProgram: boolean;
  readonly createdMs: number;
}

/** All rules that a program and its partners ever had. */
export interface RuleTimeline {
  /** The one that counted for a relationship at a time: of the versions made before, the newest of the partner's own, else of the program's. */
  ruleAt(enrollmentId: number, atMs: number): CommissionRule | null;
  readonly all: readonly CommissionRule[];
}

/** Reads every version of the rules of a program. */
export async function loadRuleTimeline(client: ClientBase, programId: number): Promise<RuleTimeline> {
  const { rows } = await client.query<JoinedRuleColumns & { readonly created_at: Date }>(
    `select ${RULE_COLUMNS}, r.created_at from commission_rules r where r.program_id = $1 order by r.version`,
    [programId],
  );
  const byOwner = new Map<number, Version[]>();
  for (const row of rows) {
    const rule = ruleFromJoin(row);
    const version = { rule, isProgram: row.type === 'program', createdMs: row.created_at.getTime() };
    const owner = row.enrollment_id ?? 0;
    const versions = byOwner.get(owner);
    if (versions === undefined) byOwner.set(owner, [version]);
    else versions.push(version);
  }
  const newest = (owner: number, atMs: number) =>
    byOwner.get(owner)?.findLast(({ createdMs }) => createdMs <= atMs);
  return {
    ruleAt(enrollmentId, atMs) {
      const own = newest(enrollmentId, atMs);
      return (own === undefined || own.isProgram ? newest(0, atMs) : own)?.rule ?? null;
    },
    all: [...byOwner.values()].flatMap((versions) => versions.flatMap(({ rule }) => rule ?? [])),
  };
}
