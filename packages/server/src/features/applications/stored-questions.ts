import { createHash } from 'node:crypto';
import type { ApplicationQuestion, ApplicationQuestionsInput } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { RefusedError } from '../../operations/refused-error.js';

/** The questions of a program that is known to exist, in the order of the form. */
export async function loadQuestions(
  db: Pool | ClientBase,
  programId: number,
): Promise<readonly ApplicationQuestion[]> {
  const { rows } = await db.query<{ application_questions: readonly ApplicationQuestion[] }>(
    'select application_questions from programs where id = $1',
    [programId],
  );
  return rows[0]?.application_questions ?? [];
}

/**
 * Questions as they are stored, without spaces around their texts. Refused: a choice between fewer than two, choices of what is no
 * choice, texts of spaces only, and the same question or choice twice.
 */
export function questionsFromInput({ questions }: ApplicationQuestionsInput): ApplicationQuestion[] {
  const read = questions.map(({ kind, label, choices, is_required }) => {
    const asked = { kind, label: label.trim(), choices: choices.map((choice) => choice.trim()) };
    return { id: idOf(asked), ...asked, is_required };
  });
  const isWrong = read.some(
    ({ kind, label, choices }) =>
      label === '' ||
      choices.includes('') ||
      new Set(choices).size < choices.length ||
      (kind === 'choice' ? choices.length < 2 : choices.length > 0),
  );
  const ids = new Set(read.map(({ id }) => id));
  if (isWrong || ids.size < read.length) throw new RefusedError('field_invalid', 'questions');
  return read;
}

/** An edited question is another one, so nobody answers a question that they did not read. */
function idOf(asked: Pick<ApplicationQuestion, 'kind' | 'label' | 'choices'>): string {
  const text = JSON.stringify([asked.kind, asked.label, asked.choices]);
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
