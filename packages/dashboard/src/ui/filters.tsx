import { Box, Button, CloseButton, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { within } from '../language/within.js';
import { texts } from '../texts/ui.js';
import classes from './filters.module.css';
import { SpreadsheetButton, type TableFiles } from './spreadsheet-button.js';
import { TableMenu, type ViewedList } from './table-menu.js';

/** A row of filters above a list; they wrap where there is little room. */
export function Filters({
  children,
  onClear,
  files,
  view,
}: {
  readonly children: ReactNode;
  /** The whole list as a file, with the same filters. */
  readonly files?: TableFiles | undefined;
  /** The list below, where people choose its columns; `DataTable` has the same `view`. */
  readonly view?: ViewedList | undefined;
  /** Takes all filters away; give it only while there are some. */
  readonly onClear?: (() => void) | undefined;
}) {
  return (
    <Group gap="xs" mb="md" role="search" align="flex-end">
      {children}
      {onClear && (
        <Button variant="subtle" color="gray" c="dimmed" px="xs" onClick={onClear}>
          {texts.clear}
        </Button>
      )}
      {(files !== undefined || view !== undefined) && (
        <Group gap="xs" ml="auto" wrap="nowrap">
          {files !== undefined && <SpreadsheetButton files={files} />}
          {view !== undefined && <TableMenu {...view} />}
        </Group>
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
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      className={classes.select}
      classNames={{ dropdown: classes.options }}
    />
  );
}

const TYPING_MS = 200;
/** Wide enough for the longest label, what a list of payouts is searched by in German; narrower beside many filters. */
const SEARCH_WIDTH = { maw: { xs: '22.5rem' }, flex: { base: '1 1 100%', xs: '1 1 15rem' } };

/** A text to look for while it is typed; Enter does not wait. `/` puts the cursor there. */
export function SearchFilter({
  label = texts.search,
  value,
  onChange,
  isSecond = false,
}: {
  readonly label?: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** Another list of the page is what `/` searches. */
  readonly isSecond?: boolean;
}) {
  const [typed, setTyped] = useState(value ?? '');
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState(value);
  if (known !== value) {
    setKnown(value);
    // What comes from here stays as it is typed: more may have been typed since.
    if (value !== sent) {
      setSent(value);
      setTyped(value ?? '');
    }
  }
  const apply = (text: string) => {
    const next = text.trim() === '' ? undefined : text.trim();
    setSent(next);
    if (next !== value) onChange(next);
  };
  const applySoon = useDebouncedCallback(apply, TYPING_MS);
  // What was typed just before somebody clears all filters is not looked for any more.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the value counts; the function is another one each time
  useEffect(() => {
    if (value === undefined) applySoon.cancel();
  }, [value]);
  const type = (text: string) => {
    setTyped(text);
    applySoon(text);
  };
  const input = useRef<HTMLInputElement>(null);
  useHotkeys(isSecond ? [] : [['/', () => input.current?.focus()]]);
  const submitSearch = (event: FormEvent) => {
    event.preventDefault();
    apply(typed);
  };
  return (
    <Box component="form" onSubmit={submitSearch} {...SEARCH_WIDTH}>
      <TextInput
        ref={input}
        type="search"
        aria-label={label}
        placeholder={label}
        {...(!isSecond && { 'aria-keyshortcuts': '/' })}
        leftSection={<IconSearch size={16} aria-hidden />}
        rightSection={
          typed !== '' && (
            <CloseButton
              size="sm"
              aria-label={texts.clearFilter({ label: within(label) })}
              onClick={() => type('')}
            />
          )
        }
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </Box>
  );
}
