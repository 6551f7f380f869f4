import type { CommissionItem, CommissionTotalsQuery } from '@svc/contract';
import type { FraudFlag } from '@svc/core';
import type { Static } from 'typebox';
import { optionalNumber } from '../../operations/optional-number.js';
import { readPeriod } from '../reports/days.js';

/** Which commissions; days (UTC, both included) count by when they were earned. */
export interface CommissionFilter {
  readonly programId: number;
  readonly partnerId?: number | null;
  readonly customerKey?: string | null;
  readonly status?: CommissionItem['status'] | null;
  readonly currency?: string | null;
  readonly flag?: FraudFlag | 'any' | null;
  readonly from?: string | null;
  readonly to?: string | null;
}

/** Few commissions are flagged, and those have an index. */
const FLAGGED = `c.flags is not null and ($8::text = 'any' or c.flags @> jsonb_build_array(jsonb_build_object('flag', $8::text)))`;

/**
 * The condition on `commissions c` that a filter comes to; its parameters are $1 to $8. What a customer bought is in it only
 * where it is asked for: "null, or one of these" cannot be looked up, so every commission would be read.
 */
export function commissionCondition({ customerKey = null, flag = null }: CommissionFilter): string {
  const named =
    'u.workspace_id = (select g.workspace_id from programs g where g.id = $1) and u.customer_key = $3';
  const ofCustomer = `c.id in (
        select k.id from customers u join sales s on s.customer_id = u.id join commissions k on k.sale_id = s.id where ${named}
        union all
        select k.id from customers u join leads d on d.customer_id = u.id join commissions k on k.lead_id = d.id where ${named})`;
  return `
  c.program_id = $1
  and ($2::bigint is null or c.partner_id = $2)
  and ${customerKey === null ? '$3::text is null' : ofCustomer}
  and ($4::text is null or c.status = $4)
  and ($5::text is null or c.currency = $5)
  and ($6::date is null or c.created_at >= $6::date::timestamp at time zone 'UTC')
  and ($7::date is null or c.created_at < ($7::date + 1)::timestamp at time zone 'UTC')
  and ${flag === null ? '$8::text is null' : FLAGGED}`;
}

/** The values of `commissionCondition`. */
export function commissionValues(filter: CommissionFilter): readonly unknown[] {
  const { programId, partnerId, customerKey, status, currency, from, to, flag } = filter;
  const given = [partnerId, customerKey, status, currency, from, to, flag];
  return [programId, ...given.map((value) => value ?? null)];
}

/** The filter that a query asks for. Refuses days that are none. */
export function commissionFilter(
  programId: number,
  query: Static<typeof CommissionTotalsQuery>,
): CommissionFilter {
  return {
    programId,
    partnerId: optionalNumber(query.partner_id),
    customerKey: query.customer_key ?? null,
    status: query.status ?? null,
    currency: query.currency ?? null,
    flag: query.flag ?? null,
    ...readPeriod(query),
  };
}
