import { ActionIcon, Tooltip } from '@mantine/core';
import { useHotkeys, useWindowEvent } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { texts } from '../texts/finder.js';
import { addressOfItem, GO_KEY, type NavigationGroup } from './navigation.js';

const Finder = lazy(() => import('./finder.js').then((module) => ({ default: module.Finder })));

/** How long after `g` the letter of a page may come. */
const SECOND_KEY_WITHIN_MS = 1_500;

export interface FindAnythingProps {
  readonly groups: readonly NavigationGroup[];
  /** For the addresses of the navigation. */
  readonly params: Readonly<Record<string, string>>;
}

/** Ctrl-K or `?` opens a window that finds pages, people and orders; `g` and a letter go to a page. What finds is loaded at its first use. */
export function FindAnything({ groups, params }: FindAnythingProps) {
  const [asked, setAsked] = useState(0);
  const open = () => setAsked((count) => count + 1);
  useHotkeys([['mod+K', open]], []);
  useHotkeys([['shift+?', open]]);
  useKeysOfPages({ groups, params });
  // Partners have pages of their own, and no lists of everybody.
  const isAdvertiser = groups.some(({ items }) => items.some(({ to }) => to.startsWith('/p/')));
  const programId = isAdvertiser ? params.programId : undefined;
  return (
    <>
      <Tooltip label={texts.findAnythingKeys}>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.findAnything} onClick={open}>
          <IconSearch size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {asked > 0 && (
        <Suspense>
          <Finder groups={groups} params={params} programId={programId} asked={asked} />
        </Suspense>
      )}
    </>
  );
}

function useKeysOfPages({ groups, params }: FindAnythingProps): void {
  const navigate = useNavigate();
  const startedAt = useRef(Number.NEGATIVE_INFINITY);
  useWindowEvent('keydown', (event) => {
    const { key, timeStamp, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(target)) return;
    const isSecond = timeStamp - startedAt.current < SECOND_KEY_WITHIN_MS;
    startedAt.current = !isSecond && key === GO_KEY ? timeStamp : Number.NEGATIVE_INFINITY;
    if (!isSecond) return;
    const item = groups.flatMap(({ items }) => items).find((one) => one.key === key);
    if (item === undefined) return;
    event.preventDefault();
    void navigate({ to: addressOfItem(item, params) });
  });
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null
  );
}
