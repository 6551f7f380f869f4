import { ApplicationQuestions } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { loadQuestions } from './stored-questions.js';

export const readApplicationQuestions = defineRead({
  name: 'readApplicationQuestions',
  route: 'GET /api/programs/:programId/application-questions',
  permission: 'program:read',
  summary: 'What the program asks of people who apply, beside name and email address',
  output: ApplicationQuestions,
  run: async ({ pool, scope }) => ({ questions: [...(await loadQuestions(pool, scope.programId))] }),
});
