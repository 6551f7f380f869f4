import type { Operation } from '../../operations/operation.js';
import { readApplicationQuestions } from './read-application-questions.js';
import { setApplicationQuestions } from './set-application-questions.js';

/** What can be asked of the questions to applicants. */
export const APPLICATIONS: readonly Operation[] = [readApplicationQuestions, setApplicationQuestions];
