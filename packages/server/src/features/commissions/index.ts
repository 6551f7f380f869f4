import type { Operation } from '../../operations/operation.js';
import { changeCommissions } from './change-commissions.js';
import { explainCommission } from './explain-commission.js';
import { holdCommission } from './hold-commission.js';
import { listCommissions } from './list-commissions.js';
import { listPartnerCommissions } from './list-partner-commissions.js';
import { readCommissionTotals } from './read-commission-totals.js';
import { readPartnerCommission } from './read-partner-commission.js';
import { rejectCommission } from './reject-commission.js';
import { releaseCommission } from './release-commission.js';

/** What can be asked of commissions. */
export const COMMISSIONS: readonly Operation[] = [
  changeCommissions,
  explainCommission,
  holdCommission,
  listCommissions,
  listPartnerCommissions,
  readCommissionTotals,
  readPartnerCommission,
  rejectCommission,
  releaseCommission,
];
