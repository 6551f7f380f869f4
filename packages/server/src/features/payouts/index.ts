import type { Operation } from '../../operations/operation.js';
import { cancelPayout } from './cancel-payout.js';
import { createPayoutRun } from './create-payout-run.js';
import { downloadMonthPdf } from './download-month-pdf.js';
import { downloadPartnerMonthPdf } from './download-partner-month-pdf.js';
import { downloadPayoutFile } from './download-payout-file.js';
import { downloadPayoutPdf } from './download-payout-pdf.js';
import { downloadStatement } from './download-statement.js';
import { downloadStatementPdf } from './download-statement-pdf.js';
import { listPartnerPayouts } from './list-partner-payouts.js';
import { listPayoutFiles } from './list-payout-files.js';
import { listPayoutRuns } from './list-payout-runs.js';
import { listPayouts } from './list-payouts.js';
import { markPayoutPaid } from './mark-payout-paid.js';
import { markPayoutRunPaid } from './mark-payout-run-paid.js';
import { readBalances } from './read-balances.js';
import { readDue } from './read-due.js';
import { readPartnerPayout } from './read-partner-payout.js';
import { readPayoutDetails } from './read-payout-details.js';
import { readPayoutRun } from './read-payout-run.js';
import { reopenPayout, reopenPayoutRun } from './reopen-payout.js';
import { setPayoutDetails } from './set-payout-details.js';

/** What can be asked of payouts. */
export const PAYOUTS: readonly Operation[] = [
  cancelPayout,
  createPayoutRun,
  downloadMonthPdf,
  downloadPartnerMonthPdf,
  downloadPayoutFile,
  downloadPayoutPdf,
  downloadStatement,
  downloadStatementPdf,
  listPartnerPayouts,
  listPayoutFiles,
  listPayoutRuns,
  listPayouts,
  markPayoutPaid,
  markPayoutRunPaid,
  readBalances,
  readDue,
  readPartnerPayout,
  readPayoutDetails,
  readPayoutRun,
  reopenPayout,
  reopenPayoutRun,
  setPayoutDetails,
];
