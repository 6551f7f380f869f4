import { Button, Card, List, Skeleton, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { useCan, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/applications.js';
import { common } from '../../texts/common.js';
import { Form } from '../../ui/form-drawer.js';
import { SectionTitle } from '../../ui/section-title.js';
import { ErrorState } from '../../ui/states.js';
import { useFocusNext } from '../../ui/use-focus-next.js';
import { useStoredValues } from '../../ui/use-stored-values.js';
import {
  ADD_ID,
  choicesOf,
  faultsOf,
  idsOf,
  MAX_QUESTIONS,
  newQuestion,
  type QuestionValues,
  valuesOf,
} from './question.js';
import { QuestionFields } from './question-fields.js';

type Questions = Answer<'/api/programs/{programId}/application-questions'>['questions'];

/** What a program asks of people who apply. */
export function ApplicationQuestions() {
  const programId = useProgramId();
  const canChange = useCan('program:write');
  const read = useRead('/api/programs/{programId}/application-questions', { path: { programId } });
  return (
    <Card component="section" aria-label={texts.questions}>
      <Stack gap="md">
        <div>
          <SectionTitle id="questions">{texts.questions}</SectionTitle>
          <Text size="sm" c="dimmed">
            {canChange ? texts.description : texts.onlyOwnersAndAdmins}
          </Text>
        </div>
        {read.data === undefined ? (
          read.error ? (
            <ErrorState error={read.error} retry={() => void read.refetch()} />
          ) : (
            <Skeleton height={240} />
          )
        ) : canChange ? (
          <Editor key={programId} questions={read.data.questions} />
        ) : (
          <Asked questions={read.data.questions} />
        )}
      </Stack>
    </Card>
  );
}

function Asked({ questions }: { readonly questions: Questions }) {
  if (questions.length === 0) return <Text size="sm">{texts.noQuestionsYet}</Text>;
  return (
    <List type="ordered" size="sm">
      {questions.map(({ id, label }) => (
        <List.Item key={id}>{label}</List.Item>
      ))}
    </List>
  );
}

function Editor({ questions }: { readonly questions: Questions }) {
  const programId = useProgramId();
  const stored = useMemo(() => ({ questions: questions.map(valuesOf) }), [questions]);
  const form = useForm<{ questions: QuestionValues[] }>({
    initialValues: stored,
    validate: (values) => faultsOf(values.questions),
  });
  useStoredValues(form, stored);
  const save = useWrite('put', '/api/programs/{programId}/application-questions', {
    done: texts.saved,
    showsError: true,
    onDone: () => form.resetDirty(),
  });
  const asked = form.values.questions;
  const focusNext = useFocusNext();
  const add = () => {
    const added = newQuestion();
    form.insertListItem('questions', added);
    focusNext(idsOf(added).label);
  };
  return (
    <Form
      submit={common.save}
      write={save}
      onSubmit={form.onSubmit(({ questions: typed }) =>
        save.send({
          path: { programId },
          body: {
            questions: typed.map(({ kind, label, choices, isRequired }) => ({
              kind,
              label: label.trim(),
              choices: kind === 'choice' ? choicesOf(choices) : [],
              is_required: isRequired,
            })),
          },
        }),
      )}
      extra={
        <Button
          variant="default"
          mr="auto"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={asked.length >= MAX_QUESTIONS}
          id={ADD_ID}
          onClick={add}
        >
          {texts.addQuestion}
        </Button>
      }
    >
      {asked.length === 0 && <Text size="sm">{texts.noQuestionsYet}</Text>}
      {asked.map(({ key }, index) => (
        <QuestionFields key={key} form={form} index={index} focusNext={focusNext} />
      ))}
      {asked.length >= MAX_QUESTIONS && (
        <Text size="sm" c="dimmed">
          {texts.tenAtMost}
        </Text>
      )}
    </Form>
  );
}
