import type { Operation } from '../../operations/operation.js';
import { downloadCohorts } from './download-cohorts.js';
import { downloadReport } from './download-report.js';
import { readAttention } from './read-attention.js';
import { readCohorts } from './read-cohorts.js';
import { readOverview } from './read-overview.js';
import { readPartnerReport } from './read-partner-report.js';
import { readReport } from './read-report.js';
import { readUncredited } from './read-uncredited.js';

/** What can be asked of reports. */
export const REPORTS: readonly Operation[] = [
  downloadCohorts,
  downloadReport,
  readAttention,
  readCohorts,
  readOverview,
  readPartnerReport,
  readReport,
  readUncredited,
];
