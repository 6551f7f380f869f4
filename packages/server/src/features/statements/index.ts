import type { Operation } from '../../operations/operation.js';
import { readMonthStatement } from './read-month-statement.js';

/** What can be asked of statements. */
export const STATEMENTS: readonly Operation[] = [readMonthStatement];
