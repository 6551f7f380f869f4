import {
  customersAskedFor,
  type Enrollment,
  earningsIndex,
  type Facts,
  isCodeAskedFor,
  ruleFor,
} from '@svc/core';
import type { Statement } from '../database/statements.js';
import { loadCodeNames } from './codes.js';
import { columnsOf } from './columns.js';
import { lookUp } from './look-up.js';

/**
 * What only some rules ask for: how many paying customers a partner has brought, what customers have earned a partner so far,
 * and which codes are behind the credit of customers. Nothing is read where no rule asks. Contract 2 section 13.
 */
export function loadWhatRulesAskFor(facts: Facts): readonly (Statement | null)[] {
  const counted: { readonly enrollment: Enrollment; readonly upTo: number }[] = [];
  let hasLimit = false;
  let asksForCodes = false;
  for (const enrollment of facts.enrollments.values()) {
    const program = facts.programs.get(enrollment.programId);
    const rule = program === undefined ? enrollment.rule : ruleFor(program, enrollment);
    const upTo = customersAskedFor(rule);
    if (upTo !== null) counted.push({ enrollment, upTo });
    if (rule !== null && rule.maxTotalCents !== null) hasLimit = true;
    if (isCodeAskedFor(rule)) asksForCodes = true;
  }
  const ids = counted.map(({ enrollment }) => enrollment.id);
  return [
    lockEnrollments(ids),
    countCustomers(facts, counted),
    hasLimit ? loadEarnings(facts, [...facts.customers.keys()]) : null,
    asksForCodes ? loadCodesAskedFor(facts) : null,
  ];
}

/**
 * Sales of one partner by such a rule take turns, so that each counts the customers of those before it. The count comes in a
 * statement of its own: it sees what was committed while this one waited.
 */
function lockEnrollments(ids: readonly number[]): Statement | null {
  return lookUp(
    'lock-enrollments',
    ids,
    'select id from enrollments where id = any($1::bigint[]) order by id for no key update',
    () => {},
  );
}

/**
 * Counts the customers whose first sale was credited to each partner, up to the number that the rule asks for. A partner's
 * oldest sales are looked at first, because most of them are first ones.
 */
function countCustomers(
  facts: Facts,
  counted: readonly { readonly enrollment: Enrollment; readonly upTo: number }[],
): Statement | null {
  if (counted.length === 0) return null;
  return {
    name: 'count-partner-customers',
    text: `select w.id, (select count(*) from (
             select 1 from sales s
              where s.program_id = w.program_id and s.partner_id = w.partner_id and s.enrollment_id = w.id
                and (select c.first_sale_id from customers c where c.id = s.customer_id) = s.id
              order by s.occurred_at limit w.up_to) found)::integer as customers
             from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) as w (id, program_id, partner_id, up_to)`,
    values: columnsOf(
      counted,
      ({ enrollment }) => enrollment.id,
      ({ enrollment }) => enrollment.programId,
      ({ enrollment }) => enrollment.partnerId,
      ({ upTo }) => upTo,
    ),
    take(rows: readonly { readonly id: number; readonly customers: number }[]) {
      for (const { id, customers } of rows) facts.partnerCustomers.set(id, customers);
    },
  };
}

interface EarningsRow {
  readonly customer_id: number;
  readonly enrollment_id: number;
  readonly currency: string;
  readonly cents: number;
}

/**
 * Adds to the facts what these customers, which are locked, have earned each partner: the commissions as they were first
 * earned, and those that are still missing. 2^53−1 stands for more.
 */
function loadEarnings(facts: Facts, customerIds: readonly number[]): Statement | null {
  return lookUp<EarningsRow>(
    'load-customer-earnings',
    customerIds,
    `select customer_id, enrollment_id, currency, least(sum(cents), 9007199254740991)::bigint as cents
       from (select s.customer_id, k.enrollment_id, k.currency, coalesce(k.capped_cents, k.original_cents) as cents
               from sales s join commissions k on k.sale_id = s.id and k.reassigned_at is null
              where s.customer_id = any($1::bigint[])
             union all
             select s.customer_id, s.enrollment_id, s.missing_currency, s.missing_cents
               from sales s
              where s.customer_id = any($1::bigint[]) and s.commission_state = 'missing' and s.missing_cents > 0) earned
      group by customer_id, enrollment_id, currency`,
    ({ customer_id, enrollment_id, currency, cents }) =>
      facts.customerEarnings.set(earningsIndex(customer_id, enrollment_id, currency), cents),
  );
}

/** Customers credited earlier, and those that a command of this batch may credit by the code it carries. */
function loadCodesAskedFor(facts: Facts): Statement | null {
  for (const { id, code } of [...facts.codes.values(), ...facts.codesByDiscount.values()]) {
    facts.codeNames.set(id, code);
  }
  const ids = [...facts.customers.values()].flatMap(({ codeId }) => codeId ?? []);
  return loadCodeNames(facts.codeNames, ids);
}
