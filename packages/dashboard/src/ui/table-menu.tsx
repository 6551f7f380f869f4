import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { common } from '../texts/common.js';
import { texts } from '../texts/ui.js';
import { useTableView } from './table-view.js';

/** A list whose columns and density people choose: its name for the browser's memory, and its columns, the first of which always stays. */
export interface ViewedList {
  readonly list: string;
  readonly columns: readonly { readonly key: string; readonly header: string }[];
}

/** A small menu that says which columns a list shows, and how closely its rows stand. */
export function TableMenu({ list, columns }: ViewedList) {
  const [{ hidden, isCompact }, change] = useTableView(list);
  const optional = columns.slice(1).filter(({ header }) => header !== common.actions);
  const show = (key: string, isShown: boolean) =>
    change({ hidden: isShown ? hidden.filter((other) => other !== key) : [...hidden, key] });
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tooltip label={texts.tableView}>
          <ActionIcon variant="default" size={36} aria-label={texts.tableView}>
            <IconAdjustmentsHorizontal size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label role="none" aria-hidden>
          {texts.columns}
        </Menu.Label>
        {optional.map(({ key, header }) => (
          <Menu.CheckboxItem
            key={key}
            checked={!hidden.includes(key)}
            onChange={(isShown) => show(key, isShown)}
          >
            {header}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider role="none" />
        <Menu.CheckboxItem checked={isCompact} onChange={(next) => change({ isCompact: next })}>
          {texts.compactRows}
        </Menu.CheckboxItem>
      </Menu.Dropdown>
    </Menu>
  );
}
