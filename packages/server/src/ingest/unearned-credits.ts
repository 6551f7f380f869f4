import type { UnearnedCredit } from '@svc/core';
import { describeTable } from './table.js';

const UNEARNED_CREDITS = describeTable<UnearnedCredit>(
  'unearned_credits',
  {
    saleId: 'bigint',
    enrollmentId: 'bigint',
    programId: 'bigint',
    partnerId: 'bigint',
    linkId: 'bigint',
    creditCodeId: 'bigint',
    ruleId: 'bigint',
    partnerStatus: 'text',
    partnerCustomers: 'bigint',
    customerLeftCents: 'bigint',
    firstSaleAtMs: 'time',
    noCommissionCode: 'text',
  },
  // A sale that was assigned back is credited as it was the first time.
  { clause: 'on conflict do nothing' },
);

/** Returns a row of the table unearned_credits as a record of the rules. */
export const unearnedCreditFromRow = UNEARNED_CREDITS.fromRow;

/** Keeps how sales that earned nothing were credited to the partner they are assigned away from. */
export const insertUnearnedCredits = UNEARNED_CREDITS.insert;
