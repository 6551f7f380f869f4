import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useMemo } from 'react';
import { request } from '../../api/client.js';
import type { ApiError } from '../../api/error.js';
import { useAction } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/partners.js';
import { faultOf, useFieldErrors } from '../../ui/field-errors.js';
import { Form } from '../../ui/form-drawer.js';
import { AnswerField } from '../applications/answer-field.js';
import type { Question } from '../applications/question.js';

const LONGEST_MESSAGE = 2000;

const FIELDS = {
  name: { at: 'name', invalid: common.enterYourName },
  email: { at: 'email', invalid: texts.enterYourEmailAddress },
  website: { at: 'website', invalid: texts.enterAUrlSuch },
  message: { at: 'message' },
} as const;

/** The name of the field that answers a question, here and in the service's errors. */
const fieldOf = ({ id }: Pick<Question, 'id'>) => `answer_${id}`;

interface Values {
  readonly name: string;
  readonly email: string;
  readonly website: string;
  readonly message: string;
  /** Answers, by `fieldOf` their question. */
  readonly [field: string]: string;
}

function faultsOf(values: Values, questions: readonly Question[]): Record<string, string | null> {
  const { name, email, website } = values;
  const missing = questions.filter((question) => question.is_required && !values[fieldOf(question)]?.trim());
  return {
    name: name.trim() === '' ? common.enterYourName : null,
    email: /^\S+@\S+$/.test(email.trim()) ? null : texts.enterYourEmailAddress,
    website: website.trim() === '' || URL.canParse(addressOfSite(website)) ? null : texts.enterAUrlSuch,
    ...Object.fromEntries(missing.map((question) => [fieldOf(question), texts.answerThis])),
  };
}

/** The fields of an application, with the program's questions. Where those change, what was typed elsewhere stays. */
export function ApplicationFields({
  questions,
  onSent,
  onQuestionsChanged,
}: {
  readonly questions: readonly Question[];
  readonly onSent: (email: string) => void;
  /** Somebody edited them while they were being answered. */
  readonly onQuestionsChanged: () => void;
}) {
  const form = useApplicationForm(questions);
  const apply = useApply(questions, { onSent, onQuestionsChanged });
  const fields = useMemo(
    () => ({
      ...FIELDS,
      ...Object.fromEntries(
        questions.map((question) => [
          fieldOf(question),
          { at: fieldOf(question), invalid: texts.answerIsWrong },
        ]),
      ),
    }),
    [questions],
  );
  const shown = useFieldErrors<Values>(form, apply, fields);
  return (
    <Form submit={texts.apply} write={shown} onSubmit={form.onSubmit((values) => apply.send(values))}>
      <TextInput
        label={common.yourName}
        autoComplete="name"
        required
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <TextInput
        type="email"
        label={common.email}
        description={texts.wellEmailYouHereOnce}
        autoComplete="email"
        required
        {...form.getInputProps('email')}
      />
      <TextInput
        label={texts.websiteOrProfile}
        placeholder="https://"
        inputMode="url"
        autoComplete="url"
        {...form.getInputProps('website')}
      />
      {questions.map((question) => (
        <AnswerField
          key={question.id}
          question={question}
          value={form.values[fieldOf(question)] ?? ''}
          error={form.errors[fieldOf(question)]}
          onChange={(answer) => form.setFieldValue(fieldOf(question), answer)}
        />
      ))}
      <Textarea
        label={texts.howWillYouPromoteUs}
        autosize
        minRows={3}
        maxRows={8}
        maxLength={LONGEST_MESSAGE}
        {...form.getInputProps('message')}
      />
    </Form>
  );
}

function useApplicationForm(questions: readonly Question[]) {
  const answers = Object.fromEntries(questions.map((question) => [fieldOf(question), '']));
  return useForm<Values>({
    initialValues: { name: '', email: '', website: '', message: '', ...answers },
    validate: (values) => faultsOf(values, questions),
  });
}

/** Sends an application. Where the questions are others by now, they are loaded again. */
function useApply(
  questions: readonly Question[],
  on: { readonly onSent: (email: string) => void; readonly onQuestionsChanged: () => void },
) {
  const programId = useProgramId();
  return useAction(
    async (values: Values) => {
      const { name, email, website, message } = values;
      const body = {
        name: name.trim(),
        email: email.trim(),
        website: website.trim() === '' ? null : addressOfSite(website),
        message: message.trim() === '' ? null : message.trim(),
        answers: questions.map((question) => ({
          question_id: question.id,
          answer: values[fieldOf(question)] ?? '',
        })),
      };
      try {
        await request('post', '/api/public/programs/{programId}/application', { path: { programId }, body });
      } catch (error) {
        if (!areOthers(error as ApiError, questions)) throw error;
        notifications.show({ message: texts.questionsChanged, color: 'orange' });
        on.onQuestionsChanged();
        return null;
      }
      return body.email;
    },
    {
      showsError: true,
      onDone: (email) => {
        if (email !== null) on.onSent(email);
      },
    },
  );
}

/** Whether an application was refused because the program asks other questions by now. */
function areOthers(error: ApiError, questions: readonly Question[]): boolean {
  const field = faultOf(error)?.field;
  if (field === 'answers') return true;
  return field?.startsWith('answer_') === true && !questions.some((question) => fieldOf(question) === field);
}

/** A site as people write it, with the beginning that addresses have. */
function addressOfSite(typed: string): string {
  const text = typed.trim();
  return /^https?:\/\//i.test(text) ? text : `https://${text}`;
}
