import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { amountToType, exponentOf, parseMoney } from '../format/money.js';
import { texts } from '../texts/ui.js';

interface MoneyInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly currency: string;
  /** In smallest units; null: nothing, or nothing that makes sense. */
  readonly value: number | null;
  readonly onChange: (amountCents: number | null) => void;
}

/** Takes an amount as people write it and gives smallest units; no float is ever between the two. */
export function MoneyInput({ currency, value, onChange, error, ...input }: MoneyInputProps) {
  const [text, setText] = useState(value === null ? '' : amountToType(value, currency));
  // Where the form changed the value itself, by a reset, the text follows.
  const isOurs = parseMoney(text, currency) === value;
  const shown = isOurs
    ? text
    : value === null
      ? parseMoney(text, currency) === null
        ? text
        : ''
      : amountToType(value, currency);
  const isWrong = shown.trim() !== '' && parseMoney(shown, currency) === null;
  const example = amountToType(10 ** exponentOf(currency) * 25, currency);
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      placeholder={example}
      rightSection={
        <Text size="xs" c="dimmed" pe="xs">
          {currency}
        </Text>
      }
      rightSectionWidth={52}
      {...input}
      value={shown}
      error={isWrong ? texts.enterAnAmountInSuch({ currency, example }) : error}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(parseMoney(event.currentTarget.value, currency));
      }}
      onBlur={() => {
        const amount = parseMoney(shown, currency);
        if (amount !== null) setText(amountToType(amount, currency));
      }}
    />
  );
}
