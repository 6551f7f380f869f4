import { ActionIcon, Fieldset, Group, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { texts } from '../../texts/applications.js';
import type { Question, QuestionValues } from './question.js';

const KINDS: readonly Question['kind'][] = ['short_text', 'long_text', 'choice', 'yes_no'];

/** One question while it is edited. */
export function QuestionFields({
  form,
  index,
}: {
  readonly form: UseFormReturnType<{ questions: QuestionValues[] }>;
  readonly index: number;
}) {
  const number = String(index + 1);
  const { questions } = form.values;
  const move = (to: number) => form.reorderListItem('questions', { from: index, to });
  const at = (field: keyof QuestionValues) => `questions.${index}.${field}`;
  return (
    <Fieldset legend={texts.question({ number })}>
      <Stack gap="sm">
        <TextInput
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
        {questions[index]?.kind === 'choice' && (
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
          <Group gap={4}>
            <ActionIcon
              aria-label={texts.moveUp({ number })}
              disabled={index === 0}
              onClick={() => move(index - 1)}
            >
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={texts.moveDown({ number })}
              disabled={index === questions.length - 1}
              onClick={() => move(index + 1)}
            >
              <IconArrowDown size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={texts.remove({ number })}
              onClick={() => form.removeListItem('questions', index)}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        </Group>
      </Stack>
    </Fieldset>
  );
}
