import '@mantine/spotlight/styles.layer.css';
import { Kbd } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWorkspace } from '../session/session.js';
import { texts } from '../texts/finder.js';
import { actionsIn } from './finder-actions.js';
import { type Found, type FoundGroup, useFound } from './found.js';
import { useFoundElsewhere } from './found-elsewhere.js';
import { addressOfItem, GO_KEY, type NavigationGroup } from './navigation.js';

const TYPING_MS = 150;

const [store, spotlight] = createSpotlight();

/** The window that finds pages, and in a program its partners, customers, sales, links, codes and what can be done, while one types. */
export function Finder({
  groups,
  params,
  programId,
  asked,
}: {
  readonly groups: readonly NavigationGroup[];
  readonly params: Readonly<Record<string, string>>;
  /** Undefined: on a page of no program, where all programs of the workspace are searched. */
  readonly programId: string | undefined;
  /** Opens whenever it changes. */
  readonly asked: number;
}) {
  const workspace = useWorkspace();
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked for, which is all that counts
  useEffect(() => spotlight.open(), [asked]);
  const query = typed.trim();
  const [settled] = useDebouncedValue(query, TYPING_MS);
  const { found: here, isSearching: isSearchingHere } = useFound(programId, settled);
  const hasFound = here.some((group) => group.found.length > 0);
  const elsewhere = useFoundElsewhere(programId, hasFound || isSearchingHere ? '' : settled);
  const found = [
    ...here,
    {
      label: programId === undefined ? texts.inYourPrograms : texts.inOtherPrograms,
      found: elsewhere.found,
    },
  ];
  const isSearching = isSearchingHere || elsewhere.isSearching;
  const pages = pagesIn(groups, params, query);
  const actions = useActions(programId, query);
  const go = ({ to, search = {} }: Found) => void navigate({ to, search: search as never });
  const isEmpty =
    pages.length === 0 && actions.length === 0 && found.every((group) => group.found.length === 0);
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      attributes={{ content: { 'aria-label': texts.findAnything } }}
      clearQueryOnClose
      centered={false}
      yOffset="12vh"
      scrollable
    >
      <Spotlight.Search
        placeholder={workspace === null ? texts.findAPage : texts.findEverything}
        aria-label={texts.findAnything}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {found.map((group) => (
          <FoundActions key={group.label} group={group} go={go} />
        ))}
        <FoundActions group={{ label: texts.pages, found: pages }} go={go} keys={keysOf(groups, params)} />
        <FoundActions group={{ label: texts.actions, found: actions }} go={go} />
        {isEmpty && <Spotlight.Empty>{isSearching ? texts.searching : texts.nothingFound}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function FoundActions({
  group: { label, found },
  go,
  keys = new Map(),
}: {
  readonly group: FoundGroup;
  readonly go: (one: Found) => void;
  readonly keys?: ReadonlyMap<string, string>;
}) {
  if (found.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
      {found.map((one) => (
        <Spotlight.Action
          key={one.id}
          label={one.label}
          description={one.description}
          rightSection={keys.has(one.to) && <Keys letter={keys.get(one.to) ?? ''} />}
          onClick={() => go(one)}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

function Keys({ letter }: { readonly letter: string }) {
  return (
    <span aria-hidden>
      <Kbd size="xs">{GO_KEY}</Kbd> <Kbd size="xs">{letter}</Kbd>
    </span>
  );
}

function useActions(programId: string | undefined, query: string): readonly Found[] {
  const permissions = useWorkspace()?.permissions ?? [];
  if (programId === undefined) return [];
  return actionsIn(programId)
    .filter(
      ({ label, words = '', needs }) => permissions.includes(needs) && hasWords(`${label} ${words}`, query),
    )
    .map(({ label, to, search = {} }) => ({ id: `action ${label}`, label, to, search }));
}

/** Whether a text has every word of a query, or its beginning, in any order. */
function hasWords(text: string, query: string): boolean {
  const within = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

function pagesIn(
  groups: readonly NavigationGroup[],
  params: Readonly<Record<string, string>>,
  query: string,
): readonly Found[] {
  return groups.flatMap(({ label: group, items }) =>
    items
      .filter(({ label }) => hasWords(label, query))
      .map((item) => ({
        id: item.to,
        label: item.label,
        // A page that is called like its group needs no second word.
        description: group === item.label ? undefined : group,
        to: addressOfItem(item, params),
      })),
  );
}

function keysOf(
  groups: readonly NavigationGroup[],
  params: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  return new Map(
    groups.flatMap(({ items }) =>
      items.flatMap((item) =>
        item.key === undefined ? [] : [[addressOfItem(item, params), item.key] as const],
      ),
    ),
  );
}
