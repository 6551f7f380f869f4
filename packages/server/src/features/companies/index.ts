import type { Operation } from '../../operations/operation.js';
import { readCompany } from './read-company.js';
import { readPartnerCompany } from './read-partner-company.js';
import { setCompany } from './set-company.js';
import { setPartnerCompany } from './set-partner-company.js';

/** What can be asked of companies. */
export const COMPANIES: readonly Operation[] = [
  readCompany,
  readPartnerCompany,
  setCompany,
  setPartnerCompany,
];
