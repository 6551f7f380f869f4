import type { Operation } from '../../operations/operation.js';
import { downloadBreakdown } from './download-breakdown.js';
import { readBreakdown } from './read-breakdown.js';
import { readPartnerBreakdown } from './read-partner-breakdown.js';

/** What can be asked of breakdowns. */
export const BREAKDOWN: readonly Operation[] = [downloadBreakdown, readBreakdown, readPartnerBreakdown];
