import { Button, Card, Center, Checkbox, Skeleton, Table, Tooltip, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import type { ListState } from '../api/use-read.js';
import { texts } from '../texts/ui.js';
import { clsx } from './clsx.js';
import classes from './data-table.module.css';
import { InRow, useRowStop } from './row-stop.js';
import { EmptyState, ErrorState } from './states.js';
import { useTableView } from './table-view.js';
import { useIsWide } from './use-is-wide.js';
import type { Sorting } from './use-list-page.js';

export interface Column<Item> {
  readonly key: string;
  readonly header: string;
  /** What exactly the column counts, shown at its header; only for one that cannot be sorted. */
  readonly hint?: string;
  readonly cell: (item: Item) => ReactNode;
  /** `end` for figures. */
  readonly align?: 'start' | 'end';
  /** By what the service sorts this column, as `sort` names it; with a minus sign where the highest come first at first. */
  readonly sort?: string;
  /** CSS width, where the content must not decide. */
  readonly width?: string | number;
  /**
   * Where it stands in the two lines a row has on a phone: `figure` at the end of the first, `labelled` or `plain` in the second, or, where
   * a row's page has it, `hidden`. Left out: the last figure of a row, or else its status, is at the end of the first line; other figures are labelled.
   */
  readonly onPhone?: 'figure' | 'labelled' | 'plain' | 'hidden';
}

export interface Selection {
  /** Keys of rows. */
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
}

export interface DataTableProps<Item> {
  /** What the table lists, for screen readers: "Sales". */
  readonly label: string;
  readonly list: ListState<Item>;
  /** Under which name the browser remembers the columns and the density that were chosen: see `Filters`. */
  readonly view?: string;
  /** The first names the row; with `to` or `open` it is what one activates by the keyboard. */
  readonly columns: readonly Column<Item>[];
  readonly rowKey: (item: Item) => string | number;
  /** What the row is called, for screen readers at its box; left out: its key. */
  readonly rowName?: (item: Item) => string;
  /** The page a row leads to. */
  readonly to?: (item: Item) => LinkProps;
  /** What happens when a row is activated, where it leads to no page: a drawer. */
  readonly open?: (item: Item) => void;
  /** Shows a box per row; what is done with the selected ones is the page's. */
  readonly selection?: Selection;
  /** The order, where columns can be sorted. */
  readonly sorting?: Sorting;
  readonly empty: { readonly title: string; readonly text?: ReactNode; readonly action?: ReactNode };
  /** Takes the search and the filters away; give it only while there are some. A list that is empty then offers it. */
  readonly onClear?: (() => void) | undefined;
  /** How many rows to keep room for while loading. */
  readonly expectedRows?: number;
}

/** Tables of more columns have less room between them where the page is narrow, those of many more everywhere, and still less. */
const MOST_ROOMY_COLUMNS = 6;
const MOST_WIDE_COLUMNS = 8;
const MOST_CLOSE_COLUMNS = 9;

function crowdOf(columns: number): 'some' | 'close' | 'dense' | undefined {
  if (columns > MOST_CLOSE_COLUMNS) return 'dense';
  if (columns > MOST_WIDE_COLUMNS) return 'close';
  return columns > MOST_ROOMY_COLUMNS ? 'some' : undefined;
}

/**
 * A list of the service: loading, empty, failed, and page by page. A row that leads somewhere is activated by a click anywhere
 * on it, or by the keyboard on its first cell; the arrow keys go from row to row. The head stays in view while one scrolls. On a
 * phone a row takes two lines.
 */
export function DataTable<Item>({ view, ...given }: DataTableProps<Item>) {
  const [{ hidden, isCompact }] = useTableView(view);
  const columns = given.columns.filter(({ key }, index) => index === 0 || !hidden.includes(key));
  const props = { ...given, columns };
  const { label, list, selection, empty, expectedRows = 8 } = props;
  const { rows, error } = list;
  if (error) return <Framed>{<ErrorState error={error} retry={list.retry} />}</Framed>;
  if (rows?.length === 0) return <Framed>{<Empty {...empty} onClear={props.onClear} />}</Framed>;
  const places = placesOf(columns);
  return (
    <Framed label={label} isStop={!isRowActive(props) && !selection}>
      <Table
        className={classes.table}
        data-compact={isCompact || undefined}
        data-many-columns={crowdOf(columns.length + (selection === undefined ? 0 : 1))}
        {...(isCompact && { verticalSpacing: 4 })}
        aria-label={label}
        aria-busy={rows === undefined || list.isChanging === true}
      >
        <Table.Thead>
          <Table.Tr>
            {selection && <SelectAll {...props} selection={selection} />}
            {columns.map((column) => (
              <Header key={column.key} column={column} sorting={props.sorting} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={moveByArrow}>
          {rows === undefined
            ? Array.from({ length: expectedRows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
                <SkeletonRow key={index} {...props} places={places} />
              ))
            : rows.map((item) => <Row key={props.rowKey(item)} {...props} places={places} item={item} />)}
        </Table.Tbody>
      </Table>
      {list.more && (
        <Center p="sm" className={classes.more}>
          <Button variant="default" onClick={list.more} loading={list.isLoadingMore}>
            {texts.loadMore}
          </Button>
        </Center>
      )}
    </Framed>
  );
}

function Empty({
  onClear,
  ...empty
}: DataTableProps<never>['empty'] & Pick<DataTableProps<never>, 'onClear'>) {
  if (onClear === undefined) return <EmptyState {...empty} />;
  const clear = (
    <Button variant="default" onClick={onClear}>
      {texts.showAllEntries}
    </Button>
  );
  return <EmptyState {...empty} action={clear} />;
}

const isDescending = (sort: string) => sort.startsWith('-');
const nameOf = (sort: string) => sort.replace(/^-/, '');

/** The head of a column; a button where the column can be sorted. */
function Header<Item>({
  column: { header, hint, width, align, sort },
  sorting,
}: {
  readonly column: Column<Item>;
  readonly sorting: Sorting | undefined;
}) {
  if (sort === undefined || sorting === undefined)
    return (
      <Table.Th w={width} ta={align}>
        {hint === undefined ? (
          header
        ) : (
          <Tooltip label={hint}>
            <button type="button" className={classes.hint}>
              {header}
            </button>
          </Tooltip>
        )}
      </Table.Th>
    );
  const chosen =
    sorting.value !== undefined && nameOf(sorting.value) === nameOf(sort) ? sorting.value : undefined;
  const next = chosen === undefined ? sort : isDescending(chosen) ? nameOf(sort) : `-${nameOf(sort)}`;
  const Icon = chosen === undefined ? IconArrowsSort : isDescending(chosen) ? IconArrowDown : IconArrowUp;
  const direction = chosen === undefined ? 'none' : isDescending(chosen) ? 'descending' : 'ascending';
  return (
    <Table.Th w={width} ta={align} aria-sort={direction}>
      <UnstyledButton className={classes.sort} onClick={() => sorting.onChange(next)}>
        {header}
        <Icon size={12} aria-hidden className={clsx(chosen === undefined && classes.unsorted)} />
      </UnstyledButton>
    </Table.Th>
  );
}

/**
 * What is around a table. One that is wider than the page is scrolled within it, and its head stays at the top of the frame; otherwise
 * the head stays at the top of the page. Rows without a link or a button give the keyboard nothing to stop at (`isStop`): then
 * the frame is what scrolls.
 */
function Framed({
  children,
  label,
  isStop = false,
}: {
  readonly children: ReactNode;
  readonly label?: string;
  readonly isStop?: boolean;
}) {
  const [ref, isWide] = useIsWide();
  const isScrolled = isWide && isStop && { tabIndex: 0, role: 'region', 'aria-label': label };
  return (
    <Card ref={ref} padding={0} className={classes.frame} data-wide={isWide || undefined} {...isScrolled}>
      {children}
    </Card>
  );
}

type Places = ReadonlyMap<string, string>;

/** Where each column stands on a phone: see `onPhone`. */
function placesOf<Item>(columns: readonly Column<Item>[]): Places {
  const others = columns.slice(1);
  const figure =
    others.find(({ onPhone }) => onPhone === 'figure') ??
    others.findLast(({ align, onPhone }) => align === 'end' && onPhone === undefined) ??
    others.find(({ key, onPhone }) => key === 'status' && onPhone === undefined);
  const placeOf = ({ key, align, onPhone }: Column<Item>) => {
    if (key === figure?.key) return 'figure';
    return onPhone ?? (align === 'end' ? 'labelled' : 'plain');
  };
  return new Map(columns.map((column, index) => [column.key, index === 0 ? 'first' : placeOf(column)]));
}

const STEPS: Readonly<Record<string, 'nextElementSibling' | 'previousElementSibling'>> = {
  ArrowDown: 'nextElementSibling',
  ArrowUp: 'previousElementSibling',
};

/** From a row to the one below or above, as far as rows lead somewhere. */
function moveByArrow(event: KeyboardEvent<HTMLTableSectionElement>) {
  const step = STEPS[event.key];
  const from = event.target as HTMLElement;
  // A row's own menus and fields use these keys themselves.
  if (
    step === undefined ||
    !event.currentTarget.contains(from) ||
    !from.matches('a, button, [type=checkbox]')
  )
    return;
  const action = from.closest('tr')?.[step]?.querySelector<HTMLElement>('[data-row-action]');
  if (!action) return;
  event.preventDefault();
  action.focus();
}

function isRowActive<Item>({ to, open }: Pick<DataTableProps<Item>, 'to' | 'open'>): boolean {
  return to !== undefined || open !== undefined;
}

function Row<Item>(props: DataTableProps<Item> & { readonly item: Item; readonly places: Places }) {
  const { item, columns, rowKey, selection, to, open, places } = props;
  const key = String(rowKey(item));
  const isActive = isRowActive({ to, open });
  const [hasFocus, setFocus] = useState(false);
  // A click anywhere is one on the first cell's link or button, so that there is one way, which the keyboard has too.
  const activate = (event: MouseEvent<HTMLTableRowElement>) => {
    if ((event.target as Element).closest('a, button, input, label, [data-no-row]')) return;
    if (document.getSelection()?.isCollapsed === false) return;
    event.currentTarget.querySelector<HTMLElement>('[data-row-action]')?.click();
  };
  const leave = (event: FocusEvent<HTMLTableRowElement>) =>
    setFocus(event.currentTarget.contains(event.relatedTarget));
  return (
    <InRow.Provider value={isActive && !hasFocus}>
      <Table.Tr
        className={clsx(isActive && classes.active)}
        {...(isActive && { onClick: activate, onFocus: () => setFocus(true), onBlur: leave })}
      >
        {selection && <SelectOne key_={key} name={props.rowName?.(item) ?? key} selection={selection} />}
        {columns.map((column, index) => (
          <Table.Td
            key={column.key}
            ta={column.align}
            data-label={column.header}
            data-place={places.get(column.key)}
            className={clsx(index === 0 && classes.first)}
          >
            {index === 0 && isActive ? (
              <RowAction item={item} to={to} open={open}>
                {column.cell(item)}
              </RowAction>
            ) : (
              column.cell(item)
            )}
          </Table.Td>
        ))}
      </Table.Tr>
    </InRow.Provider>
  );
}

function RowAction<Item>({
  item,
  to,
  open,
  children,
}: Pick<DataTableProps<Item>, 'to' | 'open'> & { readonly item: Item; readonly children: ReactNode }) {
  if (to) {
    return (
      <Link {...to(item)} className={classes.action} data-row-action>
        {children}
      </Link>
    );
  }
  return (
    <UnstyledButton className={classes.action} data-row-action onClick={() => open?.(item)}>
      {children}
    </UnstyledButton>
  );
}

function SelectOne({
  key_,
  name,
  selection,
}: {
  readonly key_: string;
  readonly name: string;
  readonly selection: Selection;
}) {
  const { selected, onChange } = selection;
  const stop = useRowStop();
  return (
    <Table.Td className={classes.select}>
      <Checkbox
        size="sm"
        {...stop}
        aria-label={texts.select({ row: name })}
        checked={selected.has(key_)}
        onChange={(event) => {
          const next = new Set(selected);
          if (event.currentTarget.checked) next.add(key_);
          else next.delete(key_);
          onChange(next);
        }}
      />
    </Table.Td>
  );
}

function SelectAll<Item>({
  list,
  rowKey,
  selection,
}: DataTableProps<Item> & { readonly selection: Selection }) {
  const keys = (list.rows ?? []).map((item) => String(rowKey(item)));
  const count = keys.filter((key) => selection.selected.has(key)).length;
  return (
    <Table.Th className={classes.select}>
      <Checkbox
        size="sm"
        aria-label={texts.selectAllShown}
        checked={count > 0 && count === keys.length}
        indeterminate={count > 0 && count < keys.length}
        // Nothing is there yet to be selected: a click would be lost.
        disabled={keys.length === 0}
        onChange={(event) => selection.onChange(new Set(event.currentTarget.checked ? keys : []))}
      />
    </Table.Th>
  );
}

function SkeletonRow<Item>({
  columns,
  selection,
  places,
}: DataTableProps<Item> & { readonly places: Places }) {
  return (
    <Table.Tr>
      {selection && <Table.Td className={classes.select} />}
      {columns.map((column, index) => (
        <Table.Td key={column.key} data-label={column.header} data-place={places.get(column.key)}>
          <Skeleton
            height={14}
            my={4}
            width={index === 0 ? '70%' : '50%'}
            miw="3rem"
            ml={column.align === 'end' ? 'auto' : undefined}
          />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
