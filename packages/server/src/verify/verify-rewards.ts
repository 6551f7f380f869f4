import { type Commission, type Customer, earnReward, type Lead } from '@svc/core';
import { readCustomersAtLeads } from '../features/customers/read-customers-at-sales.js';
import { commissionFromRow } from '../ingest/commissions.js';
import { leadFromRow } from '../ingest/leads.js';
import type { Row } from '../ingest/table.js';
import { isLoggedInProgram, logged, numberOf } from './audit-sql.js';
import { type Check, reportRows, sentences } from './check.js';
import { compareCommission } from './verify-commissions.js';

/**
 * Every real, credited lead earned what its program paid for leads when it was recorded, once, and every reward is that of its
 * lead. Contract 2 sections 7.1 and 13.
 */
export async function verifyRewards(check: Check): Promise<void> {
  await verifyOneEach(check);
  await verifyTermsOfRewards(check);
  for (let afterId = Number.MIN_SAFE_INTEGER, isMore = true; isMore; ) {
    const { rows } = await check.client.query<Row>(
      'select * from leads where id > $1 and reward is not null order by id limit $2',
      [afterId, check.chunkSize],
    );
    const leads = rows.map(leadFromRow);
    const customers = await readCustomersAtLeads(check.client, leads);
    const { rows: found } = await check.client.query<Row>(
      'select * from commissions where lead_id = any($1::bigint[])',
      [leads.map(({ id }) => id)],
    );
    const commissions = new Map(found.map(commissionFromRow).map((one) => [one.leadId, one]));
    for (const lead of leads) verifyReward(check, lead, commissions.get(lead.id), customers.get(lead.id));
    afterId = leads.at(-1)?.id ?? afterId;
    isMore = leads.length === check.chunkSize;
  }
}

function verifyReward(
  check: Check,
  lead: Lead,
  commission: Commission | undefined,
  customer: Customer | undefined,
): void {
  // What is missing has been reported with the lead.
  if (commission === undefined || customer === undefined) return;
  const expected = earnReward({ lead, customer, atMs: 0, newId: () => 0 })?.commission;
  if (expected === undefined) return;
  compareCommission(check, commission, expected, `lead ${lead.id}`);
  if (commission.rejectedAtMs !== null || commission.amountCents === commission.originalCents) return;
  const what = `what is left of it is ${commission.amountCents} of ${commission.originalCents}, and nobody rejected it`;
  check.report({ table: 'commissions', id: commission.id, what });
}

async function verifyOneEach(check: Check): Promise<void> {
  await reportRows(
    check,
    'commissions',
    `select m.id, found.what from commissions m left join leads d on d.id = m.lead_id
       ${sentences(
         ['d.id is null', `format('its lead %s does not exist', m.lead_id)`],
         ['d.id is not null and d.reward is null', `format('lead %s, which it is of, earns nothing', d.id)`],
         ['d.is_reward_missing', `format('lead %s, which it is of, is said to have none yet', d.id)`],
       )} and m.lead_id is not null order by m.id`,
  );
  await reportRows(
    check,
    'leads',
    `select d.id, found.what from leads d
       left join commissions m on m.lead_id = d.id
       left join enrollments e on e.id = ${numberOf(`d.reward ->> 'enrollmentId'`)}
       ${sentences(
         [
           'm.id is null and not d.is_reward_missing',
           `'it earns a reward, and there is no commission of it'`,
         ],
         [
           `d.is_reward_missing and d.occurred_at < now() - interval '1 hour'`,
           `format('its reward has been missing since %s', d.occurred_at)`,
         ],
         ['d.test_mode and d.reward is not null', `'it is a test lead, and it earns a reward'`],
         [
           'd.is_reward_missing and d.reward is null',
           `'its reward is said to be missing, and it earns none'`,
         ],
         [
           'd.reward is not null and (e.program_id, e.partner_id) is distinct from (d.program_id, d.partner_id)',
           `format('it earns a reward in relationship %s, which does not tie partner %s to program %s',
                   d.reward ->> 'enrollmentId', coalesce(d.partner_id::text, '(none)'), d.program_id)`,
         ],
       )} and (d.reward is not null or d.is_reward_missing) order by d.id`,
  );
}

/** What a program pays for a lead, as SQL over JSON with the names of these fields. */
function termsOf(json: string, [cents, currency, holdDays]: readonly [string, string, string]): string {
  return `case when ${json} ->> '${cents}' is null then 'nothing'
               else format('%s %s after %s days', ${json} ->> '${cents}', ${json} ->> '${currency}', ${json} ->> '${holdDays}') end`;
}

const ofEntry = (entry: 'before' | 'after') => termsOf(entry, ['lead_reward_cents', 'currency', 'hold_days']);

/**
 * What a lead earned is what one of the entries of the audit log around it says that the program paid. An entry that does not name
 * the amount is of a program that paid nothing. A change may have been committed up to ten minutes after the time of its entry, and
 * a lead up to ten minutes after its own. Leads that are older than the complete log, and those of programs that it does not
 * mention, are left out.
 */
async function verifyTermsOfRewards(check: Check): Promise<void> {
  const around = `p.program_id = d.program_id and p.valid_from <= d.decided_from + interval '10 minutes'
                  and d.decided_from < p.valid_until`;
  await reportRows(
    check,
    'leads',
    `with entries as materialized (
       select target_id as program_id, workspace_id, number, occurred_at, is_new, before, after
         from (${logged('program')}) entries where after ->> 'hold_days' is not null),
     periods as materialized (
       select program_id, ${ofEntry('after')} as terms, occurred_at as valid_from,
              coalesce(lead(occurred_at) over following + interval '10 minutes', 'infinity') as valid_until
         from entries window following as (partition by program_id, workspace_id order by number)
       union all
       select program_id, ${ofEntry('before')}, '-infinity', occurred_at + interval '10 minutes'
         from (select distinct on (program_id, workspace_id) * from entries order by program_id, workspace_id, number) oldest
        where not is_new)
     select d.id, format('it earns %s; when it was recorded, its program paid %s, says the audit log', earned.terms,
                         (select string_agg(distinct p.terms, ' or ') from periods p where ${around})) as what
       from leads d
      cross join lateral (select ${termsOf('d.reward', ['cents', 'currency', 'holdDays'])} as terms) earned
      where d.partner_id is not null and not d.test_mode and ${isLoggedInProgram('d.decided_from', 'd.program_id')}
        -- What another system recorded was for it to pay.
        and not (d.reward is null and exists (select 1 from imported_customers m where m.customer_id = d.customer_id))
        and exists (select 1 from periods p where p.program_id = d.program_id)
        and not exists (select 1 from periods p where ${around} and p.terms = earned.terms)
      order by d.id`,
  );
}
