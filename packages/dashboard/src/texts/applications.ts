import { messages } from '../language/messages.js';

/** Texts of the questions to people who apply, and of their answers. */
export const texts = messages('applications', {
  questions: 'Application questions',
  description:
    'Shown on the application page below the website field. Each answer is stored with its question, so you can edit questions at any time.',
  question: 'Question {number}',
  label: 'Question',
  labelExample: 'Where will you recommend us?',
  kind: 'Answer',
  kinds: {
    short_text: 'Short text',
    long_text: 'Long text',
    choice: 'Single choice',
    yes_no: 'Yes or no',
  },
  choices: 'Choices',
  oneChoicePerLine: 'One per line, at least two.',
  isRequired: 'Required',
  moveUp: 'Move question {number} up',
  moveDown: 'Move question {number} down',
  remove: 'Remove question {number}',
  addQuestion: 'Add a question',
  tenAtMost: 'Ten questions at most.',
  noQuestionsYet: 'No questions. Applicants enter their name and email, and can add a website and a message.',
  saved: 'Questions saved',
  enterAQuestion: 'Enter a question.',
  enterTwoChoices: 'Enter at least two different choices.',
  askedTwice: 'This question is a duplicate.',
  onlyOwnersAndAdmins: 'Only owners and admins can change the questions.',
  optional: '{question} (optional)',
  choose: 'Choose an answer',
  yes: 'Yes',
  no: 'No',
});
