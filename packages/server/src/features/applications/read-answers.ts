import {
  type ApplicationAnswer,
  type ApplicationAnswerInput,
  type ApplicationQuestion,
  LONGEST_ANSWER,
} from '@svc/contract';
import { RefusedError } from '../../operations/refused-error.js';

/**
 * What is stored of an application's answers: those that say something, with their questions, in the order of the form. A missing or wrong
 * one is refused as the field `answer_<id of the question>`; an answer to a question that is not asked, or two to one, as `answers`.
 */
export function readAnswers(
  questions: readonly ApplicationQuestion[],
  given: readonly ApplicationAnswerInput[],
): ApplicationAnswer[] {
  const answers = new Map(given.map(({ question_id, answer }) => [question_id, answer.trim()]));
  const asked = new Set(questions.map(({ id }) => id));
  if (answers.size < given.length || [...answers.keys()].some((id) => !asked.has(id))) {
    throw new RefusedError('field_invalid', 'answers');
  }
  return questions.flatMap((question): ApplicationAnswer[] => {
    const { id, kind, label, is_required: isRequired } = question;
    const answer = answers.get(id) ?? '';
    if (answer === '') {
      if (isRequired) throw new RefusedError('field_required', `answer_${id}`);
      return [];
    }
    if (!isAnswerTo(question, answer)) throw new RefusedError('field_invalid', `answer_${id}`);
    return [{ question: label, kind, answer }];
  });
}

function isAnswerTo({ kind, choices }: ApplicationQuestion, answer: string): boolean {
  if (kind === 'choice') return choices.includes(answer);
  if (kind === 'yes_no') return answer === 'yes' || answer === 'no';
  if (kind === 'short_text' && /[\r\n]/.test(answer)) return false;
  return answer.length <= LONGEST_ANSWER[kind];
}
