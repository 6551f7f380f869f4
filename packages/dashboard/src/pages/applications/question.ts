import { randomId } from '@mantine/hooks';
import type { Answer } from '../../api/client.js';
import { texts } from '../../texts/applications.js';

/** A question that applicants are asked. */
export type Question = Answer<'/api/programs/{programId}/application-questions'>['questions'][number];

/** The most questions that a program asks. */
export const MAX_QUESTIONS = 10;

/** A question while it is edited. */
export interface QuestionValues {
  readonly key: string;
  readonly kind: Question['kind'];
  readonly label: string;
  /** One per line. */
  readonly choices: string;
  readonly isRequired: boolean;
}

/** A question to begin with. */
export function newQuestion(): QuestionValues {
  return { key: randomId(), kind: 'short_text', label: '', choices: '', isRequired: false };
}

/** A stored question, to be edited. */
export function valuesOf({ kind, label, choices, is_required }: Question): QuestionValues {
  return { key: randomId(), kind, label, choices: choices.join('\n'), isRequired: is_required };
}

/** The choices that are typed, one per line. */
export function choicesOf(typed: string): string[] {
  return typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** What is wrong with questions, by field of the form. */
export function faultsOf(questions: readonly QuestionValues[]): Record<string, string> {
  const faults: Record<string, string> = {};
  const seen = new Set<string>();
  questions.forEach(({ kind, label, choices }, index) => {
    const listed = choicesOf(choices);
    const asked = JSON.stringify([kind, label.trim(), kind === 'choice' ? listed : []]);
    if (label.trim() === '') faults[`questions.${index}.label`] = texts.enterAQuestion;
    else if (seen.has(asked)) faults[`questions.${index}.label`] = texts.askedTwice;
    seen.add(asked);
    if (kind === 'choice' && (listed.length < 2 || new Set(listed).size < listed.length)) {
      faults[`questions.${index}.choices`] = texts.enterTwoChoices;
    }
  });
  return faults;
}
