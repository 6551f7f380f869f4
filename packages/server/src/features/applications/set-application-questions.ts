import { isDeepStrictEqual } from 'node:util';
import { ApplicationQuestions, ApplicationQuestionsInput } from '@svc/contract';
import { changed, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { loadQuestions, questionsFromInput } from './stored-questions.js';

/** Sets the questions of a program. Answers that were given keep the questions they were given to. */
export const setApplicationQuestions = defineOperation({
  name: 'setApplicationQuestions',
  route: 'PUT /api/programs/:programId/application-questions',
  permission: 'program:write',
  summary: 'Set what the program asks of people who apply; answers that were given stay as they are',
  input: ApplicationQuestionsInput,
  output: ApplicationQuestions,
  audit: 'program.application_questions',
  async run({ client, scope: { programId }, input }) {
    const questions = questionsFromInput(input);
    await client.query('select 1 from programs where id = $1 for no key update', [programId]);
    const before = { questions: [...(await loadQuestions(client, programId))] };
    const after = { questions };
    if (isDeepStrictEqual(before, after)) return unchanged(after);
    await client.query('update programs set application_questions = $2 where id = $1', [
      programId,
      JSON.stringify(questions),
    ]);
    return changed(after, { on: 'program', id: programId, before, after });
  },
});
