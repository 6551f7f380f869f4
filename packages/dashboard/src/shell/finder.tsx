import '@mantine/spotlight/styles.layer.css';
import { Kbd } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useWorkspace } from '../session/session.js';
import { texts } from '../texts/finder.js';
import classes from './finder.module.css';
import { useOffers } from './finder-offers.js';
import { useSelection } from './finder-selection.js';
import { type Found, type FoundGroup, useFound } from './found.js';
import { useFoundElsewhere } from './found-elsewhere.js';
import { addressOfItem, GO_KEY, type NavigationGroup } from './navigation.js';

const TYPING_MS = 150;

const [store, spotlight] = createSpotlight();

/** The window that finds pages, settings and what can be done, and in a program its partners, customers, sales, links and codes, while one types. */
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
  const { found, isSearching } = useFoundAnywhere(programId, settled);
  const { pages, actions, settings } = useOffers({ groups, params, programId, query });
  const go = ({ to, search = {}, hash = '' }: Found) => {
    // Nobody writes here any more, so the page that comes may take the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    void navigate({ to, search: search as never, hash });
  };
  const onKeyDownCapture = useSelection(store, query !== '' && query === settled && !isSearching, query);
  const isEmpty = [pages, actions, settings, ...found.map((group) => group.found)].every(
    (kind) => kind.length === 0,
  );
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
        onKeyDownCapture={onKeyDownCapture}
      />
      <Spotlight.ActionsList>
        {found.map((group) => (
          <FoundActions key={group.label} group={group} go={go} />
        ))}
        <FoundActions group={{ label: texts.pages, found: pages }} go={go} keys={keysOf(groups, params)} />
        <FoundActions group={{ label: texts.actions, found: actions }} go={go} />
        <FoundActions group={{ label: texts.settings, found: settings }} go={go} />
        {isEmpty && <Spotlight.Empty>{isSearching ? texts.searching : texts.nothingFound}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** What the program has for a text, and where it has nothing, what the others of the workspace have. */
function useFoundAnywhere(programId: string | undefined, q: string) {
  const { found, isSearching } = useFound(programId, q);
  const hasFound = found.some((group) => group.found.length > 0);
  const elsewhere = useFoundElsewhere(programId, hasFound || isSearching ? '' : q);
  const label = programId === undefined ? texts.inYourPrograms : texts.inOtherPrograms;
  return {
    found: [...found, { label, found: elsewhere.found }],
    isSearching: isSearching || elsewhere.isSearching,
  };
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
          classNames={{ action: classes.action, actionDescription: classes.description }}
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
