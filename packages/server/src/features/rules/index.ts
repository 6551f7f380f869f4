import type { Operation } from '../../operations/operation.js';
import { changePartnerRule } from './change-partner-rule.js';
import { changeProgramRule } from './change-program-rule.js';
import { dropPartnerRule } from './drop-partner-rule.js';
import { listRules } from './list-rules.js';
import { previewRule } from './preview-rule.js';

/** What can be asked of rules. */
export const RULES: readonly Operation[] = [
  changePartnerRule,
  changeProgramRule,
  dropPartnerRule,
  listRules,
  previewRule,
];
