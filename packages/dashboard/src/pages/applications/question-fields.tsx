import { ActionIcon, Fieldset, Group, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { texts } from '../../texts/applications.js';
import { ADD_ID, idsOf, type Question, type QuestionValues } from './question.js';

const KINDS: readonly Question['kind'][] = ['short_text', 'long_text', 'choice', 'yes_no'];

interface FieldsProps {
  readonly form: UseFormReturnType<{ questions: QuestionValues[] }>;
  readonly index: number;
  /** Gives the focus to what has this id then. */
  readonly focusNext: (id: string) => void;
}

/** One question while it is edited. */
export function QuestionFields({ form, index, focusNext }: FieldsProps) {
  const number = String(index + 1);
  const question = form.values.questions[index];
  if (question === undefined) return null;
  const at = (field: keyof QuestionValues) => `questions.${index}.${field}`;
  return (
    <Fieldset legend={texts.question({ number })}>
      <Stack gap="sm">
        <TextInput
          id={idsOf(question).label}
          label={texts.label}
          placeholder={texts.labelExample}
          autoComplete="off"
          required
          maxLength={300}
          {...form.getInputProps(at('label'))}
        />
        <Select
          label={texts.kind}
          allowDeselect={false}
          data={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
          {...form.getInputProps(at('kind'))}
        />
        {question.kind === 'choice' && (
          <Textarea
            label={texts.choices}
            description={texts.oneChoicePerLine}
            autosize
            minRows={2}
            required
            {...form.getInputProps(at('choices'))}
          />
        )}
        <Group justify="space-between" gap="xs">
          <Switch label={texts.isRequired} {...form.getInputProps(at('isRequired'), { type: 'checkbox' })} />
          <Tools form={form} index={index} question={question} focusNext={focusNext} />
        </Group>
      </Stack>
    </Fieldset>
  );
}

/** Moves a question, or takes it away. */
function Tools({ form, index, question, focusNext }: FieldsProps & { readonly question: QuestionValues }) {
  const number = String(index + 1);
  const { questions } = form.values;
  const ids = idsOf(question);
  const last = questions.length - 1;
  const move = (to: number) => {
    form.reorderListItem('questions', { from: index, to });
    // The button that was pressed, unless that cannot be pressed again.
    if (to < index) focusNext(to === 0 ? ids.down : ids.up);
    else focusNext(to === last ? ids.up : ids.down);
  };
  const remove = () => {
    form.removeListItem('questions', index);
    const next = questions[index + 1] ?? questions[index - 1];
    focusNext(next ? idsOf(next).label : ADD_ID);
  };
  return (
    <Group gap={4}>
      <ActionIcon
        id={ids.up}
        aria-label={texts.moveUp({ number })}
        disabled={index === 0}
        onClick={() => move(index - 1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        id={ids.down}
        aria-label={texts.moveDown({ number })}
        disabled={index === last}
        onClick={() => move(index + 1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={texts.remove({ number })} onClick={remove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
