import type { Answer, Row } from '@svc/node';
import type { Simulation, Verification } from './simulation.js';

type CommissionRow = Row<'/api/programs/{programId}/commissions'>;
type Explanation = Answer<'/api/programs/{programId}/commissions/{id}/explain', 'get'>;

/** The fields that are amounts, in the smallest unit of the currency. */
export const amountsOf = {
  balance: ['earned_cents', 'reversed_cents', 'pending_cents', 'held_cents', 'payable_cents', 'paid_cents'],
  commission: ['original_amount_cents', 'amount_cents'],
} as const;

/** What a partner has in one currency: what was ever earned, what refunds and disputes took back of it, and where the rest is. */
export type BalanceEntry = Readonly<Record<(typeof amountsOf.balance)[number], number>> & {
  readonly email: string;
  readonly name: string;
  readonly currency: string;
};

/** A commission as the list of the service has it, with its partner, its sale, and why it is what it is. */
export type CommissionEntry = CommissionRow &
  Pick<Explanation, 'sale' | 'story' | 'steps'> & { readonly email: string; readonly name: string };

export interface Books {
  /** In the order of partners in the file, then of currencies. */
  readonly balances: readonly BalanceEntry[];
  /** The oldest first. */
  readonly commissions: readonly CommissionEntry[];
}

/** Whether the books agree with everything that was recorded. */
export interface LedgerCheck {
  readonly movements: number;
  readonly rows: number;
  readonly differences: Verification['differences'];
}

interface Partner {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

/** Reads the books of the program over the HTTP interface. */
export async function readBooks(
  { management, programId }: Simulation,
  partners: readonly Partner[],
): Promise<Books> {
  const path = { programId };
  const rows: CommissionRow[] = [];
  for await (const row of management.list('/api/programs/{programId}/commissions', {
    path,
    query: { limit: 200 },
  }))
    rows.push(row);
  const commissions: CommissionEntry[] = [];
  for (const row of rows.reverse()) {
    const partner = partners.find(({ id }) => id === row.partner_id);
    const { sale, story, steps } = await management.get(
      '/api/programs/{programId}/commissions/{id}/explain',
      {
        path: { ...path, id: row.id },
      },
    );
    commissions.push({ ...row, email: partner?.email ?? '', name: partner?.name ?? '', sale, story, steps });
  }
  const balances: BalanceEntry[] = [];
  for (const { id, email, name } of partners) {
    const detail = await management.get('/api/programs/{programId}/partners/{id}', {
      path: { ...path, id },
      query: {},
    });
    for (const { currency, ...funds } of detail.balances ?? []) {
      const own = commissions.filter(
        (one) => one.partner_id === id && one.currency === currency && one.reassigned_at === null,
      );
      const earned = sum(own.map((one) => one.original_amount_cents));
      const left = sum(own.map((one) => one.amount_cents));
      balances.push({ email, name, currency, earned_cents: earned, reversed_cents: earned - left, ...funds });
    }
  }
  return { balances, commissions };
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

/** Recomputes the books from what was recorded. */
export async function checkLedger(simulation: Simulation): Promise<LedgerCheck> {
  const { checked, differences } = await simulation.verify();
  return { movements: checked.ledger_movements ?? 0, rows: sum(Object.values(checked)), differences };
}
