/** The columns that a row of `keptCommissionTotals` has. */
const COLUMNS = 'program_id, partner_id, currency, status, earned_on, payable_on, commissions, amount_cents';

/**
 * The sums of one partner's commissions, or of all in a program where `partner` (a parameter, of type bigint) is null, by
 * currency, status and days; increments that no job has added yet are rows of their own. Both tables in one statement,
 * because a job moves rows from one to the other. Summed, they are the commissions of that moment, to the cent.
 */
export function keptCommissionTotals(program: string, partner: string): string {
  return `select ${COLUMNS} from commission_totals where program_id = ${program} and partner_id = coalesce(${partner}::bigint, 0)
          union all
          select ${COLUMNS} from commission_increments
           where program_id = ${program} and (${partner}::bigint is null or partner_id = ${partner})`;
}
