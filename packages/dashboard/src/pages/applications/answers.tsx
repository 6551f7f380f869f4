import { Text } from '@mantine/core';
import type { Answer } from '../../api/client.js';
import { texts } from '../../texts/applications.js';

type Answers = Answer<'/api/programs/{programId}/partners/{id}'>['application_answers'];

/** An answer as people read it. */
export function answerText({ kind, answer }: Pick<Answers[number], 'kind' | 'answer'>): string {
  if (kind !== 'yes_no') return answer;
  return answer === 'yes' ? texts.yes : texts.no;
}

/** What somebody answered when they applied, with the questions as they were asked. */
export function ApplicationAnswers({ answers }: { readonly answers: Answers }) {
  return (
    <dl style={{ margin: 0 }}>
      {answers.map(({ question, kind, answer }) => (
        <div key={question}>
          <Text component="dt" size="sm" c="dimmed" mt="sm">
            {question}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {answerText({ kind, answer })}
          </Text>
        </div>
      ))}
    </dl>
  );
}
