import type { Operation } from '../../operations/operation.js';
import { previewPolicy } from './preview-policy.js';

/** What can be asked of the policy of a program: window, precedence and rule together. */
export const POLICY: readonly Operation[] = [previewPolicy];
