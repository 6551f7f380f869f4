import { accountBalance } from '../features/payouts/partner-balances.js';
import { type Check, reportRows, sentences } from './check.js';

/** The kept sums of commissions and balances, with what is still to be added, are those of the commissions and of the ledger. */
export async function verifySums(check: Check): Promise<void> {
  await verifyCommissionTotals(check);
  await verifyPartnerBalances(check);
}

const TOTALS_KEY = 'program_id, partner_id, currency, status, earned_on, payable_on';

/** Rows of single partners, and once more as rows of all. */
const withAllPartners = (rows: string) => `
  select program_id, whose.partner_id, currency, status, earned_on, payable_on, commissions, amount_cents
    from (${rows}) one cross join lateral (values (one.partner_id), (0)) as whose (partner_id)`;

async function verifyCommissionTotals(check: Check): Promise<void> {
  const sums = 'sum(commissions) as commissions, sum(amount_cents) as amount_cents';
  await reportRows(
    check,
    'commission_totals',
    `select format('program %s, partner %s, %s, %s, earned on %s, payable on %s', program_id, partner_id, currency, status,
                   earned_on, payable_on) as id, found.what
       from (select ${TOTALS_KEY}, ${sums}
               from (select ${TOTALS_KEY}, commissions, amount_cents from commission_totals
                     union all ${withAllPartners('select * from commission_increments')}) rows group by ${TOTALS_KEY}) kept
       full join (select ${TOTALS_KEY}, ${sums}
                    from (${withAllPartners(
                      `select program_id, partner_id, currency, status, (created_at at time zone 'UTC')::date as earned_on,
                              (payable_at at time zone 'UTC')::date as payable_on, count(*) as commissions,
                              sum(amount_cents) as amount_cents from commissions group by 1, 2, 3, 4, 5, 6`,
                    )}) rows group by ${TOTALS_KEY}) counted using (${TOTALS_KEY})
       ${sentences([
         `(coalesce(kept.commissions, 0), coalesce(kept.amount_cents, 0))
            <> (coalesce(counted.commissions, 0), coalesce(counted.amount_cents, 0))`,
         `format('it says %s commissions with %s left, there are %s with %s', coalesce(kept.commissions, 0),
                 coalesce(kept.amount_cents, 0), coalesce(counted.commissions, 0), coalesce(counted.amount_cents, 0))`,
       ])} order by ${TOTALS_KEY}`,
  );
}

const BALANCES_KEY = 'program_id, partner_id, currency';
const ACCOUNTS = ['pending', 'held', 'payable', 'paid'] as const;

async function verifyPartnerBalances(check: Check): Promise<void> {
  const columns = ACCOUNTS.join(', ');
  const sums = ACCOUNTS.map((account) => `sum(${account}) as ${account}`).join(', ');
  const balances = ACCOUNTS.map((account) => `${accountBalance(account)} as ${account}`).join(', ');
  await reportRows(
    check,
    'partner_balances',
    `select format('program %s, partner %s, %s', program_id, partner_id, currency) as id, found.what
       from (select ${BALANCES_KEY}, ${sums}
               from (select ${BALANCES_KEY}, ${columns} from partner_balances
                     union all select ${BALANCES_KEY}, ${columns} from balance_increments) rows group by ${BALANCES_KEY}) kept
       full join (select ${BALANCES_KEY}, ${balances} from ledger_movements group by ${BALANCES_KEY}) ledger
            using (${BALANCES_KEY})
       ${sentences(
         ...ACCOUNTS.map(
           (account) =>
             [
               `coalesce(kept.${account}, 0) <> coalesce(ledger.${account}, 0)`,
               `format('${account} is %s, the ledger gives %s', coalesce(kept.${account}, 0), coalesce(ledger.${account}, 0))`,
             ] as const,
         ),
       )} order by ${BALANCES_KEY}`,
  );
}
