import type { Operation } from '../../operations/operation.js';
import { createAdjustment } from './create-adjustment.js';
import { listAdjustments } from './list-adjustments.js';
import { listPartnerAdjustments } from './list-partner-adjustments.js';
import { reverseAdjustment } from './reverse-adjustment.js';

/** What can be asked of adjustments. */
export const ADJUSTMENTS: readonly Operation[] = [
  createAdjustment,
  listAdjustments,
  listPartnerAdjustments,
  reverseAdjustment,
];
