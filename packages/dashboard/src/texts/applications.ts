import { messages } from '../language/messages.js';

/** Texts of the questions to people who apply, and of their answers. */
export const texts = messages('applications', {
  questions: 'Questions to applicants',
  description:
    'Asked on the application page, below name and email. Answers keep the question they were given to, so you can edit questions at any time.',
  question: 'Question {number}',
  label: 'Question',
  labelExample: 'Where will you recommend us?',
  kind: 'Answer',
  kinds: {
    short_text: 'A line of text',
    long_text: 'Several lines of text',
    choice: 'One of several choices',
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
  noQuestionsYet:
    'No questions. People who apply enter their name and email, and can add a website and a message.',
  saved: 'Questions saved',
  enterAQuestion: 'Enter a question.',
  enterTwoChoices: 'Enter at least two choices, each once.',
  askedTwice: 'This question is already asked above.',
  onlyOwnersAndAdmins: 'Only owners and admins can change the questions.',
  optional: '{question} (optional)',
  choose: 'Choose an answer',
  yes: 'Yes',
  no: 'No',
});
