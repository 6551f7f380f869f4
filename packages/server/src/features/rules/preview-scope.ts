/** Whose rule is previewed: a program's, or one partner's own in it. */
export interface PreviewOwner {
  readonly programId: number;
  readonly partnerId: number | null;
}

/** Of the sales and commissions in one currency. */
export interface PreviewSum {
  sales: number;
  now: bigint;
  preview: bigint;
}

/** What a preview found. */
export interface PreviewSums {
  readonly sums: ReadonlyMap<string, PreviewSum>;
  readonly clauses: readonly ClauseSum[];
  readonly isCut: boolean;
}

/** What one clause pays, in one currency. */
export interface ClauseSum {
  readonly clause: number | null;
  readonly currency: string;
  parts: number;
  preview_cents: bigint;
}

/** The sums of a currency, which are 0 at first. */
export function sumIn(sums: Map<string, PreviewSum>, currency: string): PreviewSum {
  const known = sums.get(currency) ?? { sales: 0, now: 0n, preview: 0n };
  sums.set(currency, known);
  return known;
}

/**
 * SQL: the sales that the rule would decide, of program `$1`. A program's rule does not count for partners for whom one of their
 * own is in force.
 */
export function previewScope({ partnerId }: PreviewOwner, partner: string): string {
  if (partnerId !== null) return `partner_id = ${partner}`;
  return `enrollment_id <> all (array(
            select enrollment_id from (select distinct on (enrollment_id) enrollment_id, type from commission_rules
                                        where program_id = $1 and enrollment_id is not null
                                        order by enrollment_id, version desc) own
             where type <> 'program'))`;
}
