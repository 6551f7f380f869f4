import { Group, Radio, Select, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { texts } from '../../texts/applications.js';
import type { Question } from './question.js';

const LONGEST = { short_text: 200, long_text: 2000 } as const;

/** The field in which an applicant answers a question. */
export function AnswerField({
  question: { id, kind, label, choices, is_required: required },
  value,
  error,
  onChange,
}: {
  readonly question: Question;
  readonly value: string;
  readonly error: ReactNode;
  readonly onChange: (answer: string) => void;
}) {
  const field = { label: required ? label : texts.optional({ question: label }), required, error };
  if (kind === 'yes_no') {
    return (
      <Radio.Group {...field} name={id} value={value} onChange={onChange}>
        <Group gap="lg" mt={6}>
          <Radio value="yes" label={texts.yes} />
          <Radio value="no" label={texts.no} />
          {!required && <Radio value="" label={texts.noAnswer} />}
        </Group>
      </Radio.Group>
    );
  }
  if (kind === 'choice') {
    return (
      <Select
        {...field}
        placeholder={texts.choose}
        data={choices}
        clearable={!required}
        value={value === '' ? null : value}
        onChange={(choice) => onChange(choice ?? '')}
      />
    );
  }
  const typed = {
    ...field,
    value,
    maxLength: LONGEST[kind],
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return kind === 'long_text' ? (
    <Textarea {...typed} autosize minRows={3} maxRows={8} />
  ) : (
    <TextInput {...typed} />
  );
}
