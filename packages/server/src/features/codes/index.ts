import type { Operation } from '../../operations/operation.js';
import { createCode } from './create-code.js';
import { listCodes } from './list-codes.js';
import { listPartnerCodes } from './list-partner-codes.js';
import { readCode } from './read-code.js';
import { readPartnerCode } from './read-partner-code.js';
import { updateCode } from './update-code.js';

/** What can be asked of codes. */
export const CODES: readonly Operation[] = [
  createCode,
  listCodes,
  listPartnerCodes,
  readCode,
  readPartnerCode,
  updateCode,
];
