import { Button, Drawer } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { ApiError } from '../api/error.js';
import { texts } from '../texts/ui.js';
import { EmptyState, ErrorState, Loading } from './states.js';

/** What an address names and a drawer shows: undefined while it is loading, null where there is no such thing. */
interface RowDrawerProps<Item> {
  /** What stands in the address; undefined: closed. */
  readonly wanted: string | undefined;
  readonly item: Item | null | undefined;
  readonly error?: ApiError | null;
  readonly retry?: () => void;
  readonly title: (item: Item) => ReactNode;
  /** What the drawer says where there is no such thing: "This claim does not exist". */
  readonly missing: string;
  readonly size?: string;
  /** Another drawer lies on top of it, which Escape closes first. */
  readonly isCovered?: boolean;
  readonly onClose: () => void;
  readonly children: (item: Item) => ReactNode;
}

/** A drawer that has an address of its own: what it shows may be loading, missing or fail. Leave it on the page. */
export function RowDrawer<Item>({ wanted, item, onClose, ...props }: RowDrawerProps<Item>) {
  // While it slides away it still shows what it showed.
  const [last, setLast] = useState(item);
  if (wanted !== undefined && item !== last) setLast(item);
  const shown = wanted === undefined ? last : item;
  const size = props.size === undefined ? {} : { size: props.size };
  return (
    <Drawer
      opened={wanted !== undefined}
      onClose={onClose}
      title={shown ? props.title(shown) : undefined}
      closeOnEscape={!props.isCovered}
      trapFocus={!props.isCovered}
      {...size}
    >
      {shown ? (
        props.children(shown)
      ) : shown === null ? (
        <EmptyState
          title={props.missing}
          text={texts.itMayHaveBeenRemoved}
          action={
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
          }
        />
      ) : props.error ? (
        <ErrorState error={props.error} {...(props.retry && { retry: props.retry })} />
      ) : (
        <Loading />
      )}
    </Drawer>
  );
}
