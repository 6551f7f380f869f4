import type { Operation } from '../../operations/operation.js';
import { readBreakdown } from './read-breakdown.js';
import { readPartnerBreakdown } from './read-partner-breakdown.js';

/** What can be asked of breakdowns. */
export const BREAKDOWN: readonly Operation[] = [readBreakdown, readPartnerBreakdown];
