import type { Kept } from './audited-books.js';
import type { Edit } from './edit.js';

/** Edits of the reward of a lead, and of the setting that it was earned by. */
export function rewardEdits({ reward: { leadId, commissionId }, programId }: Kept): Edit[] {
  const ofLead = { table: 'leads', id: leadId };
  const ofCommission = { table: 'commissions', id: commissionId };
  const setReward = (field: string, value: string) =>
    `update leads set reward = (reward::jsonb || '{"${field}": ${value}}')::json where id = ${leadId}`;
  const setReason = (field: string, value: string) =>
    `reason = (reason::jsonb || '{"${field}": ${value}}')::json`;
  return [
    {
      name: 'leads.reward: another amount, with its commission',
      tables: ['leads', 'commissions'],
      sql: [
        setReward('cents', '999'),
        `update commissions set original_cents = 999, amount_cents = 999, ${setReason('rewardCents', '999')}
          where id = ${commissionId}`,
      ],
      ...ofLead,
      what: /^it earns 999 USD after 30 days; when it was recorded, its program paid 300 USD after 30 days or nothing, says/,
    },
    {
      name: 'leads.reward: other hold days, with the date and the reason of its commission',
      tables: ['leads', 'commissions'],
      sql: [
        setReward('holdDays', '2'),
        `update commissions set payable_at = payable_at - interval '28 days', ${setReason('holdDays', '2')}
          where id = ${commissionId}`,
      ],
      ...ofLead,
      what: /^it earns 300 USD after 2 days; when it was recorded, its program paid 300 USD after 30 days or nothing, says/,
    },
    {
      name: 'leads.reward: none',
      tables: ['leads'],
      sql: [`update leads set reward = null where id = ${leadId}`],
      ...ofCommission,
      what: /^lead \d+, which it is of, earns nothing$/,
    },
    {
      name: 'leads: deleted',
      tables: ['leads'],
      sql: [`delete from leads where id = ${leadId}`],
      ...ofCommission,
      what: /^its lead \d+ does not exist$/,
    },
    {
      name: 'commissions.payable_at of a reward',
      tables: ['commissions'],
      sql: [`update commissions set payable_at = payable_at - interval '1 day' where id = ${commissionId}`],
      ...ofCommission,
      what: /^its payableAtMs is \d+, lead \d+ makes it/,
    },
    {
      name: 'leads.is_reward_missing: while there is one',
      tables: ['leads'],
      sql: [`update leads set is_reward_missing = true where id = ${leadId}`],
      ...ofCommission,
      what: /^lead \d+, which it is of, is said to have none yet$/,
    },
    {
      name: 'commissions: the reward deleted',
      tables: ['commissions'],
      sql: [`delete from commissions where id = ${commissionId}`],
      ...ofLead,
      what: /^it earns a reward, and there is no commission of it$/,
    },
    {
      name: 'programs.lead_reward_cents',
      tables: ['programs'],
      sql: [`update programs set lead_reward_cents = 999 where id = ${programId}`],
      table: 'programs',
      id: programId,
      what: /^its lead_reward_cents is 999; the audit log says none/,
    },
  ];
}
