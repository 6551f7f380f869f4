import Type, { type Static } from 'typebox';

// What a program asks of people who apply, and what they answered.

/** The most questions that a program asks. */
export const MAX_QUESTIONS = 10;
/** The longest answers, by kind of question. */
export const LONGEST_ANSWER = { short_text: 200, long_text: 2000 } as const;

const QuestionKind = Type.Enum(['short_text', 'long_text', 'choice', 'yes_no'], {
  description: 'What an answer is: a line, several lines, one of the choices, `yes` or `no`.',
});

const QUESTION = {
  kind: QuestionKind,
  label: Type.String({ minLength: 1, maxLength: 300 }),
  choices: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
    maxItems: 20,
    description: 'Two or more of a `choice`, none of the others.',
  }),
  is_required: Type.Boolean(),
};

/** A question as applicants see it. */
export const ApplicationQuestion = Type.Object({
  id: Type.String({
    description: 'Follows from kind, label and choices: an edited question is another one.',
  }),
  ...QUESTION,
});

export const ApplicationQuestions = Type.Object({
  questions: Type.Array(ApplicationQuestion, { description: 'In the order of the form.' }),
});

/** Body of `PUT …/application-questions`: the whole list, in the order of the form. */
export const ApplicationQuestionsInput = Type.Object({
  questions: Type.Array(Type.Object(QUESTION), {
    maxItems: MAX_QUESTIONS,
    description: 'No two with the same kind, label and choices.',
  }),
});

/** What an applicant answers; a question that is left out is not answered. */
export const ApplicationAnswerInput = Type.Object({
  question_id: Type.String({ minLength: 1, maxLength: 64 }),
  answer: Type.String({ maxLength: LONGEST_ANSWER.long_text }),
});

/** What an applicant answered. Editing or removing a question changes none of it. */
export const ApplicationAnswer = Type.Object({
  question: Type.String({ description: 'As it was asked.' }),
  kind: QuestionKind,
  answer: Type.String(),
});

export type ApplicationQuestion = Static<typeof ApplicationQuestion>;
export type ApplicationQuestionsInput = Static<typeof ApplicationQuestionsInput>;
export type ApplicationAnswerInput = Static<typeof ApplicationAnswerInput>;
export type ApplicationAnswer = Static<typeof ApplicationAnswer>;
