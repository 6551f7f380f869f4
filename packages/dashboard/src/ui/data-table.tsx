import { Button, Card, Center, Checkbox, Skeleton, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import type { ListState } from '../api/use-read.js';
import { texts } from '../texts/ui.js';
import { clsx } from './clsx.js';
import classes from './data-table.module.css';
import { InRow } from './links.js';
import { EmptyState, ErrorState } from './states.js';
import type { Sorting } from './use-list-page.js';

export interface Column<Item> {
  readonly key: string;
  readonly header: string;
  readonly cell: (item: Item) => ReactNode;
  /** `end` for figures. */
  readonly align?: 'start' | 'end';
  /** By what the service sorts this column, as `sort` names it; with a minus sign where the highest come first at first. */
  readonly sort?: string;
  /** CSS width, where the content must not decide. */
  readonly width?: string | number;
}

export interface Selection {
  /** Keys of rows. */
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
}

interface DataTableProps<Item> {
  /** What the table lists, for screen readers: "Sales". */
  readonly label: string;
  readonly list: ListState<Item>;
  /** The first names the row; with `to` or `open` it is what one activates by the keyboard. */
  readonly columns: readonly Column<Item>[];
  readonly rowKey: (item: Item) => string | number;
  /** The page a row leads to. */
  readonly to?: (item: Item) => LinkProps;
  /** What happens when a row is activated, where it leads to no page: a drawer. */
  readonly open?: (item: Item) => void;
  /** Shows a box per row; what is done with the selected ones is the page's. */
  readonly selection?: Selection;
  /** The order, where columns can be sorted. */
  readonly sorting?: Sorting;
  readonly empty: { readonly title: string; readonly text?: ReactNode; readonly action?: ReactNode };
  /** How many rows to keep room for while loading. */
  readonly expectedRows?: number;
}

/**
 * A list of the service: loading, empty, failed, and page by page. A row that leads somewhere is activated by a click anywhere
 * on it, or by the keyboard on its first cell. Where there is little room, rows become cards.
 */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { label, list, columns, selection, empty, expectedRows = 8 } = props;
  const { rows, error } = list;
  if (error) return <Framed>{<ErrorState error={error} retry={list.retry} />}</Framed>;
  if (rows?.length === 0) return <Framed>{<EmptyState {...empty} />}</Framed>;
  return (
    <Framed scrolled={isRowActive(props) || selection ? undefined : label}>
      <Table
        className={classes.table}
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
        <Table.Tbody>
          {rows === undefined
            ? Array.from({ length: expectedRows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
                <SkeletonRow key={index} {...props} />
              ))
            : rows.map((item) => <Row key={props.rowKey(item)} {...props} item={item} />)}
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

const isDescending = (sort: string) => sort.startsWith('-');
const nameOf = (sort: string) => sort.replace(/^-/, '');

/** The head of a column; a button where the column can be sorted. */
function Header<Item>({
  column: { header, width, align, sort },
  sorting,
}: {
  readonly column: Column<Item>;
  readonly sorting: Sorting | undefined;
}) {
  if (sort === undefined || sorting === undefined)
    return (
      <Table.Th w={width} ta={align}>
        {header}
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

/** Rows without a link or a button give the keyboard nothing to stop at: then the frame is what scrolls a wide table. */
function Framed({
  children,
  scrolled,
}: {
  readonly children: ReactNode;
  readonly scrolled?: string | undefined;
}) {
  const isScrolled = scrolled !== undefined && { tabIndex: 0, role: 'region', 'aria-label': scrolled };
  return (
    <Card padding={0} className={classes.frame} {...isScrolled}>
      {children}
    </Card>
  );
}

function isRowActive<Item>({ to, open }: Pick<DataTableProps<Item>, 'to' | 'open'>): boolean {
  return to !== undefined || open !== undefined;
}

function Row<Item>(props: DataTableProps<Item> & { readonly item: Item }) {
  const { item, columns, rowKey, selection, to, open } = props;
  const key = String(rowKey(item));
  const isActive = isRowActive({ to, open });
  // A click anywhere is one on the first cell's link or button, so that there is one way, which the keyboard has too.
  const activate = (event: MouseEvent<HTMLTableRowElement>) => {
    if ((event.target as Element).closest('a, button, input, label, [data-no-row]')) return;
    if (document.getSelection()?.isCollapsed === false) return;
    event.currentTarget.querySelector<HTMLElement>('[data-row-action]')?.click();
  };
  return (
    <Table.Tr className={clsx(isActive && classes.active)} onClick={isActive ? activate : undefined}>
      {selection && <SelectOne key_={key} selection={selection} />}
      {columns.map((column, index) => (
        <Table.Td
          key={column.key}
          ta={column.align}
          data-label={column.header}
          className={clsx(index === 0 && classes.first)}
        >
          {index === 0 && isActive ? (
            <RowAction item={item} to={to} open={open}>
              {column.cell(item)}
            </RowAction>
          ) : (
            <InRow.Provider value={isActive}>{column.cell(item)}</InRow.Provider>
          )}
        </Table.Td>
      ))}
    </Table.Tr>
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

function SelectOne({ key_, selection }: { readonly key_: string; readonly selection: Selection }) {
  const { selected, onChange } = selection;
  return (
    <Table.Td className={classes.select}>
      <Checkbox
        size="sm"
        aria-label={texts.select({ row: key_ })}
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
        onChange={(event) => selection.onChange(new Set(event.currentTarget.checked ? keys : []))}
      />
    </Table.Th>
  );
}

function SkeletonRow<Item>({ columns, selection }: DataTableProps<Item>) {
  return (
    <Table.Tr>
      {selection && <Table.Td className={classes.select} />}
      {columns.map((column, index) => (
        <Table.Td key={column.key} data-label={column.header}>
          <Skeleton
            height={14}
            my={4}
            width={index === 0 ? '70%' : '50%'}
            ml={column.align === 'end' ? 'auto' : undefined}
          />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
