import type { Operation } from '../../operations/operation.js';
import { cancelLongJob } from './cancel-job.js';
import { downloadLongJobFile } from './download-job-file.js';
import { readLongJob } from './read-job.js';

/** What callers can ask of work that took longer than their request waited. */
export const JOBS: readonly Operation[] = [readLongJob, cancelLongJob, downloadLongJobFile];
