import { Button, CloseButton, Group, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { within } from '../language/within.js';
import { texts } from '../texts/ui.js';

/** A row of filters above a list; they wrap where there is little room. */
export function Filters({
  children,
  onClear,
}: {
  readonly children: ReactNode;
  /** Takes all filters away; give it only while there are some. */
  readonly onClear?: (() => void) | undefined;
}) {
  return (
    <Group gap="xs" mb="md" role="search" align="flex-end">
      {children}
      {onClear && (
        <Button variant="subtle" color="gray" c="dimmed" onClick={onClear}>
          {texts.clear}
        </Button>
      )}
    </Group>
  );
}

/** One of a few: a status, a partner. */
export function SelectFilter<T extends string>({
  label,
  options,
  value,
  onChange,
  isSearchable = false,
  onSearch,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
  /** Typing narrows the options down. */
  readonly isSearchable?: boolean;
  /** The same, and hears what was typed. */
  readonly onSearch?: (text: string) => void;
}) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={[...options]}
      value={value ?? null}
      onChange={(next) => onChange((next as T | null) ?? undefined)}
      clearable
      clearButtonProps={{ 'aria-label': texts.any({ label: within(label) }) }}
      searchable={isSearchable || onSearch !== undefined}
      {...(onSearch !== undefined && { onSearchChange: onSearch })}
      nothingFoundMessage={texts.nothingFound}
      w={200}
    />
  );
}

/** An exact text to look for, applied on Enter or on leaving the field. */
export function TextFilter({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const [typed, setTyped] = useState(value ?? '');
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value ?? '');
  }
  const apply = (text: string) => {
    const next = text.trim() === '' ? undefined : text.trim();
    if (next !== value) onChange(next);
  };
  const submitSearch = (event: FormEvent) => {
    event.preventDefault();
    apply(typed);
  };
  return (
    <form onSubmit={submitSearch}>
      <TextInput
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          typed !== '' && (
            <CloseButton
              size="sm"
              aria-label={texts.clearFilter({ label: within(label) })}
              onClick={() => {
                setTyped('');
                apply('');
              }}
            />
          )
        }
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => apply(typed)}
        w={240}
      />
    </form>
  );
}
