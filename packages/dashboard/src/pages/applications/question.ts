import { randomId } from '@mantine/hooks';
import type { Answer } from '../../api/client.js';
import { texts } from '../../texts/applications.js';

/** A question that applicants are asked. */
export type Question = Answer<'/api/programs/{programId}/application-questions'>['questions'][number];

/** The most questions that a program asks. */
export const MAX_QUESTIONS = 10;

// As the service takes them.
const MAX_CHOICES = 20;
const LONGEST_CHOICE = 100;

/** The id of the button that adds a question. */
export const ADD_ID = 'add-question';

/** A question while it is edited. */
export interface QuestionValues {
  readonly key: string;
  readonly kind: Question['kind'];
  readonly label: string;
  /** One per line. */
  readonly choices: string;
  readonly isRequired: boolean;
}

/** The ids of what can have the focus in a question. */
export function idsOf({
  key,
}: Pick<QuestionValues, 'key'>): Readonly<Record<'label' | 'up' | 'down', string>> {
  const idOf = (part: string) => `${key}.${part}`;
  return { label: idOf('label'), up: idOf('up'), down: idOf('down') };
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

function faultOfChoices(choices: readonly string[]): string | null {
  if (choices.length < 2 || new Set(choices).size < choices.length) return texts.enterTwoChoices;
  if (choices.length > MAX_CHOICES) return texts.tooManyChoices;
  return choices.some((choice) => choice.length > LONGEST_CHOICE) ? texts.choiceTooLong : null;
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
    const ofChoices = kind === 'choice' ? faultOfChoices(listed) : null;
    if (ofChoices !== null) faults[`questions.${index}.choices`] = ofChoices;
  });
  return faults;
}
