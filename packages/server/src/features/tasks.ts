import { readJson } from '../operations/read-json.js';
import type { Task } from '../operations/task.js';
import { drawMonth, drawPayout } from './payouts/statement-pdf.js';

/** Everything that the thread for long work can be asked. */
export const TASKS: readonly Task<never, unknown>[] = [drawMonth, drawPayout, readJson];
