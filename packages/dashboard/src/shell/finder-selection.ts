import type { SpotlightStore } from '@mantine/spotlight';
import { type KeyboardEvent, useEffect, useRef } from 'react';

/**
 * Which of the actions of a spotlight Enter opens. Spotlight selects the first while one types, when what is to be found has not come
 * yet and what is there belongs to the text before. Here the first is selected once everything for the text is there, unless one has
 * moved to another, and an Enter that came too early opens it then.
 *
 * @param isSettled Whether everything that is found for the query is there.
 * @returns For the text field.
 */
export function useSelection(
  store: SpotlightStore,
  isSettled: boolean,
  query: string,
): (event: KeyboardEvent) => void {
  const hasMoved = useRef(false);
  const isEntered = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another choice
  useEffect(() => {
    hasMoved.current = false;
    isEntered.current = false;
  }, [query]);
  useEffect(() => {
    const list = isSettled ? document.getElementById(store.getState().listId) : null;
    if (list === null) return;
    const selected = list.querySelector('[data-selected]');
    if (selected === null || !hasMoved.current) selectFirst(store, list, selected);
    if (!isEntered.current) return;
    isEntered.current = false;
    list.querySelector<HTMLElement>('[data-selected]')?.click();
  });
  return (event) => {
    const { code } = event.nativeEvent;
    if (code === 'ArrowDown' || code === 'ArrowUp') hasMoved.current = true;
    const isEnter = code === 'Enter' || code === 'NumpadEnter';
    if (!isEnter || isSettled || query === '' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    isEntered.current = true;
  };
}

function selectFirst(store: SpotlightStore, list: Element, selected: Element | null): void {
  const first = list.querySelector('[data-action]');
  if (first === selected) return;
  selected?.removeAttribute('data-selected');
  first?.setAttribute('data-selected', 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}
